// Keeps what is in view up to date: asks again every few seconds, and when the tab comes back.

import { byId, setText } from './dom.js';
import { age } from './format.js';
import { requestOf, requestOfOffers } from './service.js';

/** @import { Session } from './session.js' */
/** @import { Page } from './service.js' */
/** @import { Compare } from './compare.js' */
/** @import { Results } from './results.js' */
/** @import { Detail } from './detail.js' */

const REFRESH_MILLIS = 5_000;

export class Live {
  /**
   * @param {Session} session
   * @param {Results} results
   * @param {{detail: Detail, compare: Compare}} over what
   *     lies over the results
   * @param {(page: Page) => void} recount shows the counts of an answer
   */
  constructor(session, results, { detail, compare }, recount) {
    this.session = session;
    this.results = results;
    this.detail = detail;
    this.compare = compare;
    this.recount = recount;
  }

  start() {
    document.addEventListener('visibilitychange', () => this.refresh());
    setInterval(() => this.refresh(), REFRESH_MILLIS);
    setInterval(() => this.showAge(), 1_000);
  }

  /** Asks for the rows in view, the offer in the drawer and pinned ones, and for the counts too if any offer changed. */
  refresh() {
    const { session } = this;
    if (document.hidden || !session.isCurrent || session.isWaiting) {
      return;
    }
    if (this.results.rows.length === 0) {
      session.load();
      return;
    }
    const rows = this.results.inView();
    const inDrawer = this.detail.offer?.id;
    const { pins } = session.state;
    const ids = [...new Set([...rows.map((row) => String(row.offer.id)), String(inDrawer ?? ''), ...pins])].filter(Boolean);
    if (ids.length === 0) {
      this.refreshCounts();
      return;
    }
    session.follow(
      requestOfOffers(session.state, ids),
      ({ offers, version }) => {
        this.results.update(rows, offers);
        this.compare.take(pins, offers);
        this.compare.render(session.state);
        if (inDrawer !== undefined && inDrawer === this.detail.offer?.id) {
          this.detail.update(offers.find((offer) => offer.id === inDrawer), session.state);
        }
        if (version !== session.page?.version) {
          this.refreshCounts();
        }
      },
      () => this.refresh(),
    );
  }

  refreshCounts() {
    const { session } = this;
    session.follow(
      { ...requestOf(session.state), limit: 0, facets: session.views.facets(session.state) },
      (counts) => {
        if (session.page) {
          session.page.version = counts.version;
          this.recount(counts);
        }
      },
      () => this.refreshCounts(),
    );
  }

  showAge() {
    const { answeredAt } = this.session;
    setText(byId('age'), answeredAt === 0 ? '' : 'as of ' + age(Date.now() - answeredAt));
  }
}
