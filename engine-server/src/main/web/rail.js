// The rail: a section for each filter, and the chosen filters as chips.

import { FILTERS, facetsFor, filterFor, isShown, scaleOf } from './filters.js';
import { Finder } from './finder.js';
import { number } from './format.js';
import { fieldOf } from './fields.js';
import { byId, chip, h, setText, showButtons, showMessage } from './dom.js';
import { jobFilter, wordsOfJob } from './job.js';
import { rangeFilter } from './range.js';
import { flagFilter, leastFilter, valuesFilter } from './values.js';

/** @import { Filter } from './filters.js' */
/** @import { State, Condition } from './state.js' */
/** @import { Page } from './service.js' */
/** @import { Change, FilterView } from './values.js' */

const KINDS = { values: valuesFilter, flag: flagFilter, least: leastFilter, range: rangeFilter, job: jobFilter };
const USUAL = FILTERS.filter((filter) => filter.open).map((filter) => filter.field);

const SIGNS = new Map(Object.entries({ eq: '', in: '', neq: 'not ', notin: 'none of ', gte: '≥ ', lte: '≤ ', gt: '> ', lt: '< ' }));

/** A chip names so many values, and sums up more. */
const MOST_NAMED = 3;

/**
 * A section of the rail.
 *
 * @typedef {object} Section
 * @property {Filter} filter
 * @property {HTMLDetailsElement} element
 * @property {FilterView} view
 * @property {HTMLElement} summary what is chosen
 * @property {HTMLButtonElement} any
 * @property {HTMLElement} problem
 */

export class Rail {
  /**
   * @param {Change} change
   * @param {(open: string[]) => void} toggled is told which sections are open
   */
  constructor(change, toggled) {
    this.change = change;
    this.toggled = toggled;
    /** The filters of which the service said all values that it has. */
    this.known = new Set();
    /** @type {Map<string, Section>} */
    this.sections = new Map();
    /** What the sections show. @type {State | null} */
    this.state = null;
    for (const filter of FILTERS) {
      this.sections.set(filter.field, this.section(filter));
    }
    byId('sections').append(...[...this.sections.values()].map((section) => section.element));
    this.finder = new Finder((field) => this.add(field));
  }

  /**
   * Opens the section of a filter, and puts the focus into it.
   *
   * @param {string} field
   */
  add(field) {
    if (!this.sections.get(field)?.element.open) {
      this.change((state) => (state.open = opened(state, field)));
    }
    const section = this.sections.get(field)?.element;
    section?.scrollIntoView({ block: 'nearest' });
    const input = section?.querySelector('fieldset input:not([type=range])');
    /** @type {HTMLElement | null | undefined} */ (input)?.focus();
  }

  /**
   * Makes sections for the filters that a state names and the rail does not have.
   *
   * @param {State} state
   */
  makeSections(state) {
    for (const field of [...(state.open ?? []), ...Object.keys(state.filters)]) {
      const filter = this.sections.has(field) ? undefined : filterFor(field);
      if (filter) {
        const section = this.section(filter);
        this.sections.set(field, section);
        byId('added').append(section.element);
      }
    }
  }

  /**
   * @param {Filter} filter
   * @returns {Section}
   */
  section(filter) {
    const view = KINDS[filter.kind](filter, this.change);
    const summary = h('span', { class: 'chosen', dir: 'auto' });
    const problem = h('p', { class: 'problem', role: 'alert', hidden: true });
    const any = h(
      'button',
      {
        type: 'button',
        class: 'any link',
        'aria-label': `any ${filter.label}`,
        onclick: () => this.change((state) => delete state.filters[filter.field]),
      },
      'any',
    );
    const element = h(
      'details',
      { class: 'filter', 'data-field': filter.field, ontoggle: () => this.toggledByHand() },
      h('summary', {}, h('span', { class: 'label' }, filter.label), summary),
      h('fieldset', {}, h('legend', { class: 'hidden' }, filter.label), any, problem, view.element),
    );
    return { filter, element, view, summary, any, problem };
  }

  toggledByHand() {
    const open = this.open();
    if (open.join() !== this.expected) {
      this.expected = open.join();
      this.toggled(open);
    }
  }

  /** Returns the fields of the open sections. */
  open() {
    return [...this.sections.values()]
      .filter((section) => section.element.open)
      .map((section) => section.filter.field);
  }

  /**
   * Returns what to count for the sections that a state opens.
   *
   * @param {State} state
   */
  facets(state) {
    const open = state.open ?? USUAL;
    const asked = open.map(filterFor).filter((filter) => filter !== undefined && isShown(filter, state, open));
    return facetsFor(/** @type {Filter[]} */ (asked), this.known);
  }

  /**
   * Shows the conditions of a state.
   *
   * @param {State} state
   */
  render(state) {
    this.state = state;
    const open = state.open ?? USUAL;
    this.makeSections(state);
    this.expected = [...this.sections.keys()].filter((field) => open.includes(field)).join();
    for (const { filter, element, view, summary, any } of this.sections.values()) {
      const condition = state.filters[filter.field];
      element.open = open.includes(filter.field);
      element.hidden = !isShown(filter, state, open);
      view.render(state);
      any.hidden = !condition || filter.kind === 'flag' || filter.kind === 'least';
      setText(summary, condition ? wordsOf(filter.field, condition, state.period, true) : '');
    }
    this.renderChips(state);
  }

