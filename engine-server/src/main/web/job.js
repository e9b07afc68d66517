// The filter that describes a job: how long it runs, what it stores, and what it downloads and uploads.

import { sentOf } from './format.js';
import { h, numberBox, showNumber } from './dom.js';
import { bound, setCondition } from './state.js';

/** @import { Filter } from './filters.js' */
/** @import { Condition } from './state.js' */
/** @import { Change, FilterView } from './values.js' */

/** The storage of a job is that which all prices include. */
const STORAGE = 'storage';

/** The parts of a job, as the service calls them: [name, label, unit]. */
const PARTS = [
  ['hours', 'runs', 'hours'],
  [STORAGE, 'stores', 'GB'],
  ['down_gb', 'downloads', 'GB'],
  ['up_gb', 'uploads', 'GB'],
];

/**
 * Boxes for the parts of a job.
 *
 * @param {Filter} filter
 * @param {Change} change
 * @returns {FilterView}
 */
export function jobFilter({ field, label }, change) {
  const boxes = PARTS.map(([part, verb, unit]) =>
    numberBox({ placeholder: '0', 'aria-label': `${label} ${verb}`, 'data-part': part }, (typed) =>
      part === STORAGE
        ? change((state) => (state.storage = storageOf(typed)), STORAGE)
        : change((state) => setCondition(state, field, { [part]: sentOf(typed, unit) }), `job ${part}`),
    ),
  );
  const lines = PARTS.map(([, verb, unit], at) =>
    h('label', { class: 'ends' }, h('span', {}, verb), boxes[at], h('span', { class: 'unit' }, unit)),
  );
  return {
    element: h('div', { class: 'job' }, ...lines),
    render(state) {
      PARTS.forEach(([part], at) => showNumber(boxes[at], part === STORAGE ? state.storage : bound(state, field, part)));
    },
    count() {},
  };
}

/**
 * Returns the storage that somebody typed, as the state has it.
 *
 * @param {string} typed
 */
export function storageOf(typed) {
  return sentOf(typed.trim() || '0', 'GB');
}

/**
 * Returns a job in words.
 *
 * @param {Condition} job
 */
export function wordsOfJob(job) {
  const known = PARTS.filter(([part]) => job[part]).map(([part, verb, unit]) => `${verb} ${job[part]} ${unit}`);
  const others = Object.keys(job).filter((part) => !PARTS.some(([name]) => name === part));
  return [...known, ...others.map((part) => `${part} ${job[part]}`)].join(', ');
}
