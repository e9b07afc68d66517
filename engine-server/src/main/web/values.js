// Filters whose values stand in a list, each with the number of offers beside it.

import { countsOf } from './filters.js';
import { number } from './format.js';
import { h, setText } from './dom.js';
import { bound, chosen, setCondition } from './state.js';

/** @import { Filter } from './filters.js' */
/** @import { State } from './state.js' */

/**
 * Changes the state of the page. Changes with the same key that follow each other are one step of
 * the browser's history.
 *
 * @typedef {(mutate: (state: State) => void, merge?: string) => void} Change
 *
 * @typedef {object} FilterView
 * @property {HTMLElement} element
 * @property {(state: State) => void} render shows the conditions
 * @property {(facet: any) => void} count shows the counts of an answer
 */

/** One value of a list. */
class Row {
  /**
   * @param {string} value
   * @param {string} name
   * @param {HTMLInputElement} input
   */
  constructor(value, name, input) {
    this.value = value;
    this.name = name;
    this.input = input;
    this.counter = h('span', { class: 'count' });
    /** Whether no offer has the value, as far as is known. */
    this.isEmpty = false;
    this.element = h('label', { class: 'value', 'data-value': value }, input, h('span', { class: 'name', dir: 'auto' }, name), this.counter);
  }

  /** @param {number} count */
  count(count) {
    setText(this.counter, number(count));
    this.isEmpty = count === 0;
    this.element.classList.toggle('none', this.isEmpty);
  }
}

/** Values without offers are folded if there are more of them. */
const MOST_WITHOUT_OFFERS = 2;

/**
 * The rows of a list, in one order. Those without offers are folded behind the others, unless they
 * are chosen.
 */
class Rows {
  /**
   * @param {Filter} filter
   * @param {(value: string) => HTMLInputElement} makeInput
   */
  constructor(filter, makeInput) {
    this.filter = filter;
    this.makeInput = makeInput;
    /** @type {Map<string, Row>} */
    this.byValue = new Map();
    /** In their order. @type {Row[]} */
    this.sorted = [];
    this.list = h('div', { class: 'values' });
    this.others = h('div', { class: 'values', hidden: true });
    this.unfold = h('button', { type: 'button', class: 'link unfold', hidden: true, onclick: () => this.toggle() });
    this.absent = h('p', { class: 'absent', hidden: true });
    this.element = h('div', {}, this.list, this.unfold, this.others, this.absent);
    const collator = new Intl.Collator('en', { numeric: true });
    this.compare =
      filter.compare ??
      ((/** @type {string} */ left, /** @type {string} */ right) =>
        collator.compare(this.nameOf(left), this.nameOf(right)));
  }

  /** @param {string} value */
  nameOf(value) {
    return this.filter.name ? this.filter.name(value) : value;
  }

  /** @param {Iterable<string>} values */
  add(values) {
    const before = this.byValue.size;
    for (const value of values) {
      if (!this.byValue.has(value)) {
        this.byValue.set(value, new Row(value, this.nameOf(value), this.makeInput(value)));
      }
    }
    if (this.byValue.size > before) {
      this.sorted = [...this.byValue.values()].sort((left, right) => this.compare(left.value, right.value));
      this.arrange();
    }
  }

  /**
   * Shows the counts beside the values, and how many offers have none.
   *
   * @param {Map<string, number>} counts
   * @param {number} absent
   */
  count(counts, absent) {
    for (const row of this.sorted) {
      row.count(counts.get(row.value) ?? 0);
    }
    this.absent.hidden = absent === 0;
    setText(this.absent, number(absent) + ' do not say');
    this.arrange();
  }

  /** Puts each row where it belongs. */
  arrange() {
    const isOther = (/** @type {Row} */ row) => row.isEmpty && !row.input.checked;
    const others = this.sorted.filter(isOther);
    const isFolded = others.length > MOST_WITHOUT_OFFERS;
    const focused = document.activeElement;
    place(this.list, isFolded ? this.sorted.filter((row) => !isOther(row)) : this.sorted);
    place(this.others, isFolded ? others : []);
    if (focused instanceof HTMLElement && focused !== document.activeElement) {
      focused.focus({ preventScroll: true });
    }
    this.unfold.hidden = !isFolded;
    this.label();
  }

  /** @param {boolean} [isOpen] */
  toggle(isOpen = this.others.hidden) {
    this.others.hidden = !isOpen;
    this.label();
  }

  label() {
    setText(this.unfold, this.others.hidden ? `${number(this.others.childElementCount)} more` : 'fewer');
    this.unfold.setAttribute('aria-expanded', String(!this.others.hidden));
  }
}

/**
 * Shows rows in a list, if it has others.
 *
 * @param {HTMLElement} list
 * @param {Row[]} rows
 */
function place(list, rows) {
  const isSame = rows.length === list.childElementCount && rows.every((row, at) => row.element === list.children[at]);
  if (!isSame) {
    list.replaceChildren(...rows.map((row) => row.element));
  }
}

/**
 * A list of boxes to tick.
 *
 * @param {Filter} filter
 * @param {Change} change
 * @returns {FilterView}
 */
