// Saved searches: a state of the page as a search that waits for offers, and back.

import { byId, inputById, setText, showMessage } from './dom.js';
import { number } from './format.js';
import { say } from './notices.js';
import { wordsFor } from './rail.js';
import { Refusal, requestOf, send } from './service.js';
import { parse } from './state.js';

/** @import { State } from './state.js' */

/**
 * @typedef {object} SavedSearch
 * @property {number} id
 * @property {string} name
 * @property {{[key: string]: any}} search
 */

const PATH = 'market/v1/saved_searches';

/** The most characters of a name that the page proposes. */
const NAME_LENGTH = 100;

/** The filters that nearly every search has: a name does not need them. */
const USUAL = ['verification', 'rentable', 'rented'];

/** The keys of a search that say nothing of which offers match. */
const NO_CONDITIONS = [
  'limit',
  'order',
  'disable_bundling',
  'sort_option',
  'gpu_option',
  'show_incompatible',
  'extra_ids',
  'template_id',
];

/** @returns {Promise<SavedSearch[]>} */
export async function savedSearches() {
  return (await send('GET', PATH)).saved_searches;
}

/** @param {SavedSearch} search */
export function remove(search) {
  return send('DELETE', `${PATH}/${search.id}`);
}

/**
 * Returns the state of a saved search, which a program may have written; null if the page has no
 * words for one of its conditions.
 *
 * @param {SavedSearch} saved
 * @returns {State | null}
 */
export function stateOf({ search }) {
  // Without a first key, the state would be that of a new page.
  const text = new URLSearchParams({ type: 'on-demand' });
  for (const [field, condition] of Object.entries(search)) {
    if (condition === null || NO_CONDITIONS.includes(field)) {
      continue;
    }
    if (field === 'target_reliability' && isPlain(condition)) {
      // A bare number under this name is the least that is accepted.
      text.append('expected_reliability.gte', String(condition));
      continue;
    }
    for (const [operator, value] of Object.entries(isPlain(condition) ? { eq: condition } : condition)) {
      const values = Array.isArray(value) ? value : [value];
      if (values.length === 0 || !values.every(isPlain)) {
        return null;
      }
      values.forEach((each) => text.append(`${field}.${operator}`, String(each)));
    }
  }
  return parse(String(text));
}

/** @param {any} value */
function isPlain(value) {
  return value !== null && typeof value !== 'object';
}

/**
 * Returns which offers a state finds, in words.
 *
 * @param {State} state
 */
export function describe(state) {
  const filters = Object.entries(state.filters).map(([field, condition]) => wordsFor(field, condition, state.period));
  const storage = Number(state.storage);
  return [...filters, state.type, `${Number.isFinite(storage) ? number(storage, 2) : state.storage} GB of storage`].join(' · ');
}

/** @param {State} state */
function nameFor(state) {
  const words = Object.entries(state.filters)
    .filter(([field]) => !USUAL.includes(field))
    .map(([field, condition]) => wordsFor(field, condition, state.period));
  return [...(words.join('; ') || 'Any offer')].slice(0, NAME_LENGTH).join('');
}

/** The form that saves the search that the page shows. */
export class SaveForm {
  /** @param {(reason: string) => void} askKey */
  constructor(askKey) {
    this.askKey = askKey;
    this.dialog = /** @type {HTMLDialogElement} */ (byId('save'));
    this.input = inputById('save-name');
    /** @type {{[key: string]: any}} */
    this.search = {};
    /** What is being sent, though the form may be closed, or have another search. @type {object | null} */
    this.sending = null;
    byId('save-form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.save();
    });
  }

  /**
   * Asks for a name.
   *
   * @param {State} state
   */
  open(state) {
    const { order: _order, disable_bundling: _single, ...search } = requestOf(state);
    this.search = search;
    this.input.value = nameFor(state);
    setText(byId('save-conditions'), describe(state));
    setText(byId('save-problem'), '');
    this.dialog.showModal();
    this.input.select();
  }

  async save() {
    const search = this.search;
    if (this.sending === search) {
      return;
    }
    this.sending = search;
    const isShown = () => this.dialog.open && this.search === search;
    try {
      await send('POST', PATH, { body: { name: this.input.value.trim(), search } });
      if (isShown()) {
        this.dialog.close();
      }
      say('The search is saved. The bell tells what newly matches.');
    } catch (failure) {
      if (!(failure instanceof Refusal)) {
        throw failure;
      }
      if (isShown()) {
        showMessage(byId('save-problem'), failure.message);
      } else {
        say(`The search is not saved: ${failure.message}`);
      }
      if (failure.isOfKey) {
        this.askKey(failure.message);
      }
    } finally {
      if (this.sending === search) {
        this.sending = null;
      }
    }
  }
}
