// The columns of the table: a few that join several fields, and one for every other field.

import { ABSENT, HOURS_PER_MONTH, dollars, gigabytes, isNumber, number, processor, short } from './format.js';
import { FIELDS, fieldOf, shown } from './fields.js';
import { totalOf } from './state.js';

/** @import { Offer } from './fields.js' */
/** @import { State } from './state.js' */

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

/**
 * Returns what an offer offers, in words.
 *
 * @param {Offer} offer
 */
export function nameOf(offer) {
  return `${number(offer.num_gpus)} × ${offer.gpu_name ?? 'no model given'}`;
}

/**
 * Returns where an offer is; the service has ", DE" if it knows the country alone.
 *
 * @param {Offer} offer
 */
export function placeOf(offer) {
  return String(offer.geolocation ?? ABSENT).replace(/^, /, '');
}

/**
 * Returns a column that sorts by a field, and shows it unless it says something else.
 *
 * @param {string} field
 * @param {string} label
 * @param {number} width
 * @param {Partial<Column>} [more]
 * @returns {Column}
 */
function column(field, label, width, more) {
  const { group } = fieldOf(field);
  return { id: field, label, field, group, numeric: true, width, text: (offer) => shown(field, offer[field]), ...more };
}

/** The first column, which is always there: the GPUs and the way to the details. */
export const GPU = column('gpu_name', 'GPU', 10.8, {
  id: 'gpu',
  numeric: false,
  text: nameOf,
  detail: (offer) => gigabytes(offer.gpu_ram) + ' each',
});

const JOINED = [
  column('dph_total', 'Price', 7.8, {
    id: 'price',
    text: priceText,
    detail: (offer, state) =>
      state.per === 'gpu'
        ? priceText(offer, { ...state, per: 'machine' }) + ' in all'
        : priceText(offer, { ...state, per: 'gpu' }) + ' per GPU',
  }),
  column('cpu_cores_effective', 'CPU', 8.4, {
    id: 'cpu',
    numeric: false,
    text: (offer) => short(offer.cpu_cores_effective) + ' vCPUs',
    detail: (offer) => processor(offer.cpu_name),
  }),
  column('cpu_ram', 'RAM', 4.4),
  column('disk_space', 'Disk', 5.9, { id: 'disk', detail: (offer) => shown('disk_bw', offer.disk_bw) }),
  column('inet_down', 'Network', 7, {
    id: 'network',
    text: (offer) => '↓ ' + shown('inet_down', offer.inet_down),
    detail: (offer) => '↑ ' + shown('inet_up', offer.inet_up),
  }),
  column('geolocation', 'Location', 6.8, {
    id: 'location',
    numeric: false,
    text: placeOf,
    detail: (offer) => [offer.verification, offer.hosting_type === 1 ? 'datacenter' : null].filter(Boolean).join(' · '),
  }),
  column('reliability', 'Reliability', 6.3, { isBestGreatest: true }),
  column('duration', 'Longest', 5.6),
  column('dlperf', 'DLPerf', 6.4, {
    isBestGreatest: true,
    detail: (offer) => number(offer.dlperf_per_dphtotal, 1) + ' per $/h',
  }),
];

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

/** The width of columns of fields that most readers do not see. */
const OTHER_WIDTH = 8;

/**
 * A column of an amount for each GPU, which the service sorts by, and the page works out.
 *
 * @param {string} field
 * @param {string} whole the field of the amount
 */
function perGpu(field, whole) {
  /** @param {Offer} offer */
  const text = (offer) =>
    shown(whole, isNumber(offer[whole]) && offer.num_gpus > 0 ? offer[whole] / offer.num_gpus : null);
  return column(field, fieldOf(field).label, OTHER_WIDTH, { text });
}

const WORKED_OUT = [
  column('job_total', 'Cost of my job', 6, { text: (offer, state) => dollars(jobPriceOf(offer, state), 2) }),
  perGpu('cpu_cores_per_gpu', 'cpu_cores_effective'),
  perGpu('cpu_ram_per_gpu', 'cpu_ram'),
  perGpu('disk_per_gpu', 'disk_space'),
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
    COLUMNS.set(name, column(name, field.label, OTHER_WIDTH, { numeric: false }));
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
  return [GPU, ...idsOf(state).map((id) => COLUMNS.get(id))].filter((column) => column !== undefined);
}
