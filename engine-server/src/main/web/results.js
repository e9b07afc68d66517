// The table of results, which a narrow screen shows as cards. All rows have one height, so that only
// those near the window need elements. A row keeps its elements while it is near, so that nothing
// flickers; then another row takes them. Where the window is in the rows is measured when it moves, and
// after a change was painted: a measurement before would lay the page out twice.

import { byId, h, setText } from './dom.js';
import { isNumber } from './format.js';
import { columnsOf, orderOf, priceOf } from './columns.js';

/** @import { Offer } from './fields.js' */
/** @import { Column } from './columns.js' */
/** @import { State } from './state.js' */

/** How long a change of a value is marked. */
const FLASH_MILLIS = 2_000;

/** The share of its width that a column keeps in a narrow window, before the table scrolls sideways. */
const NARROWEST = 0.88;

/** The rows with elements above the window, and below it. */
const MARGIN = 12;

/** The most rows with elements, however high the window is. */
const MOST_DRAWN = 200;

/**
 * A row of the table.
 *
 * @typedef {object} Row
 * @property {Offer} offer
 * @property {number} size how many offers its bundle has
 * @property {boolean} isGone whether the service has the offer no longer
 * @property {HTMLTableRowElement | null} element null while the row is far from the window
 * @property {Offer[] | null} members the other offers of its bundle, if it is unfolded
 * @property {Row | null} head the row whose bundle it belongs to, if it was unfolded
 */

export class Results {
  /**
   * @param {object} actions
   * @param {(id: string) => void} actions.open shows the details of an offer
   * @param {(id: string) => void} actions.pin pins an offer to compare, or takes the pin back
   * @param {(row: Row) => void} actions.unfold shows or hides the other offers of a bundle
   * @param {(field: string, isSecond: boolean, isDown: boolean) => void} actions.sort by a field, from
   *     its greatest values down at first
   */
  constructor(actions) {
    this.actions = actions;
    /** In their order. @type {Row[]} */
    this.rows = [];
    /** @type {Map<string, Row>} */
    this.byId = new Map();
    this.table = byId('table');
    this.body = byId('rows');
    this.head = byId('columns');
    /** @type {Column[]} */
    this.columns = [];
    /** @type {State | null} */
    this.state = null;
    /** The lowest price of the rows. */
    this.cheapest = 0;
    /** In pixels; 0 until a row is measured. */
    this.rowHeight = 0;
    /** The pixels of the rows that are above the window, and in it or below. */
    this.window = { above: 0, height: 0 };
    this.isScrolled = false;
    /** Elements that no row has. @type {HTMLTableRowElement[]} */
    this.free = [];
    this.body.addEventListener('click', (event) => this.clicked(event));
    addEventListener('scroll', () => this.settle(), { passive: true, capture: true });
    addEventListener('resize', () => {
      this.rowHeight = 0;
      this.settle();
    });
  }

  /** @param {Event} event */
  clicked(event) {
    const target = /** @type {Element} */ (event.target);
    const id = target.closest('tr')?.dataset.id;
    const row = id === undefined ? undefined : this.byId.get(id);
    if (row && target.closest('.more')) {
      this.actions.unfold(row);
    } else if (row && target.closest('.pin')) {
      this.actions.pin(String(row.offer.id));
    } else if (row && target.closest('.name')) {
      this.actions.open(String(row.offer.id));
    }
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
    if (!isSame) {
      this.columns = columns;
      this.head.replaceChildren(...columns.map((column) => this.headCell(column)));
      const widths = columns.map((column) => column.width);
      const narrowest = widths.map((width) => NARROWEST * width);
      const tracks = widths.map((width, at) => `minmax(${narrowest[at]}rem, ${width}fr)`);
      this.table.style.setProperty('--columns', tracks.join(' '));
      this.table.style.setProperty('--width', narrowest.reduce((sum, width) => sum + width, 0) + 'rem');
      this.rowHeight = 0;
      for (const row of this.rows) {
        row.element?.remove();
        row.element = null;
      }
      this.free = [];
      this.draw(0);
    }
    this.showOrder(state);
    this.compare();
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
    const known = this.byId;
    this.byId = new Map();
    this.rows = offers.map((offer, index) => {
      const id = String(offer.id);
      const before = known.get(id);
      const row = before && !before.head ? before : newRow(offer, sizes[index], null);
      Object.assign(row, { offer, size: sizes[index], isGone: false, members: null });
      this.byId.set(id, row);
      return row;
    });
    this.compare();
    this.draw(0);
  }

