// What the page says if nothing matches: which condition to drop, and how many offers that brings back.

import { byId, h, setText } from './dom.js';
import { number } from './format.js';
import { wordsFor } from './rail.js';
import { DEFAULT_STORAGE, setCondition } from './state.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./service.js').Page} Page */
/** @typedef {import('./values.js').Change} Change */

/** The name of the parameter that large storages are conditions of. */
const STORAGE = 'allocated_storage';

/**
 * Shows the advice, or the table if there are offers.
 *
 * @param {Page} page
 * @param {State} state
 * @param {Change} change
 */
export function showAdvice(page, state, change) {
  const isEmpty = page.matched === 0;
  byId('nothing').hidden = !isEmpty;
  byId('table').hidden = isEmpty;
  const helpful = page.without
    .filter((each) => each.count > 0)
    .sort((left, right) => right.count - left.count);
  setText(byId('advice'), helpful.length > 0 ? 'Drop a condition to see offers again:' : reason(page));
  byId('nothing-clear').hidden = Object.keys(state.filters).length === 0;
  const drops = helpful.map(({ field, operator, count }) =>
    h(
      'li',
      {},
      h(
        'button',
        {
          type: 'button',
          'data-field': field,
          onclick: () => change((next) => drop(next, field, operator)),
        },
        words(state, field, operator),
      ),
      ` brings back ${number(count)} ${count === 1 ? 'offer' : 'offers'}`,
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
 * @param {string} field
 * @param {string} operator
 */
function drop(next, field, operator) {
  if (field === STORAGE) {
    next.storage = DEFAULT_STORAGE;
  } else {
    setCondition(next, field, { [operator]: null });
  }
}

/**
 * @param {State} state
 * @param {string} field
 * @param {string} operator
 */
function words(state, field, operator) {
  if (field === STORAGE) {
    return `Storage: ${state.storage} GB`;
  }
  const value = state.filters[field]?.[operator];
  return wordsFor(field, value === undefined ? {} : { [operator]: value }, state.period);
}