  /** @param {State} state */
  renderChips(state) {
    const entries = Object.entries(state.filters);
    const chips = entries.map(([field, condition]) => {
      const words = wordsFor(field, condition, state.period);
      return chip(wordsFor(field, condition, state.period, true), 'Remove the filter ' + words, {
        'data-field': field,
        title: words,
        onclick: () => this.change((current) => delete current.filters[field]),
      });
    });
    showButtons(byId('chips'), chips);
    byId('clear').hidden = entries.length === 0;
    setText(byId('filter-count'), entries.length === 0 ? '' : ` (${entries.length})`);
  }

  /** Returns whether the rail has values to choose. */
  isCounted() {
    return this.known.size > 0;
  }

  /**
   * Shows the counts of an answer.
   *
   * @param {Page} page
   */
  count(page) {
    for (const { filter, view } of this.sections.values()) {
      const facet = (filter.kind === 'range' ? page.histogram : page.values)[filter.field];
      if (facet) {
        view.count(facet);
        this.known.add(filter.field);
      }
    }
    this.busy(false);
  }

  /**
   * Says whether counts of older answers are shown.
   *
   * @param {boolean} isBusy
   */
  busy(isBusy) {
    byId('rail').setAttribute('aria-busy', String(isBusy));
  }

  /**
   * Shows what the service says of a filter; returns false if the rail has no such filter.
   *
   * @param {string} field
   * @param {string} message
   */
  complain(field, message) {
    const section = this.sections.get(field);
    if (section) {
      section.problem.hidden = false;
      showMessage(section.problem, message);
      if (!section.element.open) {
        // The state has the section open, too, so that it stays so while somebody types into it.
        const state = /** @type {State} */ (this.state);
        state.open = opened(state, field);
        section.element.open = true;
        this.expected = this.open().join();
      }
    }
    return Boolean(section);
  }

  /** Takes back what the service said of filters. */
  calm() {
    for (const { problem } of this.sections.values()) {
      problem.hidden = true;
    }
  }
}

/**
 * Returns the open sections of a state with one more.
 *
 * @param {State} state
 * @param {string} field
 */
function opened(state, field) {
  return [...(state.open ?? USUAL).filter((each) => each !== field), field];
}

/**
 * Returns a condition in words, with the name of its field.
 *
 * @param {string} field
 * @param {Condition} condition
 * @param {string} period
 * @param {boolean} [isFolded] whether many values are summed up
 */
export function wordsFor(field, condition, period, isFolded = false) {
  const label = filterFor(field)?.label ?? fieldOf(field).label;
  return `${label}: ${wordsOf(field, condition, period, isFolded)}`;
}

/**
 * @param {string} field
 * @param {Condition} condition
 * @param {string} period
 * @param {boolean} isFolded whether many values are summed up
 */
function wordsOf(field, condition, period, isFolded) {
  const filter = filterFor(field);
  if (filter?.kind === 'job') {
    return wordsOfJob(condition);
  }
  const { gte, lte } = condition;
  if (filter?.kind === 'range' && (gte || lte)) {
    const scale = scaleOf(filter, period);
    const from = gte ? boundOf(String(gte), scale.low) : '';
    const to = lte ? boundOf(String(lte), scale.high) : '';
    const range = from && to ? `${from} – ${to}` : from ? `≥ ${from}` : `≤ ${to}`;
    return `${range} ${scale.unit}`.trim();
  }
  return Object.entries(condition)
    .map(([operator, value]) => {
      const values = Array.isArray(value) ? value : [value];
      return (SIGNS.get(operator) ?? operator + ' ') + (isFolded ? folded(filter, values) : named(filter, values));
    })
    .join(', ');
}

/**
 * @param {Filter | undefined} filter
 * @param {string[]} values
 */
function named(filter, values) {
  return values.map((each) => nameOf(filter, each)).join(', ');
}

/**
 * Returns many values in a few words.
 *
 * @param {Filter | undefined} filter
 * @param {string[]} values
 */
function folded(filter, values) {
  if (values.length <= MOST_NAMED) {
    return named(filter, values);
  }
  return filter?.fold
    ? filter.fold(values)
    : `${named(filter, values.slice(0, MOST_NAMED - 1))} and ${number(values.length - MOST_NAMED + 1)} more`;
}

/**
 * @param {string} sent
 * @param {number} factor
 */
function boundOf(sent, factor) {
  const value = Number(sent) / factor;
  return Number.isFinite(value) ? number(value, value < 1 ? 3 : 2) : sent;
}

/**
 * @param {Filter | undefined} filter
 * @param {string} value
 */
function nameOf(filter, value) {
  if (value === 'true' || value === 'false') {
    return value === 'true' ? 'yes' : 'no';
  }
  return filter?.name ? filter.name(value) : value;
}
