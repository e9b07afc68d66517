// The filter that describes a job: how long it runs, and what it downloads and uploads.

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
 * Boxes for the parts of a job.
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
  return {
    element: h(
      'div',
      { class: 'job' },
      ...PARTS.map(([, label, unit], at) => h('label', { class: 'ends' }, h('span', {}, label), boxes[at], h('span', { class: 'unit' }, unit))),
    ),
    render(state) {
      boxes.forEach((box, at) => {
        const sent = bound(state, filter.field, PARTS[at][0]);
        if (document.activeElement !== box) {
          box.value = sent === '' || !Number.isFinite(Number(sent)) ? sent : plain(Number(sent));
        }
      });
    },
    count() {},
  };
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
