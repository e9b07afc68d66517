// The controls of the table: order and columns.

import { COLUMNS, idsOf, orders } from './columns.js';
import { FIELD_GROUPS } from './fields.js';
import { byId, h, setText } from './dom.js';

/** @import { State } from './state.js' */
/** @import { Change } from './values.js' */

const DIRECTIONS = [
  ['asc', 'least first'],
  ['desc', 'greatest first'],
];

/**
 * Two orders as lists to choose from, for keyboards, screen readers and cards. Further ones come by
 * a link: they are named behind the lists, and stay.
 */
export class SortControls {
  /** @param {Change} change */
  constructor(change) {
    /** @type {string[][]} */
    this.further = [];
    this.keys = ['sort-first', 'sort-second'].map((id, rank) => {
      const field = /** @type {HTMLSelectElement} */ (byId(id));
      const direction = /** @type {HTMLSelectElement} */ (byId(id + '-direction'));
      field.append(
        h('option', { value: '' }, rank === 0 ? 'best score' : 'nothing else'),
        ...orders().map(([value, label]) => h('option', { value }, label)),
      );
      direction.append(...DIRECTIONS.map(([value, label]) => h('option', { value }, label)));
      const changed = () => change((state) => (state.order = this.order()));
      field.addEventListener('change', changed);
      direction.addEventListener('change', changed);
      return { field, direction };
    });
  }

  /** Returns the chosen order; a field counts once. */
  order() {
    const pairs = this.keys
      .filter(({ field }) => field.value !== '')
      .map(({ field, direction }) => [field.value, direction.value]);
    return [...pairs, ...this.further].filter(
      ([field], rank, all) => all.findIndex(([other]) => other === field) === rank,
    );
  }

  /** @param {State} state */
  render(state) {
    this.further = state.order.slice(this.keys.length);
    const words = this.further.map(([field, way]) => {
      const label = orders().find(([name]) => name === field)?.[1] ?? field;
      return `then ${label}, ${DIRECTIONS.find(([value]) => value === way)?.[1] ?? way}`;
    });
    setText(byId('sort-further'), words.join(' '));
    this.keys.forEach(({ field, direction }, rank) => {
      const [name, way] = state.order[rank] ?? ['', 'asc'];
      field.value = name;
      if (field.selectedIndex < 0) {
        // A link may sort by a name that no column has.
        field.append(h('option', { value: name, selected: true }, name));
      }
      direction.value = way;
      direction.hidden = name === '';
      field.disabled = rank === 1 && state.order.length === 0;
    });
  }
}

/**
 * The orders that most people want, each with what prices are for; null if that stays.
 *
 * @type {[string, string, string, string | null][]}
 */
const QUICK = [
  ['Cheapest', 'dph_total', 'asc', 'machine'],
  ['Cheapest per GPU', 'dph_per_gpu', 'asc', 'gpu'],
  ['Most DLPerf per $', 'dlperf_per_dphtotal', 'desc', null],
  ['Most reliable', 'reliability', 'desc', null],
];

/** Buttons for the orders that most people want. */
export class QuickSorts {
  /** @param {Change} change */
  constructor(change) {
    this.buttons = QUICK.map(([label, field, direction, per]) =>
      h(
        'button',
        {
          type: 'button',
          'data-order': field,
          onclick: () =>
            change((state) => {
              state.order = [[field, direction]];
              state.per = per ?? state.per;
            }),
        },
        label,
      ),
    );
    byId('quick').append(...this.buttons);
  }

  /** @param {State} state */
  render(state) {
    this.buttons.forEach((button, at) => {
      const [, field, direction] = QUICK[at];
      const [first] = state.order;
      button.setAttribute('aria-pressed', String(first?.[0] === field && first[1] === direction));
    });
  }
}

/** The columns to show. */
export class ColumnChooser {
  /** @param {Change} change */
  constructor(change) {
    this.dialog = /** @type {HTMLDialogElement} */ (byId('chooser'));
    /** @type {Map<string, HTMLInputElement>} */
    this.boxes = new Map();
    byId('choose-columns').addEventListener('click', () => this.dialog.showModal());
    byId('chooser-usual').addEventListener('click', () => change((state) => (state.columns = [])));
    for (const column of COLUMNS.values()) {
      this.boxes.set(
        column.id,
        h('input', { type: 'checkbox', onchange: () => change((state) => (state.columns = this.chosen(state))) }),
      );
    }
    const groups = FIELD_GROUPS.map((group) => {
      const labels = [...COLUMNS.values()]
        .filter((column) => column.group === group)
        .map((column) => h('label', { class: 'value' }, this.boxes.get(column.id) ?? null, h('span', {}, column.label)));
      return labels.length === 0 ? null : h('fieldset', {}, h('legend', {}, group), ...labels);
    });
    byId('chooser-columns').append(...groups.filter((group) => group !== null));
  }

  /**
   * Returns the ticked columns: those that are shown in their order, then new ones.
   *
   * @param {State} state
   */
  chosen(state) {
    const shown = idsOf(state);
    const ticked = [...this.boxes].filter(([, box]) => box.checked).map(([id]) => id);
    return [...shown.filter((id) => ticked.includes(id)), ...ticked.filter((id) => !shown.includes(id))];
  }

  /** @param {State} state */
  render(state) {
    const shown = idsOf(state);
    for (const [id, box] of this.boxes) {
      box.checked = shown.includes(id);
    }
  }
}
