// The columns of the table: a few that join several fields, and one for every other field.

import {
  ABSENT,
  HOURS_PER_MONTH,
  days,
  dollars,
  gigabytes,
  isNumber,
  number,
  percent,
  processor,
  short,
} from './format.js';
import { FIELDS, shown } from './fields.js';
import { totalOf } from './state.js';

/** @typedef {import('./fields.js').Offer} Offer */
/** @typedef {import('./state.js').State} State */

/**
 * @typedef {object} Column
 * @property {string} id
 * @property {string} label
 * @property {string} field the field by which the column sorts
 * @property {string} group of the column chooser
 * @property {boolean} numeric
 * @property {number} width in sizes of the page's text, and beside the widths of other columns
 * @property {boolean} [isBestGreatest] whether the first click shows the greatest values first
 * @property {(offer: Offer, state: State) => string} text
 * @property {(offer: Offer, state: State) => string} [detail] a smaller second line
 */

/**
 * Returns the price of an offer in the unit that the reader chose; null if there is none.
 *
 * @param {Offer} offer
 * @param {State} state
 */
export function priceOf(offer, state) {
  const { dph_total: perHour, num_gpus: gpus } = offer;
  const divisor = state.per === 'gpu' ? gpus : 1;
  return isNumber(perHour) && isNumber(divisor) && divisor > 0
    ? (perHour / divisor) * (state.period === 'month' ? HOURS_PER_MONTH : 1)
    : null;
}

/**
 * Returns the price of an offer in words: with the same decimals in each row.
 *
 * @param {Offer} offer
 * @param {State} state
 */
export function priceText(offer, state) {
  const amount = priceOf(offer, state);
  const [digits, unit] = state.period === 'month' ? [2, '/month'] : [3, '/h'];
  return amount === null ? ABSENT : dollars(amount, digits) + unit;
}

/** The width of columns of fields that most readers do not see. */
const OTHER_WIDTH = 8;

/** @type {Column[]} */
const JOINED = [
  {
    id: 'price',
    label: 'Price',
    field: 'dph_total',
    group: 'Price',
    numeric: true,
    width: 7.8,
    text: priceText,
    detail: (offer, state) =>
      state.per === 'gpu'
        ? priceText(offer, { ...state, per: 'machine' }) + ' in all'
        : priceText(offer, { ...state, per: 'gpu' }) + ' per GPU',
  },
  {
    id: 'cpu',
    label: 'CPU',
    field: 'cpu_cores_effective',
    group: 'CPU and memory',
    numeric: false,
    width: 8.4,
    text: (offer) => short(offer.cpu_cores_effective) + ' vCPUs',
    detail: (offer) => processor(offer.cpu_name),
  },
  column('cpu_ram', 'RAM', 'CPU and memory', 4.6, (offer) => gigabytes(offer.cpu_ram)),
  {
    id: 'disk',
    label: 'Disk',
    field: 'disk_space',
    group: 'Disk',
    numeric: true,
    width: 5.6,
    text: (offer) => shown('disk_space', offer.disk_space),
    detail: (offer) => shown('disk_bw', offer.disk_bw),
  },
  {
    id: 'network',
    label: 'Network',
    field: 'inet_down',
    group: 'Network',
    numeric: true,
    width: 6.9,
    text: (offer) => '↓ ' + shown('inet_down', offer.inet_down),
    detail: (offer) => '↑ ' + shown('inet_up', offer.inet_up),
  },
  {
    id: 'location',
    label: 'Location',
    field: 'geolocation',
    group: 'Host',
    numeric: false,
    width: 7.4,
    text: (offer) => String(offer.geolocation ?? ABSENT).replace(/^, /, ''),
    detail: (offer) =>
      [offer.verification, offer.hosting_type === 1 ? 'datacenter' : null].filter(Boolean).join(' · '),
  },
  { ...column('reliability', 'Reliability', 'Host', 5.4, (offer) => percent(offer.reliability)), isBestGreatest: true },
  column('duration', 'Longest', 'State', 4.4, (offer) => days(offer.duration)),
  {
    id: 'dlperf',
    label: 'DLPerf',
    field: 'dlperf',
    group: 'GPU',
    numeric: true,
    width: 6.6,
    isBestGreatest: true,
    text: (offer) => short(offer.dlperf),
    detail: (offer) => number(offer.dlperf_per_dphtotal, 1) + ' per $/h',
  },
];

/**
 * @param {string} field
 * @param {string} label
 * @param {string} group
 * @param {number} width
 * @param {(offer: Offer) => string} text
 * @returns {Column}
 */
function column(field, label, group, width, text) {
  return { id: field, label, field, group, numeric: true, width, text };
}

