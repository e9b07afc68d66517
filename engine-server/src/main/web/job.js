// The filter that describes a job: how long it runs, what it stores, and what it downloads and uploads.

import { plain, read } from './format.js';
import { h } from './dom.js';
import { bound, setCondition } from './state.js';

/** @typedef {import('./filters.js').Filter} Filter */
/** @typedef {import('./values.js').Change} Change */
/** @typedef {import('./values.js').FilterView} FilterView */

/** The parts of a job, as the service calls them: [name, label, unit]. */
const PARTS = [
  ['hours', 'runs', 'hours'],
  ['down_gb', 'downloads', 'GB'],
  ['up_gb', 'uploads', 'GB'],
];

/**
 * Boxes for the parts of a job, and one for the storage that all prices include.
 *
 * @param {Filter} filter
 * @param {Change} change
 * @returns {FilterView}
 */
export function jobFilter(filter, change) {
  const boxes = PARTS.map(([part, label]) =>
    h('input', {
      type: 'text',
      inputmode: 'decimal',
      size: 7,
      placeholder: '0',
      'aria-label': `${filter.label} ${label}`,
      'data-part': part,
      oninput: (/** @type {Event} */ event) => {
        const typed = /** @type {HTMLInputElement} */ (event.target).value;
        const value = read(typed);
        // What is no number goes to the service as it is, which says what is wrong with it.
        const sent = value === null ? typed.trim() : String(value);
        change((state) => setCondition(state, filter.field, { [part]: sent }), `job ${part}`);
      },
    }),
  );
  const storage = h('input', {
    type: 'text',
    inputmode: 'decimal',
    size: 7,
    'aria-label': `${filter.label} stores`,
    'data-part': 'storage',
    oninput: () => change((state) => (state.storage = storageOf(storage.value)), 'storage'),
  });
  /**
   * @param {string} label
   * @param {HTMLElement} box
   * @param {string} unit
   */
  const line = (label, box, unit) =>
    h('label', { class: 'ends' }, h('span', {}, label), box, h('span', { class: 'unit' }, unit));
  const [hours, ...traffic] = PARTS.map(([, label, unit], at) => line(label, boxes[at], unit));
  return {
    element: h('div', { class: 'job' }, hours, line('stores', storage, 'GB'), ...traffic),
    render(state) {
      showNumber(storage, state.storage);
      boxes.forEach((box, at) => {
        showNumber(box, bound(state, filter.field, PARTS[at][0]));
      });
    },
    count() {},
  };
}

/**
 * Shows a number in a box, unless somebody types into the box.
 *
 * @param {HTMLInputElement} box
 * @param {string} sent
 */
export function showNumber(box, sent) {
  if (document.activeElement !== box) {
    box.value = sent === '' || !Number.isFinite(Number(sent)) ? sent : plain(Number(sent));
  }
}

/**
 * Returns the storage that somebody typed, as the state has it. What is no number goes to the service
 * as it is, which says what is wrong with it.
 *
 * @param {string} typed
 */
export function storageOf(typed) {
  const value = read(typed.trim() || '0');
  return value === null ? typed.trim() : String(value);
}

/**
 * Returns a job in words.
 *
 * @param {import('./state.js').Condition} job
 */
export function wordsOfJob(job) {
  const known = PARTS.filter(([part]) => job[part]).map(([part, label, unit]) => `${label} ${job[part]} ${unit}`);
  const others = Object.keys(job).filter((part) => !PARTS.some(([name]) => name === part));
  return [...known, ...others.map((part) => `${part} ${job[part]}`)].join(', ');
}
