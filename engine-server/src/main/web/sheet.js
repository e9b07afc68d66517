// The filters and the controls of prices, which lie over the offers where the page is narrow.

import { byId, setText } from './dom.js';

/** As wide as the page is when its styles show cards. */
const NARROW = matchMedia('(max-width: 60rem)');

export class Sheet {
  constructor() {
    this.dialog = /** @type {HTMLDialogElement} */ (byId('sheet'));
    byId('show-filters').addEventListener('click', () => this.open());
    byId('show-offers').addEventListener('click', () => this.dialog.close());
    NARROW.addEventListener('change', () => this.place());
    this.place();
  }

  /** Opens the sheet where the filters are in it. */
  open() {
    if (NARROW.matches && !this.dialog.open) {
      this.dialog.showModal();
      byId('sheet-parts').scrollTop = 0;
    }
  }

  /** Puts the parts into the sheet, or where a wide page has them. */
  place() {
    const prices = byId('prices');
    const filters = byId('filters');
    if (NARROW.matches) {
      byId('sheet-parts').append(prices, filters);
    } else {
      this.dialog.close();
      byId('title').after(prices);
      byId('rail').append(filters);
    }
  }

  /** @param {string} offers how many offers there are, in words */
  count(offers) {
    setText(byId('show-offers'), `Show ${offers}`);
  }
}
