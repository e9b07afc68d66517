// The bell: how many alerts nobody has read, the list of them, and the saved searches.

import { AlertFeed } from './alerts.js';
import { byId, h, setText, showMessage } from './dom.js';
import { age, counted, date, isNumber, money, number } from './format.js';
import { say } from './notices.js';
import { describe, remove, savedSearches, stateOf } from './saved.js';
import { Refusal, ask } from './service.js';

/** @import { Alert } from './alerts.js' */
/** @import { SavedSearch } from './saved.js' */
/** @import { State } from './state.js' */

const MOST_SHOWN = 100;

/**
 * An alert in the list. Its elements stay, so that nothing loses the focus.
 *
 * @typedef {object} Entry
 * @property {Alert} alert
 * @property {boolean} isUnread
 * @property {HTMLElement} element
 * @property {HTMLElement} title
 * @property {HTMLElement} badge
 * @property {HTMLElement} search the name of the search
 * @property {HTMLElement} detail
 */

export class Bell {
  /**
   * @param {object} actions
   * @param {(reason: string) => void} actions.askKey
   * @param {(offer: string, found: State | null) => void} actions.open shows an offer as the search
   *     found it
   * @param {(state: State) => void} actions.show shows a search
   */
  constructor(actions) {
    this.actions = actions;
    this.dialog = /** @type {HTMLDialogElement} */ (byId('alerts'));
    this.list = byId('alert-list');
    /** The newest first. @type {Entry[]} */
    this.entries = [];
    /** How many alerts there are no longer. */
    this.dropped = 0;
    /** @type {SavedSearch[]} */
    this.searches = [];
    /** The numbers of the searches that were removed here. @type {Set<number>} */
    this.removed = new Set();
    /** The models of offers, which alerts do not name; null if an offer is gone. @type {Map<number, string | null>} */
    this.models = new Map();
    this.feed = new AlertFeed({
      begin: () => this.begin(),
      take: (alerts, missed) => this.take(alerts, missed),
      complain: (message) => setText(byId('alerts-problem'), message),
    });
    this.dialog.addEventListener('close', () => this.read());
  }

  /** Reads the alerts of a new key. */
  start() {
    this.feed.start();
    if (this.dialog.open) {
      this.load();
    }
  }

  begin() {
    this.entries = [];
    this.dropped = 0;
    this.list.replaceChildren();
    this.showSearches([]);
    this.refresh();
  }

  /**
   * @param {Alert[]} alerts the oldest first
   * @param {number} missed
   */
  take(alerts, missed) {
    const added = alerts.map((alert) => this.entry(alert)).reverse();
    this.list.prepend(...added.map((entry) => entry.element));
    this.entries.unshift(...added);
    const surplus = this.entries.splice(MOST_SHOWN);
    surplus.forEach((entry) => entry.element.remove());
    this.dropped += missed + surplus.length;
    this.refresh();
    const news = counted(added.length, 'new alert');
    if (this.dialog.open) {
      setText(byId('alerts-news'), news);
      this.findModels();
    } else if (added.length > 0) {
      say(news + '.');
    }
  }

  /**
   * @param {Alert} alert
   * @returns {Entry}
   */
  entry(alert) {
    const title =
      alert.offer_id === null
        ? h('span')
        : h('button', { type: 'button', class: 'link', dir: 'auto', onclick: () => this.openOffer(alert) });
    const price = isNumber(alert.price) ? h('strong', {}, `${money(alert.price)}/h`) : null;
    const badge = h('span', { class: 'badge' });
    const search = h('span', { dir: 'auto' });
    const detail = h('span', { title: date(alert.time) });
    const element = h('li', {}, h('p', {}, title, price, badge), h('p', { class: 'detail' }, search, detail));
    return { alert, isUnread: true, element, title, badge, search, detail };
  }

  /** Opens the list, which counts as reading it. */
  open() {
    setText(byId('alerts-news'), '');
    this.models.clear();
    this.dialog.showModal();
    this.dialog.scrollTop = 0;
    this.refresh();
    this.load();
  }

  /** Asks for the saved searches. */
  async load() {
    await this.attempt(async () => {
      this.showSearches(await savedSearches());
      this.refresh();
      await this.findModels();
    });
  }

  read() {
    for (const entry of this.entries) {
      entry.isUnread = false;
    }
    this.refresh();
  }

  /** Asks for the models of the offers. */
  async findModels() {
    const ids = [...new Set(this.entries.map(({ alert }) => alert.offer_id))]
      .filter(isNumber)
      .filter((id) => !this.models.has(id));
    if (ids.length === 0) {
      return;
    }
    await this.attempt(async () => {
      const { offers } = await ask({ id: { in: ids }, limit: ids.length, disable_bundling: true });
      const found = new Map(offers.map((offer) => [offer.id, offer.gpu_name ?? '']));
      ids.forEach((id) => this.models.set(id, found.get(id) ?? null));
      this.refresh();
    });
  }