/** The first column, which is always there: the GPUs and the way to the details. @type {Column} */
export const GPU = {
  id: 'gpu',
  label: 'GPU',
  field: 'gpu_name',
  group: 'GPU',
  numeric: false,
  width: 11.4,
  text: (offer) => `${number(offer.num_gpus)} × ${offer.gpu_name ?? ABSENT}`,
  detail: (offer) => gigabytes(offer.gpu_ram) + ' each',
};

/**
 * Returns the price of a job: what the reader's job costs with an offer; null if there is no job, or
 * the offer lacks a price.
 *
 * @param {Offer} offer
 * @param {State} state
 */
export function jobPriceOf(offer, state) {
  const job = state.filters.job;
  if (!job) {
    return null;
  }
  const costs = [
    [job.hours, offer.dph_total],
    [job.down_gb, offer.inet_down_cost],
    [job.up_gb, offer.inet_up_cost],
  ].map(([amount, perUnit]) => (Number(amount ?? 0) === 0 ? 0 : isNumber(perUnit) ? perUnit * Number(amount) : NaN));
  const sum = costs.reduce((total, cost) => total + cost, 0);
  return Number.isNaN(sum) ? null : sum;
}

/**
 * A column that the service sorts by, and the page works out.
 *
 * @param {string} field
 * @param {string} group
 * @param {number} width
 * @param {(offer: Offer, state: State) => string} text
 * @returns {Column}
 */
function worked(field, group, width, text) {
  return { id: field, label: FIELDS.get(field)?.label ?? field, field, group, numeric: true, width, text };
}

/**
 * Returns an amount for each GPU; null if the offer has none.
 *
 * @param {Offer} offer
 * @param {string} field
 */
function perGpu(offer, field) {
  return isNumber(offer[field]) && offer.num_gpus > 0 ? offer[field] / offer.num_gpus : null;
}

/** @type {Column[]} */
const WORKED_OUT = [
  worked('job_total', 'Price', 6, (offer, state) => dollars(jobPriceOf(offer, state), 2)),
  worked('cpu_cores_per_gpu', 'CPU and memory', OTHER_WIDTH, (offer) => short(perGpu(offer, 'cpu_cores_effective'))),
  worked('cpu_ram_per_gpu', 'CPU and memory', OTHER_WIDTH, (offer) => gigabytes(perGpu(offer, 'cpu_ram'))),
  worked('disk_per_gpu', 'Disk', OTHER_WIDTH, (offer) => shown('disk_space', perGpu(offer, 'disk_space'))),
];

/** The columns that are shown if nobody chose others. */
const USUAL = JOINED.map((each) => each.id);

/** Fields without a column: they have no order, or the price and the location show what they say. */
const UNSORTED = new Set(['gpu_ids', 'search', 'instance', 'dph_per_gpu', 'region']);
const JOINED_FIELDS = new Set(['gpu_name', ...JOINED.map((each) => each.field)]);

/** All columns but the first. @type {Map<string, Column>} */
export const COLUMNS = new Map([...JOINED, ...WORKED_OUT].map((each) => [each.id, each]));
for (const [name, field] of FIELDS) {
  if (!UNSORTED.has(name) && !JOINED_FIELDS.has(name) && !COLUMNS.has(name)) {
    COLUMNS.set(name, {
      id: name,
      label: field.label,
      field: name,
      group: field.group,
      numeric: false,
      width: OTHER_WIDTH,
      text: (offer) => shown(name, offer[name]),
    });
  }
}

/**
 * Returns the field by which a column sorts: prices sort by what the reader sees.
 *
 * @param {Column} column
 * @param {State} state
 */
export function orderOf(column, state) {
  return column.id === 'price' ? totalOf(state) : column.field;
}

/**
 * Returns the fields by which one may sort, with their labels.
 *
 * @returns {[string, string][]}
 */
export function orders() {
  return [
    .../** @type {[string, string][]} */ ([GPU, ...COLUMNS.values()].map((each) => [each.field, each.label])),
    ['dph_per_gpu', 'Price per GPU'],
  ];
}

/**
 * Returns the columns that a state shows behind the first one. Who describes a job sees what it costs.
 *
 * @param {State} state
 */
export function idsOf(state) {
  if (state.columns.length > 0) {
    return state.columns;
  }
  return state.filters.job ? USUAL.flatMap((id) => (id === 'price' ? [id, 'job_total'] : [id])) : USUAL;
}

/**
 * Returns the columns that a state shows, the first one included.
 *
 * @param {State} state
 * @returns {Column[]}
 */
export function columnsOf(state) {
  const columns = [GPU];
  for (const id of idsOf(state)) {
    const known = COLUMNS.get(id);
    if (known) {
      columns.push(known);
    }
  }
  return columns;
}
