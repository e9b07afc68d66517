// The state of the page over time: changes, the browser's history, and requests that follow them.

import { number } from './format.js';
import { notice } from './notices.js';
import { crossedRange } from './filters.js';
import { PAGE_SIZE, Refusal, ask, hasKey, requestOf } from './service.js';
import { parse, serialise } from './state.js';

/** @import { State } from './state.js' */
/** @import { Page } from './service.js' */

/** How long typing and dragging may pause before the service is asked. */
const PAUSE_MILLIS = 150;

const LONGEST_WAIT_SECONDS = 30;

/** So many rows come back at once, when somebody returns to a place far below. */
const MOST_RETURNED = 5_000;

/** What the browser's history has of each step, beside the address. */
const STEP = { opened: false, place: 0 };

/**
 * What the page shows.
 *
 * @typedef {object} Views
 * @property {(state: State) => void} render shows a state
 * @property {(page: Page, place: number) => void} show shows an answer, from a row on
 * @property {() => void} offersChanged is called after each load, and if the state shows other offers
 *     in the drawer or side by side
 * @property {(isBusy: boolean) => void} busy
 * @property {(state: State) => any} facets returns what to count
 * @property {() => void} calm takes back what was said of filters
 * @property {(field: string, message: string) => boolean} complain says what is wrong with a filter
 * @property {(reason: string) => void} askKey
 */

export class Session {
  /** @param {Views} views */
  constructor(views) {
    this.views = views;
    this.state = parse(location.hash);
    /** The answer that the page shows. @type {Page | null} */
    this.page = null;
    /** When the service last answered. */
    this.answeredAt = 0;
    /** Stops the requests for an older state. */
    this.running = new AbortController();
    /** Whether the answer is that of the state, and the service refuses nothing that follows it. */
    this.isCurrent = false;
    /** The first row in the window, when the step of the history was left. */
    this.place = 0;
    /** How often the service could not answer since it last did. */
    this.failures = 0;
    /** Whether the service could not answer, and is asked again later. */
    this.isWaiting = false;
    /** What is asked again then. @type {Set<() => void>} */
    this.unanswered = new Set();
    /** Starts the next load, or asks again. */
    this.timer = 0;
    /** The key of the latest change, which later changes with the same key merge with. */
    this.merged = '';
  }

  /** Shows the state of the address, and asks for its offers. */
  start() {
    history.replaceState(history.state ?? STEP, '', serialise(this.state));
    this.place = history.state.place;
    this.views.render(this.state);
    this.load();
    this.views.offersChanged();
    window.addEventListener('popstate', () => this.returned());
  }

  /** Shows the state that the browser returned to. */
  returned() {
    const before = this.question();
    const { pins } = this.state;
    this.state = parse(location.hash);
    this.merged = '';
    if (history.state) {
      // Pins are no steps: what was pinned or unpinned since stays so. An address that somebody typed has its own.
      this.state.pins = pins;
    }
    history.replaceState(history.state ?? STEP, '', serialise(this.state));
    // A box that somebody types into keeps its text otherwise.
    if (document.activeElement instanceof HTMLInputElement) {
      document.activeElement.blur();
    }
    this.views.render(this.state);
    if (!this.isCurrent || this.question() !== before) {
      this.place = history.state.place;
      this.load();
    }
    this.views.offersChanged();
  }

  /**
   * Changes the state, and shows and asks for what follows from it.
   *
   * @param {(state: State) => void} mutate
   * @param {string} [merge] changes with the same key that follow each other are one step of the
   *     history
   */
  change(mutate, merge = '') {
    const before = this.question();
    const shown = this.shown();
    mutate(this.state);
    if (this.question() !== before) {
      // The service answers while the page shows the state.
      this.place = 0;
      this.loadAfter(merge ? PAUSE_MILLIS : 0);
    }
    this.remember(merge !== '' && merge === this.merged);
    this.merged = merge;
    this.views.render(this.state);
    if (this.shown() !== shown) {
      this.views.offersChanged();
    }
  }

  /** Returns which offers lie over the others, as text. */
  shown() {
    const { offer, comparing, pins } = this.state;
    return JSON.stringify([offer, comparing, pins]);
  }

  /**
   * Shows something over the offers; Back closes it.
   *
   * @param {(state: State) => void} mutate
   */
  open(mutate) {
    this.change(mutate);
    history.replaceState({ place: this.place, opened: true }, '');
  }

  /**
   * Closes what lies over the offers: goes back if the page opened it. If a link did, there is
   * nothing to go back to.
   *
   * @param {(state: State) => void} mutate
   */
  shut(mutate) {
    if (history.state?.opened) {
      history.back();
    } else {
      this.amend(mutate);
    }
  }

  /**
   * Changes what the latest step of the history shows, but not which offers it asks for.
   *
   * @param {(state: State) => void} mutate
   */
  amend(mutate) {
    mutate(this.state);
    this.remember(true);
    this.views.render(this.state);
    this.views.offersChanged();
  }

  /** Returns what the page asks the service, as text: which offers, and what to count. */
  question() {
    return JSON.stringify([requestOf(this.state), this.views.facets(this.state)]);
  }

  /**
   * Notes which sections are open, and counts those that were opened.
   *
   * @param {string[]} open
   */
  toggled(open) {
    this.state.open = open;
    this.remember(true);
    this.loadAfter(0);
  }

