// The table of results, which a narrow screen shows as cards. A row keeps its elements as long as its
// offer is shown, so that nothing flickers.

import { byId, h, setText } from './dom.js';
import { isNumber } from './format.js';
import { columnsOf, orderOf } from './columns.js';

/** @typedef {import('./fields.js').Offer} Offer */
/** @typedef {import('./columns.js').Column} Column */
/** @typedef {import('./state.js').State} State */

/** How long a change of a value is marked. */
const FLASH_MILLIS = 2_000;

/**
 * A row of the table.
 *
 * @typedef {object} Row
 * @property {Offer} offer
 * @property {number} size how many offers its bundle has
 * @property {boolean} isGone whether the service has the offer no longer
 * @property {HTMLTableRowElement} element
 * @property {Offer[] | null} members the other offers of its bundle, if it is unfolded
 * @property {Row | null} head the row whose bundle it belongs to, if it was unfolded
 */

export class Results {
  /**
   * @param {object} actions
   * @param {(id: string) => void} actions.open shows the details of an offer
   * @param {(row: Row) => void} actions.unfold shows or hides the other offers of a bundle
   * @param {(field: string, isSecond: boolean, isDown: boolean) => void} actions.sort by a field, from
   *     its greatest values down at first
   */
  constructor(actions) {
    this.actions = actions;
    /** @type {Map<string, Row>} */
    this.rows = new Map();
    this.body = byId('rows');
    this.head = byId('columns');
    /** @type {Column[]} */
    this.columns = [];
    /** @type {State | null} */
    this.state = null;
  }

  /**
   * Shows the columns and the order of a state.
   *
   * @param {State} state
   */
  render(state) {
    this.state = state;
    const columns = columnsOf(state);
    const isSame = columns.map((each) => each.id).join() === this.columns.map((each) => each.id).join();
    this.columns = columns;
    if (!isSame) {
      this.head.replaceChildren(...columns.map((column) => this.headCell(column)));
    }
    this.showOrder(state);
    for (const row of this.rows.values()) {
      if (!isSame) {
        row.element.replaceChildren(...this.cells(row));
      }
      this.fill(row);
    }
  }

  /**
   * @param {Column} column
   * @returns {HTMLTableCellElement}
   */
  headCell(column) {
    return h(
      'th',
      { scope: 'col', role: 'columnheader', class: column.numeric ? 'numeric' : '' },
      h(
        'button',
        {
          type: 'button',
          title: 'Sort; with Shift as the second order',
          'data-field': column.field,
          onclick: (/** @type {MouseEvent} */ event) => {
            const field = orderOf(column, /** @type {State} */ (this.state));
            this.actions.sort(field, event.shiftKey, column.isBestGreatest === true);
          },
        },
        column.label,
        h('span', { class: 'arrow', 'aria-hidden': 'true' }),
      ),
    );
  }

  /**
   * Shows the order in the cells of the head, which stay: one of them may have the focus.
   *
   * @param {State} state
   */
  showOrder(state) {
    this.columns.forEach((column, index) => {
      const cell = this.head.children[index];
      // A link may sort by the price of the machine, though the column shows that of a GPU.
      const rank = state.order.findIndex(([field]) => [orderOf(column, state), column.field].includes(field));
      const direction = rank < 0 ? '' : state.order[rank][1];
      const arrow = direction === '' ? '' : (direction === 'asc' ? '▲' : '▼') + (state.order.length > 1 ? rank + 1 : '');
      setText(/** @type {Element} */ (cell.querySelector('.arrow')), arrow);
      if (rank === 0) {
        cell.setAttribute('aria-sort', direction === 'asc' ? 'ascending' : 'descending');
      } else {
        cell.removeAttribute('aria-sort');
      }
    });
  }

  /**
   * Shows other offers, in their order.
   *
   * @param {Offer[]} offers
   * @param {number[]} sizes of their bundles
   */
  replace(offers, sizes) {
    /** @type {Map<string, Row>} */
    const rows = new Map();
    offers.forEach((offer, index) => {
      const row = this.rows.get(String(offer.id));
      if (row && !row.head) {
        row.offer = offer;
        row.size = sizes[index];
        row.isGone = false;
        row.members = null;
        this.fill(row);
      }
      rows.set(String(offer.id), row && !row.head ? row : this.row(offer, sizes[index], null));
    });
    this.rows = rows;
    const focused = document.activeElement;
    this.body.replaceChildren(...[...rows.values()].map((row) => row.element));
    if (focused instanceof HTMLElement && this.body.contains(focused)) {
      focused.focus({ preventScroll: true });
    }
  }

  /**
   * Adds the offers of a later page. An offer that moved from a page to the next in the meantime is
   * not shown again.
   *
   * @param {Offer[]} offers
   * @param {number[]} sizes of their bundles
   */
  append(offers, sizes) {
    const added = document.createDocumentFragment();
    offers.forEach((offer, index) => {
      const known = this.rows.get(String(offer.id));
      if (!known) {
        const row = this.row(offer, sizes[index], null);
        this.rows.set(String(offer.id), row);
        added.append(row.element);
      }
    });
    this.body.append(added);
  }

