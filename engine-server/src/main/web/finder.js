// Finds any filter by its name or its unit, and adds it to the rail.

import { filterFor, filterNames } from './filters.js';
import { byId, h, inputById, setText } from './dom.js';

/** @import { Filter } from './filters.js' */

/** So many filters are shown while somebody types. */
const MOST_FOUND = 8;

/**
 * @typedef {object} Candidate
 * @property {string} field
 * @property {string} label
 * @property {string} unit
 */

export class Finder {
  /** @param {(field: string) => void} add opens the section of a filter */
  constructor(add) {
    this.add = add;
    this.input = inputById('find-filter');
    this.list = byId('found-filters');
    /** @type {Candidate[]} */
    this.candidates = filterNames().map((field) => {
      const { label, scale } = /** @type {Filter} */ (filterFor(field));
      return { field, label, unit: scale?.unit ?? '' };
    });
    this.input.addEventListener('input', () => this.show());
    this.input.addEventListener('keydown', (event) => this.pressed(event));
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const [first] = this.found();
    if (event.key === 'Enter' && first) {
      this.choose(first.field);
    } else if (event.key === 'Escape' && this.input.value) {
      this.input.value = '';
      this.show();
    }
  }

  /** Returns what somebody typed may mean, what begins so first. */
  found() {
    const typed = this.input.value.trim().toLowerCase();
    if (!typed) {
      return [];
    }
    const words = typed.split(/\s+/);
    /** @param {Candidate} candidate */
    const rank = ({ field, label, unit }) => {
      const [name, measure] = [label.toLowerCase(), unit.toLowerCase()];
      const isFound = words.every((word) => `${name} ${field} ${measure}`.includes(word));
      return !isFound ? 0 : name === typed || field === typed ? 4 : name.startsWith(typed) ? 3 : measure === typed ? 2 : 1;
    };
    return this.candidates
      .map((candidate) => ({ ...candidate, rank: rank(candidate) }))
      .filter((candidate) => candidate.rank > 0)
      .sort((left, right) => right.rank - left.rank);
  }

  show() {
    const found = this.found();
    const isTyped = this.input.value.trim() !== '';
    this.list.replaceChildren(
      ...found.slice(0, MOST_FOUND).map(({ field, label, unit }) =>
        h(
          'li',
          {},
          h('button', { type: 'button', 'data-field': field, onclick: () => this.choose(field) }, label),
          unit ? h('span', { class: 'unit' }, ' ' + unit) : null,
        ),
      ),
    );
    const more = found.length - MOST_FOUND;
    setText(byId('found-note'), !isTyped ? '' : found.length === 0 ? 'No field has this name.' : more > 0 ? `and ${more} more` : '');
  }

  /** @param {string} field */
  choose(field) {
    this.input.value = '';
    this.show();
    this.add(field);
  }
}