export function valuesFilter(filter, change) {
  const field = filter.field;
  const rows = new Rows(filter, (value) =>
    h('input', {
      type: 'checkbox',
      onchange: (/** @type {Event} */ event) => {
        const ticked = /** @type {HTMLInputElement} */ (event.target).checked;
        change((state) => {
          const others = chosen(state, field).filter((each) => each !== value);
          setCondition(state, field, { in: ticked ? [...others, value] : others, eq: null });
        });
      },
    }),
  );
  const found = () => [...rows.byValue.values()].filter((row) => !row.element.hidden);
  const all = h('button', {
    type: 'button',
    class: 'link',
    hidden: true,
    onclick: () => chooseFound(),
  });
  const find = filter.find
    ? h('input', {
        type: 'search',
        class: 'find',
        placeholder: 'Find',
        'aria-label': 'Find a value of ' + filter.label,
        oninput: () => search(),
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          if (event.key === 'Enter') {
            choose(exact(find?.value ?? '', found()));
          }
        },
      })
    : null;

  function search() {
    const words = (find?.value ?? '').toLowerCase().split(/\s+/);
    for (const row of rows.byValue.values()) {
      row.element.hidden = !words.every((word) => row.name.toLowerCase().includes(word));
    }
    const count = found().length;
    all.hidden = !find?.value || count === 0;
    setText(all, 'choose all ' + count);
    rows.toggle(Boolean(find?.value));
  }

  function chooseFound() {
    choose(found());
  }

  /** @param {Row[]} wanted */
  function choose(wanted) {
    if (find?.value && wanted.length > 0) {
      const values = wanted.map((row) => row.value);
      change((state) => setCondition(state, field, { in: values, eq: null }));
    }
  }

  return {
    element: h('div', {}, find, all, rows.element),
    render(state) {
      const values = chosen(state, field);
      rows.add(values);
      for (const row of rows.byValue.values()) {
        row.input.checked = values.includes(row.value);
      }
      rows.arrange();
    },
    count(facet) {
      const counts = countsOf(filter, facet);
      rows.add(counts.keys());
      rows.count(counts, facet.absent);
      if (find?.value) {
        search();
      }
    },
  };
}

/**
 * Returns the rows that somebody means who typed some words: those with these words and the fewest
 * others, or all rows if none has the words as a whole. "4090" means RTX 4090, and not RTX 4090D.
 *
 * @param {string} typed
 * @param {Row[]} rows
 */
function exact(typed, rows) {
  const words = wordsOf(typed);
  const whole = rows.filter((row) => words.every((word) => wordsOf(row.name).includes(word)));
  const fewest = Math.min(...whole.map((row) => wordsOf(row.name).length));
  return whole.length === 0 ? rows : whole.filter((row) => wordsOf(row.name).length === fewest);
}

/** @param {string} text */
function wordsOf(text) {
  return text.toLowerCase().split(/[\s_]+/).filter((word) => word !== '');
}

/**
 * Any, yes or no.
 *
 * @param {Filter} filter
 * @param {Change} change
 * @returns {FilterView}
 */
export function flagFilter(filter, change) {
  return choiceFilter(
    { ...filter, name: (value) => (value === 'true' ? 'yes' : 'no'), compare: (left) => (left === 'true' ? -1 : 1) },
    'eq',
    ['true', 'false'],
    change,
    (counts) => counts,
  );
}

/**
 * Any, or at least a value: beside each value stands the number of offers with it or a greater one.
 *
 * @param {Filter} filter
 * @param {Change} change
 * @returns {FilterView}
 */
export function leastFilter(filter, change) {
  const name = filter.name ?? ((value) => value);
  return choiceFilter({ ...filter, name: (value) => name(value) + ' or later' }, 'gte', [], change, atLeast);
}

/**
 * Returns for each of some values how many offers have it or a greater one.
 *
 * @param {Map<string, number>} counts
 * @param {string[]} values
 */
function atLeast(counts, values) {
  /** @param {string} least */
  const sum = (least) =>
    [...counts].reduce((total, [value, count]) => total + (Number(value) >= Number(least) ? count : 0), 0);
  return new Map(values.map((value) => [value, sum(value)]));
}

/**
 * A list of which one value or none is chosen.
 *
 * @param {Filter} filter
 * @param {string} operator of the condition
 * @param {string[]} values that are there whatever the offers have
 * @param {Change} change
 * @param {(counts: Map<string, number>, values: string[]) => Map<string, number>} countsBeside
 * @returns {FilterView}
 */
function choiceFilter(filter, operator, values, change, countsBeside) {
  const field = filter.field;
  /** @param {string} value */
  const radio = (value) =>
    h('input', {
      type: 'radio',
      name: 'filter-' + field,
      onchange: () => change((state) => setCondition(state, field, { [operator]: value })),
    });
  const rows = new Rows(filter, radio);
  rows.add(values);
  const any = radio('');
  return {
    element: h('div', {}, h('label', { class: 'value' }, any, h('span', { class: 'name' }, 'any')), rows.element),
    render(state) {
      const value = bound(state, field, operator);
      rows.add(value ? [value] : []);
      any.checked = !value;
      for (const row of rows.byValue.values()) {
        row.input.checked = row.value === value;
      }
      rows.arrange();
    },
    count(facet) {
      const found = countsOf(filter, facet);
      rows.add(found.keys());
      rows.count(countsBeside(found, [...rows.byValue.keys()]), facet.absent);
    },
  };
}