  /**
   * Shows the other offers of a bundle behind its row, or hides them.
   *
   * @param {Row} head
   * @param {Offer[] | null} members
   */
  unfold(head, members) {
    for (const row of [...this.rows.values()].filter((each) => each.head === head)) {
      row.element.remove();
      this.rows.delete(String(row.offer.id));
    }
    head.members = members;
    let last = head.element;
    for (const offer of members ?? []) {
      if (!this.rows.has(String(offer.id))) {
        const row = this.row(offer, 1, head);
        this.rows.set(String(offer.id), row);
        last.after(row.element);
        last = row.element;
      }
    }
    this.fill(head);
  }

  /**
   * Shows the present values of some rows. Values that changed flash once; offers that are not there
   * any more, or are rented, turn grey.
   *
   * @param {Row[]} rows the rows that were asked for
   * @param {Offer[]} offers what the service has of them
   */
  update(rows, offers) {
    const present = new Map(offers.map((offer) => [String(offer.id), offer]));
    for (const row of rows) {
      const offer = present.get(String(row.offer.id));
      const before = row.offer;
      row.isGone = !offer;
      row.offer = offer ?? before;
      this.fill(row, before);
    }
  }

  /** Returns the rows that the window shows. */
  inView() {
    return [...this.rows.values()].filter((row) => {
      const { top, bottom } = row.element.getBoundingClientRect();
      return bottom > 0 && top < window.innerHeight;
    });
  }

  /**
   * Shows the prices for another storage, before the service answers.
   *
   * @param {number} storage in GB
   */
  reprice(storage) {
    for (const row of this.rows.values()) {
      const { dph_base: base, storage_cost: perMonth } = row.offer;
      if (isNumber(base)) {
        const cost = ((isNumber(perMonth) ? perMonth : 0) * storage) / 720;
        row.offer = { ...row.offer, storage_total_cost: cost, dph_total: base + cost };
        this.fill(row);
      }
    }
  }

  /**
   * @param {Offer} offer
   * @param {number} size
   * @param {Row | null} head
   * @returns {Row}
   */
  row(offer, size, head) {
    const element = h('tr', { role: 'row', 'data-id': offer.id, class: head ? 'member' : '' });
    /** @type {Row} */
    const row = { offer, size, isGone: false, element, members: null, head };
    element.append(...this.cells(row));
    this.fill(row);
    return row;
  }

  /**
   * @param {Row} row
   * @returns {HTMLTableCellElement[]}
   */
  cells(row) {
    return this.columns.map((column, index) => {
      const main = h('span', { class: 'main', dir: 'auto' });
      const detail = h('span', { class: 'detail', dir: 'auto' });
      const cell = h('td', {
        role: 'cell',
        class: column.numeric ? 'numeric' : '',
        'data-column': column.id,
        'data-label': column.label,
      });
      if (index > 0) {
        cell.append(main, detail);
        return cell;
      }
      const name = h(
        'button',
        { type: 'button', class: 'name', onclick: () => this.actions.open(String(row.offer.id)) },
        main,
      );
      const more = h('button', { type: 'button', class: 'more link', onclick: () => this.actions.unfold(row) });
      cell.append(name, detail, h('span', { class: 'badge' }), more);
      return cell;
    });
  }

  /**
   * @param {Row} row
   * @param {Offer} [before] what the row showed, if changes are to be marked
   */
  fill(row, before) {
    const state = /** @type {State} */ (this.state);
    const cells = row.element.cells;
    this.columns.forEach((column, index) => {
      const cell = cells[index];
      const main = /** @type {Element} */ (cell.querySelector('.main'));
      const changed = setText(main, column.text(row.offer, state));
      setText(/** @type {Element} */ (cell.querySelector('.detail')), column.detail?.(row.offer, state) ?? '');
      if (changed && before) {
        flash(cell, before[column.field], row.offer[column.field]);
      }
    });
    const badge = badgeOf(row);
    row.element.classList.toggle('gone', badge !== '');
    setText(/** @type {Element} */ (cells[0].querySelector('.badge')), badge);
    const more = /** @type {HTMLElement} */ (cells[0].querySelector('.more'));
    const others = row.size - 1;
    more.hidden = others < 1 || Boolean(row.head);
    setText(more, row.members ? 'fold' : `+ ${others} more`);
    more.setAttribute('aria-expanded', String(Boolean(row.members)));
  }
}

/**
 * Returns why an offer can't be rented; "" if it can.
 *
 * @param {Row} row
 */
function badgeOf({ offer, isGone }) {
  if (isGone) {
    return 'no longer offered';
  }
  return offer.rented === true ? 'rented' : offer.rentable === false ? 'not rentable' : '';
}

/**
 * Marks a cell for a moment, with an arrow if a number rose or fell.
 *
 * @param {HTMLElement} cell
 * @param {any} before
 * @param {any} now
 */
function flash(cell, before, now) {
  const isNumeric = isNumber(before) && isNumber(now) && before !== now;
  cell.dataset.change = isNumeric ? (now > before ? 'up' : 'down') : 'other';
  cell.classList.add('changed');
  setTimeout(() => cell.classList.remove('changed'), FLASH_MILLIS);
}