  /**
   * Puts the state into the address.
   *
   * @param {boolean} replaces whether the latest step of the history becomes this one
   */
  remember(replaces) {
    const address = serialise(this.state);
    if (address !== location.hash) {
      history[replaces ? 'replaceState' : 'pushState'](replaces ? (history.state ?? STEP) : STEP, '', address);
    }
  }

  /**
   * Notes the place for a reload, and for Back.
   *
   * @param {number} place the first row in the window
   */
  notePlace(place) {
    if (this.isCurrent && place !== history.state?.place) {
      this.place = place;
      history.replaceState({ ...history.state, place }, '');
    }
  }

  /** Returns how many rows to ask for: those of a page below the place. */
  rowsWanted() {
    return Math.min(this.place, MOST_RETURNED) + PAGE_SIZE;
  }

  /** @param {number} millis */
  loadAfter(millis) {
    if (millis === 0) {
      this.load();
    } else {
      this.discard();
      this.timer = setTimeout(() => this.load(), millis);
    }
  }

  /** Gives up everything that was asked before: a load follows. */
  discard() {
    clearTimeout(this.timer);
    this.running.abort();
    this.isCurrent = false;
    this.isWaiting = false;
    this.unanswered.clear();
    this.views.busy(true);
  }

  /** Asks for the offers and the counts of the state; answers to older states are discarded. */
  load() {
    this.discard();
    const own = new AbortController();
    this.running = own;
    const crossed = crossedRange(this.state);
    if (crossed) {
      // The page shows the state first.
      queueMicrotask(() => own === this.running && this.refuse(crossed));
      return Promise.resolve();
    }
    return this.send(
      { ...requestOf(this.state), limit: this.rowsWanted(), facets: this.views.facets(this.state) },
      (page) => {
        this.page = page;
        this.isCurrent = true;
        this.views.show(page, this.place);
        this.views.offersChanged();
      },
      { again: () => this.load() },
    ).finally(() => {
      if (own === this.running && !own.signal.aborted) {
        this.views.busy(false);
      }
    });
  }

  /**
   * Says that nothing could match a range.
   *
   * @param {string} crossed the field
   */
  refuse(crossed) {
    this.views.busy(false);
    this.views.calm();
    const message = 'The least value is above the greatest one, so that nothing could match.';
    notice(this.views.complain(crossed, message) ? '' : `${crossed}: ${message}`);
  }

  /**
   * Sends a request that follows the answer of the state: nothing if that answer is still to come,
   * and later if the service can not answer now.
   *
   * @param {{[key: string]: any}} request
   * @param {(page: Page) => void} take
   * @param {() => void} again asks the same later
   * @param {{cursor?: string, refused?: (message: string) => void}} [options] refused shows what is
   *     wrong with a request that says nothing of the state
   */
  async follow(request, take, again, options = {}) {
    if (this.isCurrent && this.isWaiting) {
      this.unanswered.add(again);
    } else if (this.isCurrent) {
      await this.send(request, take, { ...options, again });
    }
  }

  /**
   * Sends a request, and takes the answer unless the state has changed since.
   *
   * @param {{[key: string]: any}} request
   * @param {(page: Page) => void} take
   * @param {{again: () => void, cursor?: string, refused?: (message: string) => void}} options
   */
  async send(request, take, { again, cursor, refused }) {
    const own = this.running;
    try {
      const page = await ask(request, { cursor, signal: own.signal });
      if (own === this.running) {
        this.failures = 0;
        this.answeredAt = Date.now();
        notice('');
        this.views.calm();
        take(page);
      }
    } catch (failure) {
      if (own === this.running && !own.signal.aborted) {
        this.failed(failure, again, refused);
      }
    }
  }

  /**
   * Shows what the service refuses, where it belongs, and asks again later if that may help.
   *
   * @param {unknown} failure
   * @param {() => void} again
   * @param {(message: string) => void} [refused]
   */
  failed(failure, again, refused) {
    if (!(failure instanceof Refusal)) {
      throw failure;
    }
    const { message, field } = failure;
    if (failure.isPassing) {
      this.failures++;
      this.wait(message, failure.wait, again);
    } else if (failure.isOfKey) {
      this.isCurrent = false;
      const reason = hasKey() ? message : 'This service answers with a key alone. Type yours.';
      this.views.askKey(reason);
      notice(reason, { label: 'Enter a key', act: () => this.views.askKey('') });
    } else if (refused) {
      refused(message);
    } else {
      this.isCurrent = false;
      this.views.calm();
      notice(this.views.complain(field, message) ? '' : message);
    }
  }

  /**
   * @param {string} message why the service can not answer
   * @param {number} seconds the least time to wait
   * @param {() => void} again
   */
  wait(message, seconds, again) {
    const wait = Math.min(LONGEST_WAIT_SECONDS, Math.max(seconds, 2 ** (this.failures - 1)));
    this.unanswered.add(again);
    this.isWaiting = true;
    this.views.calm();
    notice(`${message.replace(/[^.]$/, '$&.')} The page tries again in ${number(wait)} s.`, { label: 'Try now', act: () => this.retry() });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.retry(), wait * 1000);
  }

  /** Asks for everything that the service could not answer. */
  retry() {
    clearTimeout(this.timer);
    this.isWaiting = false;
    const unanswered = [...this.unanswered];
    this.unanswered.clear();
    for (const again of unanswered) {
      again();
    }
  }
}
