// What the page says if nothing matches: which condition to drop, or which two, and how many offers that
// brings back.

import { byId, h, setText } from './dom.js';
import { number } from './format.js';
import { wordsFor } from './rail.js';
import { DEFAULT_STORAGE, none, setCondition } from './state.js';

/** @import { State } from './state.js' */
/** @import { Page } from './service.js' */
/** @import { Change } from './values.js' */

/** The name of the parameter that large storages are conditions of. */
const STORAGE = 'allocated_storage';

/** So many conditions are tried with each other. */
const MOST_TRIED = 10;

/** So many pairs are told. */
const MOST_TOLD = 5;

/**
 * A condition of a state.
 *
 * @typedef {{field: string, operator: string}} Part
 *
 * @typedef {(state: State, take: (page: Page) => void) => Promise<void>} Count asks how many offers
 *     another state has
 */

/**
 * Shows the advice, or the table if there are offers.
 *
 * @param {Page} page
 * @param {State} state
 * @param {Change} change
 * @param {Count} count
 */
export function showAdvice(page, state, change, count) {
  const isEmpty = page.matched === 0;
  byId('nothing').hidden = !isEmpty;
  byId('table').hidden = isEmpty;
  byId('nothing-clear').hidden = Object.keys(state.filters).length === 0;
  const helpful = page.without.filter((each) => each.count > 0);
  show(helpful.map((each) => ({ parts: [each], count: each.count })), state, change, page);
  if (isEmpty && helpful.length === 0 && page.without.length > 1) {
    tryPairs(page.without.slice(0, MOST_TRIED), state, change, page, count);
  }
}

/**
 * Tries two conditions together: without the one, the service counts without each of the others, too.
 *
 * @param {Part[]} parts
 * @param {State} state
 * @param {Change} change
 * @param {Page} page
 * @param {Count} count
 */
async function tryPairs(parts, state, change, page, count) {
  /** @type {{parts: Part[], count: number}[]} */
  const pairs = [];
  for (const [at, part] of parts.entries()) {
    const next = { ...state, filters: Object.assign(none(), state.filters) };
    drop(next, part);
    await count(next, ({ without }) => {
      for (const other of parts.slice(at + 1)) {
        const found = without.find(({ field, operator }) => field === other.field && operator === other.operator);
        if (found && found.count > 0) {
          pairs.push({ parts: [part, other], count: found.count });
        }
      }
    });
  }
  if (pairs.length > 0) {
    show(pairs, state, change, page);
  }
}

/**
 * @param {{parts: Part[], count: number}[]} advice
 * @param {State} state
 * @param {Change} change
 * @param {Page} page
 */
function show(advice, state, change, page) {
  const best = advice.sort((left, right) => right.count - left.count);
  const isPair = best[0]?.parts.length === 2;
  const title = isPair ? 'Drop two conditions to see offers again:' : 'Drop a condition to see offers again:';
  setText(byId('advice'), best.length > 0 ? title : reason(page));
  const told = isPair ? best.slice(0, MOST_TOLD) : best;
  const drops = told.map(({ parts, count }) =>
    h(
      'li',
      {},
      h(
        'button',
        {
          type: 'button',
          'data-field': parts.map((part) => part.field).join(' '),
          onclick: () => change((next) => parts.forEach((part) => drop(next, part))),
        },
        parts.map((part) => words(state, part)).join(' and '),
      ),
      ` ${isPair ? 'bring' : 'brings'} back ${number(count)} ${count === 1 ? 'offer' : 'offers'}`,
    ),
  );
  byId('drops').replaceChildren(...drops);
}

/** @param {Page} page */
function reason(page) {
  return page.without.length === 0
    ? 'The market has no offer at all.'
    : 'More than one condition keeps the offers away: drop several of them, or clear all.';
}

/**
 * @param {State} next
 * @param {Part} part
 */
function drop(next, { field, operator }) {
  if (field === STORAGE) {
    next.storage = DEFAULT_STORAGE;
  } else {
    setCondition(next, field, { [operator]: null });
  }
}

/**
 * @param {State} state
 * @param {Part} part
 */
function words(state, { field, operator }) {
  if (field === STORAGE) {
    return `Storage: ${state.storage} GB`;
  }
  const value = state.filters[field]?.[operator];
  return wordsFor(field, value === undefined ? {} : { [operator]: value }, state.period);
}