  /**
   * Adds the offers of a later page. An offer that moved from a page to the next in the meantime is
   * not shown again.
   *
   * @param {Offer[]} offers
   * @param {number[]} sizes of their bundles
   */
  append(offers, sizes) {
    offers.forEach((offer, index) => {
      const id = String(offer.id);
      if (!this.byId.has(id)) {
        const row = newRow(offer, sizes[index], null);
        this.rows.push(row);
        this.byId.set(id, row);
      }
    });
    this.compare();
    this.draw(MARGIN);
  }

  /**
   * Shows the other offers of a bundle behind its row, or hides them.
   *
   * @param {Row} head
   * @param {Offer[] | null} members
   */
  unfold(head, members) {
    this.rows = this.rows.filter((row) => row.head !== head || !this.byId.delete(String(row.offer.id)));
    head.members = members;
    const added = (members ?? [])
      .filter((offer) => !this.byId.has(String(offer.id)))
      .map((offer) => newRow(offer, 1, head));
    this.rows.splice(this.rows.indexOf(head) + 1, 0, ...added);
    added.forEach((row) => this.byId.set(String(row.offer.id), row));
    this.compare();
    this.draw(MARGIN);
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

  /**
   * Shows the prices for another storage, before the service answers.
   *
   * @param {number} storage in GB
   */
  reprice(storage) {
    for (const row of this.rows) {
      const { dph_base: base, storage_cost: perMonth } = row.offer;
      if (isNumber(base)) {
        const cost = ((isNumber(perMonth) ? perMonth : 0) * storage) / 720;
        row.offer = { ...row.offer, storage_total_cost: cost, dph_total: base + cost };
      }
    }
    this.compare();
  }

  /** Shows all values again, beside the lowest price of the rows as it is now. */
  compare() {
    const state = /** @type {State} */ (this.state);
    this.cheapest = this.rows.reduce((least, { offer }) => Math.min(least, priceOf(offer, state) ?? Infinity), Infinity);
    for (const row of this.rows) {
      this.fill(row);
    }
  }

  /**
   * Scrolls to a row: the table, or the window where the table is as high as its rows.
   *
   * @param {number} index
   */
  toRow(index) {
    if (index > 0 || this.isScrolled) {
      const top = index * this.rowHeight;
      this.table.scrollTop = top;
      const { body } = this;
      scrollTo(0, index === 0 ? 0 : top + body.getBoundingClientRect().top + scrollY);
      this.settle();
    }
  }

  /** Returns which row is the first one below the head. */
  place() {
    const { bottom } = this.head.getBoundingClientRect();
    const start = Math.max(0, bottom) - this.body.getBoundingClientRect().top;
    return this.rowHeight === 0 ? 0 : Math.max(0, Math.round(start / this.rowHeight));
  }

  /** Returns how many pixels of the rows are below the window. */
  below() {
    const { above, height } = this.window;
    return this.rows.length * this.rowHeight - above - height;
  }

  /** Returns the row that has the focus. */
  focused() {
    const id = document.activeElement?.closest('tr')?.dataset.id;
    return id === undefined ? undefined : this.byId.get(id);
  }

  /**
   * Puts the focus on a row beside the one that has it, or on the first one in the window. Keys can
   * be faster than the events of scrolling, which draw the rows near the window.
   *
   * @param {number} step
   */
  walk(step) {
    const row = this.focused();
    const next = row ? this.rows[this.rows.indexOf(row) + step] : this.rows[this.place()];
    if (next && !next.element) {
      this.settle();
    }
    next?.element?.querySelector('button')?.focus();
  }

  /** Returns the rows that the window shows. */
  inView() {
    const [first, end] = this.span(0);
    return this.rows.slice(first, end);
  }

  /**
   * Returns which rows are in the window, from the first one to the one behind the last.
   *
   * @param {number} margin more rows at either side
   */
  span(margin) {
    const { rows, rowHeight } = this;
    const { above, height } = this.window;
    const first = Math.floor(above / rowHeight) - margin;
    const end = Math.ceil((above + height) / rowHeight) + margin;
    const from = Math.min(Math.max(0, first), rows.length);
    return [from, Math.max(from, Math.min(end, from + MOST_DRAWN, rows.length))];
  }

  /** Measures where the window is, and draws the rows near it. */
  settle() {
    this.measure();
    this.draw(MARGIN);
  }

  measure() {
    const { top } = this.body.getBoundingClientRect();
    const start = Math.max(0, this.table.getBoundingClientRect().top);
    this.window = { above: start - top, height: innerHeight - start };
    this.isScrolled = this.table.scrollTop > 0 || scrollY > 0;
  }

  /**
   * Gives the rows near the window elements, and takes those of the others.
   *
   * @param {number} margin more rows at either side
   */
  draw(margin) {
    byId('offers').setAttribute('aria-rowcount', String(this.rows.length + 1));
    if (this.rowHeight === 0 && this.rows.length > 0) {
      this.drawSpan(0, 1);
      this.rowHeight = this.body.children[0].getBoundingClientRect().height;
      this.measure();
    }
    // The table has no height while the page says that nothing matches.
    const [first, end] = this.rowHeight === 0 ? [0, 0] : this.span(margin);
    this.drawSpan(first, end);
  }

  /**
   * @param {number} first
   * @param {number} end
   */
  drawSpan(first, end) {
    const { body, rows, rowHeight } = this;
    const wanted = rows.slice(first, end);
    const elements = new Set(wanted.map((row) => row.element));
    const focused = document.activeElement;
    const left = /** @type {HTMLTableRowElement[]} */ ([...body.children]).filter((each) => !elements.has(each));
    for (const element of left) {
      const row = this.byId.get(element.dataset.id ?? '');
      if (row?.element === element) {
        row.element = null;
      }
      if (element.contains(focused)) {
        element.remove();
      }
    }
    this.free.unshift(...left);
    let next = body.firstElementChild;
    wanted.forEach((row, index) => {
      row.element ??= this.element(row, this.free.shift());
      row.element.setAttribute('aria-rowindex', String(first + index + 2));
      if (row.element === next) {
        next = next.nextElementSibling;
      } else {
        body.insertBefore(row.element, next);
      }
    });
    this.free.forEach((element) => element.remove());
    body.style.paddingTop = first * rowHeight + 'px';
    body.style.paddingBottom = (rows.length - end) * rowHeight + 'px';
    if (focused instanceof HTMLElement && focused !== document.activeElement) {
      // A row that moved keeps the focus; one that went leaves it to the results.
      (body.contains(focused) ? focused : byId('results')).focus({ preventScroll: true });
    }
  }

  /**
   * @param {Row} row
   * @param {HTMLTableRowElement} [free] the elements that another row had
   * @returns {HTMLTableRowElement}
   */
  element(row, free) {
    const element = free ?? h('tr', { role: 'row' }, ...this.cells());
    element.dataset.id = row.offer.id;
    element.className = row.head ? 'member' : '';
    for (const cell of free?.querySelectorAll('.changed') ?? []) {
      cell.classList.remove('changed');
    }
    row.element = element;
    this.fill(row);
    return element;
  }

  /** @returns {HTMLTableCellElement[]} */
  cells() {
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
      cell.append(
        h('div', { class: 'line' }, h('button', { type: 'button', class: 'name' }, main), h('span', { class: 'badge' })),
        h('button', { type: 'button', class: 'pin' }),
        h('div', { class: 'line' }, detail, h('button', { type: 'button', class: 'more link' })),
      );
      return cell;
    });
  }

  /**
   * Shows the values of a row, if it has elements.
   *
   * @param {Row} row
   * @param {Offer} [before] what the row showed, if changes are to be marked
   */
  fill(row, before) {
    const { element } = row;
    if (!element) {
      return;
    }
    const state = /** @type {State} */ (this.state);
    this.columns.forEach((column, index) => {
      const cell = element.cells[index];
      const main = /** @type {Element} */ (cell.querySelector('.main'));
      const changed = setText(main, column.text(row.offer, state));
      setText(/** @type {Element} */ (cell.querySelector('.detail')), column.detail?.(row.offer, state) ?? '');
      if (changed && before) {
        flash(cell, before[column.field], row.offer[column.field]);
      }
      if (column.id === 'price') {
        const price = priceOf(row.offer, state);
        cell.style.setProperty('--share', String(price ? this.cheapest / price : 0));
      }
    });
    const first = element.cells[0];
    const badge = badgeOf(row);
    element.classList.toggle('gone', badge !== '');
    setText(/** @type {Element} */ (first.querySelector('.badge')), badge);
    const pin = /** @type {Element} */ (first.querySelector('.pin'));
    pin.setAttribute('aria-pressed', String(state.pins.includes(String(row.offer.id))));
    pin.setAttribute('aria-label', `Compare ${this.columns[0].text(row.offer, state)}`);
    const more = /** @type {HTMLElement} */ (first.querySelector('.more'));
    const others = row.size - 1;
    more.hidden = others < 1 || Boolean(row.head);
    setText(more, row.members ? 'fold' : `+${others} more`);
    more.setAttribute('aria-expanded', String(Boolean(row.members)));
  }
}

/**
 * @param {Offer} offer
 * @param {number} size
 * @param {Row | null} head
 * @returns {Row}
 */
function newRow(offer, size, head) {
  return { offer, size, isGone: false, element: null, members: null, head };
}

/**
 * Returns why an offer can't be rented; "" if it can.
 *
 * @param {Row} row
 */
function badgeOf({ offer, isGone }) {
  if (isGone) {
    return 'gone';
  }
  return offer.rented === true ? 'rented' : offer.rentable === false ? 'unavailable' : '';
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