  /**
   * Does something at the service, and shows what the service refuses.
   *
   * @param {() => Promise<void>} act
   */
  async attempt(act) {
    try {
      await act();
      setText(byId('alerts-problem'), '');
    } catch (failure) {
      if (!(failure instanceof Refusal)) {
        throw failure;
      }
      showMessage(byId('alerts-problem'), failure.message);
      if (failure.isOfKey) {
        this.actions.askKey(failure.message);
      }
    }
  }

  /** @param {SavedSearch} search */
  async remove(search) {
    await this.attempt(async () => {
      await remove(search);
      const others = this.entries.filter(({ alert }) => alert.search_id !== search.id);
      this.entries.filter((entry) => !others.includes(entry)).forEach((entry) => entry.element.remove());
      this.entries = others;
      this.removed.add(search.id);
      this.showSearches(this.searches);
      this.refresh();
      setText(byId('alerts-news'), `Removed: ${nameOf(search)}`);
      // The button is gone with its line.
      byId('alerts-close').focus();
    });
  }

  /** @param {Alert} alert */
  openOffer(alert) {
    const search = this.searches.find((each) => each.id === alert.search_id);
    this.dialog.close();
    this.actions.open(String(alert.offer_id), search ? stateOf(search) : null);
  }

  /** @param {SavedSearch[]} searches */
  showSearches(searches) {
    // A list that was asked for before a search was removed may come after it.
    this.searches = searches.filter((search) => !this.removed.has(search.id));
    byId('saved-list').replaceChildren(...this.searches.map((search) => this.line(search)));
    byId('saved-none').hidden = this.searches.length > 0;
  }

  /** @param {SavedSearch} search */
  line(search) {
    const name = nameOf(search);
    const state = stateOf(search);
    const show = () => {
      this.dialog.close();
      this.actions.show(/** @type {State} */ (state));
    };
    return h(
      'li',
      {},
      h('p', {}, h('strong', { dir: 'auto' }, name)),
      h('p', { class: 'detail', dir: 'auto' }, state ? describe(state) : 'The page can not show these conditions.'),
      h(
        'p',
        { class: 'actions' },
        state ? h('button', { type: 'button', 'aria-label': `Show ${name}`, onclick: show }, 'Show') : null,
        h('button', { type: 'button', 'aria-label': `Remove ${name}`, onclick: () => this.remove(search) }, 'Remove'),
      ),
    );
  }

  /** Shows how many alerts are unread; the texts of the list only while somebody sees it. */
  refresh() {
    const isOpen = this.dialog.open;
    const unread = isOpen ? 0 : this.entries.filter((entry) => entry.isUnread).length;
    setText(byId('bell-count'), unread === 0 ? '' : unread < MOST_SHOWN ? number(unread) : `${number(MOST_SHOWN - 1)}+`);
    byId('bell-unread').hidden = unread === 0;
    if (isOpen) {
      this.entries.forEach((entry) => this.fill(entry));
      byId('alerts-none').hidden = this.entries.length > 0;
      const dropped = `${counted(this.dropped, 'older alert')} can no longer be shown.`;
      setText(byId('alerts-dropped'), this.dropped === 0 ? '' : dropped);
    }
  }

  /** @param {Entry} entry */
  fill({ alert, isUnread, title, badge, search, detail }) {
    const { offer_id: offer, num_gpus: gpus, more, quiet_until: quiet } = alert;
    const ago = age(Date.now() - alert.time * 1000);
    setText(badge, isUnread ? 'new' : '');
    if (offer === null) {
      setText(title, 'Many changes were not compared with your searches. Show a search to see what matches now.');
      setText(detail, ago);
      return;
    }
    const model = this.models.get(offer);
    setText(title, gpus === null ? `Offer ${offer}` : `${number(gpus)} × ${model || 'GPU'}`);
    setText(search, nameOf(this.searches.find((each) => each.id === alert.search_id) ?? { id: alert.search_id, name: '' }));
    const words = [
      '',
      ago,
      more > 0 ? `and ${counted(more, 'more offer')}` : null,
      model === null ? 'no longer offered' : null,
      quiet === null ? null : `no more alerts of this search before ${date(quiet)}`,
    ];
    setText(detail, words.filter((word) => word !== null).join(' · '));
  }
}

/** @param {{id: number | null, name: string}} search */
function nameOf({ id, name }) {
  return name || `Search ${id}`;
}
