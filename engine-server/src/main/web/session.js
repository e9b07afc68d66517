// The state of the page over time: changes, the browser's history, and requests that follow them.

import { number } from './format.js';
import { notice } from './notices.js';
import { PAGE_SIZE, Refusal, ask, requestOf } from './service.js';
import { parse, serialise } from './state.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./service.js').Page} Page */

/** How long typing and dragging may pause before the service is asked. */
const PAUSE_MILLIS = 150;

const LONGEST_WAIT_SECONDS = 30;

/**
 * What the page shows.
 *
 * @typedef {object} Views
 * @property {(state: State) => void} render shows a state
 * @property {(page: Page) => void} show shows an answer
 * @property {() => void} offerChanged is called if another offer is in the drawer, or none
 * @property {(isBusy: boolean) => void} busy
 * @property {() => any} facets returns what to count
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
    this.isLoading = false;
    /** How often the service failed since it last answered. */
    this.failures = 0;
    this.timer = 0;
    /** The key of the latest change, which later changes with the same key merge with. */
    this.merged = '';
  }

  /** Shows the state of the address, and asks for its offers. */
  start() {
    history.replaceState(null, '', serialise(this.state));
    this.restored();
    window.addEventListener('popstate', () => {
      this.state = parse(location.hash);
      this.merged = '';
      // A box that somebody types into keeps its text otherwise.
      if (document.activeElement instanceof HTMLElement) {
        document.activeElement.blur();
      }
      this.restored();
    });
  }

  restored() {
    this.views.render(this.state);
    this.load();
    this.views.offerChanged();
  }

  /**
   * Changes the state, and shows and asks for what follows from it.
   *
   * @param {(state: State) => void} mutate
   * @param {string} [merge] changes with the same key that follow each other are one step of the
   *     history
   */
  change(mutate, merge = '') {
    const before = JSON.stringify(requestOf(this.state));
    const offer = this.state.offer;
    mutate(this.state);
    this.remember(merge !== '' && merge === this.merged);
    this.merged = merge;
    this.views.render(this.state);
    if (this.state.offer !== offer) {
      this.views.offerChanged();
    }
    if (JSON.stringify(requestOf(this.state)) !== before) {
      this.loadAfter(merge ? PAUSE_MILLIS : 0);
    }
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
      history[replaces ? 'replaceState' : 'pushState'](null, '', address);
    }
  }

  /** @param {number} millis */
  loadAfter(millis) {
    this.running.abort();
    this.isLoading = true;
    this.views.busy(true);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.load(), millis);
  }

  /** Asks for the offers and the counts of the state; answers to older states are discarded. */
  load() {
    clearTimeout(this.timer);
    this.running.abort();
    const own = new AbortController();
    this.running = own;
    this.isLoading = true;
    this.views.busy(true);
    return this.run(
      { limit: PAGE_SIZE, facets: this.views.facets() },
      (page) => {
        this.page = page;
        this.views.show(page);
      },
      () => this.load(),
    ).finally(() => {
      if (own === this.running && !own.signal.aborted) {
        this.isLoading = false;
        this.views.busy(false);
      }
    });
  }

  /**
   * Sends a request for the state, and takes the answer unless the state has changed since.
   *
   * @param {{[key: string]: any}} more what the request says beside the state
   * @param {(page: Page) => void} take
   * @param {() => void} again is called later if the service can not answer now
   * @param {{request?: {[key: string]: any}, cursor?: string}} [other] another request than that of
   *     the state
   */
  async run(more, take, again, { request = requestOf(this.state), cursor } = {}) {
    const own = this.running;
    try {
      const page = await ask({ ...request, ...more }, { cursor, signal: own.signal });
      if (own === this.running) {
        this.succeeded();
        take(page);
      }
    } catch (failure) {
      if (own === this.running && !own.signal.aborted) {
        this.failed(failure, again);
      }
    }
  }

  succeeded() {
    this.failures = 0;
    this.answeredAt = Date.now();
    notice('');
    this.views.calm();
  }

  /**
   * Shows what the service refuses, where it belongs, and tries again if that may help.
   *
   * @param {unknown} failure
   * @param {() => void} again
   */
  failed(failure, again) {
    if (!(failure instanceof Refusal)) {
      throw failure;
    }
    const { status, message, field } = failure;
    this.views.calm();
    if (status === 401 || status === 403) {
      this.failures++;
      this.views.askKey(message);
      notice(message, { label: 'Enter a key', act: () => this.views.askKey('') });
    } else if (failure.isPassing) {
      this.failures++;
      const wait = Math.min(LONGEST_WAIT_SECONDS, Math.max(failure.wait, 2 ** (this.failures - 1)));
      notice(`${message} The page tries again in ${number(wait)} s.`, { label: 'Try now', act: again });
      clearTimeout(this.timer);
      this.timer = setTimeout(again, wait * 1000);
    } else {
      this.failures++;
      notice(this.views.complain(field, message) ? '' : message);
    }
  }
}
