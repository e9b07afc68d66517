// The filters of the rail: what each asks the service to count, and what its values are called.

import { HOURS_PER_MONTH, country, number, rounded } from './format.js';
import { CONDITION_FIELDS, fieldOf, isFlag, isText, unitOf } from './fields.js';
import { REGIONS, byRegion } from './regions.js';

/** @import { State } from './state.js' */
/** @import { Unit } from './fields.js' */

/**
 * A number in the reader's unit becomes one in the service's unit by a factor.
 *
 * @typedef {Unit & {edges: number[]}} Scale where bars begin and slider thumbs
 *     rest, in the reader's unit; no edges if there is no slider
 *
 * @typedef {object} Filter
 * @property {string} field
 * @property {string} label
 * @property {'values' | 'flag' | 'least' | 'range' | 'job'} kind
 * @property {string} [per] of prices: the choice of the reader to which the filter belongs
 * @property {string} [needs] the filter that must be set before this one means anything
 * @property {boolean} [open] whether its section is open at first
 * @property {boolean} [find] whether a box finds values by typing
 * @property {Scale} [scale] of a range
 * @property {(value: string) => string} [name] what a value is called
 * @property {(value: any) => string} [group] the value of conditions that a counted value belongs to
 * @property {(left: string, right: string) => number} [compare] the order of values
 * @property {(values: string[]) => string} [fold] what many values are called
 */

/**
 * @param {string} left
 * @param {string} right
 */
const byNumber = (left, right) => Number(left) - Number(right);

/**
 * @param {string} left
 * @param {string} right
 */
const byNumberDown = (left, right) => byNumber(right, left);

/**
 * Returns the order of a list; what it does not have comes last.
 *
 * @param {string[]} list
 */
function byPlace(list) {
  /** @param {string} value */
  const place = (value) => (list.includes(value) ? list.indexOf(value) : list.length);
  return (/** @type {string} */ left, /** @type {string} */ right) => place(left) - place(right);
}

/**
 * The country of a location: the code behind its comma. A location without a code stands for itself.
 *
 * @param {string} location
 */
function countryOf(location) {
  return /(?:^|, )([A-Z]{2})$/.exec(location)?.[1] ?? location;
}

/**
 * The major number of a driver's version.
 *
 * @param {string} version
 */
function majorOf(version) {
  return /^\d+/.exec(version)?.[0] ?? '';
}

/**
 * A filter of a field, which has the label of the field unless it says another one.
 *
 * @param {string} field
 * @param {Filter['kind']} kind
 * @param {Partial<Filter>} [more]
 * @returns {Filter}
 */
function filter(field, kind, more) {
  return { field, label: fieldOf(field).label, kind, ...more };
}

/**
 * A range in the unit in which readers see the field, unless it says another one.
 *
 * @param {string} field
 * @param {number[]} edges
 * @param {Partial<Filter & {unit: string}>} [more]
 */
function range(field, edges, { unit, ...more } = {}) {
  const own = unitOf(field);
  return filter(field, 'range', { scale: { ...own, unit: unit ?? own.unit, edges }, ...more });
}

const SPEEDS = [25, 50, 100, 200, 300, 400, 500, 700, 1000, 1500, 2000, 3000, 5000, 8000];

/** @type {Filter[]} */
export const FILTERS = [
  filter('gpu_name', 'values', { open: true, find: true }),
  filter('num_gpus', 'values', { open: true, compare: byNumber, name: (value) => value + ' ×' }),
  range('dph_total', [0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32], {
    label: 'Price',
    unit: '$/h, whole offer',
    open: true,
    per: 'machine',
  }),
  range('dph_per_gpu', [0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.75, 1, 1.5, 2, 2.5, 3, 4, 6, 8], {
    unit: '$/h, each GPU',
    open: true,
    per: 'gpu',
  }),
  filter('job', 'job', { label: 'Cost of my job', open: true }),
  range('job_total', [0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000], {
    label: 'Total of my job',
    open: true,
    needs: 'job',
  }),
  range('gpu_ram', [6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64, 80, 96, 128, 140, 180], { open: true }),
  filter('region', 'values', {
    open: true,
    name: (code) => REGIONS.get(code) ?? code,
    compare: byPlace([...REGIONS.keys()]),
  }),
  filter('geolocation', 'values', {
    label: 'Country',
    find: true,
    name: (code) => (code.length === 2 ? country(code) : code),
    group: countryOf,
    fold: byRegion,
  }),
  filter('verification', 'values', { open: true }),
  filter('rentable', 'flag', { open: true }),
  filter('rented', 'flag', { open: true }),
  filter('datacenter', 'flag', { label: 'Hosting: datacenter' }),
  filter('static_ip', 'flag'),
  range('gpu_total_ram', [8, 12, 16, 24, 32, 48, 64, 80, 96, 128, 160, 192, 256, 320, 384, 512, 640, 1024]),
  range('dlperf', [5, 10, 20, 30, 50, 75, 100, 150, 200, 300, 400, 600, 800, 1200]),
  range('cpu_cores_effective', [2, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256], { label: 'CPU: vCPUs' }),
  range('cpu_cores_per_gpu', [1, 2, 3, 4, 6, 8, 10, 12, 16, 24, 32, 48, 64], { label: 'CPU: vCPUs per GPU' }),
  range('cpu_ghz', [1.5, 2, 2.25, 2.5, 2.75, 3, 3.25, 3.5, 3.75, 4, 4.5, 5], { label: 'CPU: clock' }),
  filter('cpu_arch', 'values', { label: 'CPU: architecture' }),
  range('cpu_ram', [8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048]),
  range('cpu_ram_per_gpu', [4, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256]),
  range('disk_space', [16, 32, 64, 100, 200, 400, 600, 800, 1000, 1500, 2000, 4000, 8000]),
  range('disk_per_gpu', [8, 16, 32, 64, 100, 150, 200, 300, 500, 750, 1000, 2000]),
  range('disk_bw', [100, 250, 500, 750, 1000, 1500, 2000, 3000, 4000, 6000, 8000]),
  range('inet_down', SPEEDS, { label: 'Network: download' }),
  range('inet_up', SPEEDS, { label: 'Network: upload' }),
  range('direct_port_count', [1, 5, 10, 25, 50, 100, 200, 500, 1000], { label: 'Network: direct ports' }),
  filter('cuda_max_good', 'least', {
    label: 'CUDA',
    compare: byNumberDown,
    name: (value) => number(Number(value), 1),
  }),
  filter('driver_version', 'least', { compare: byNumberDown, group: majorOf }),
  range('reliability', [50, 80, 90, 92, 94, 95, 96, 97, 98, 98.5, 99, 99.3, 99.5, 99.7, 99.9]),
  range('duration', [1, 2, 3, 5, 7, 10, 14, 21, 30, 45, 60, 90, 120, 180, 365], { label: 'Duration' }),
];

/** @type {Map<string, Filter>} */
const FILTER_OF = new Map(FILTERS.map((each) => [each.field, each]));

/**
 * Returns the filter of a field: that of the rail, or a plain one; undefined if the page does not know
 * the field.
 *
 * @param {string} field
 * @returns {Filter | undefined}
 */
export function filterFor(field) {
  const known = FILTER_OF.get(field);
  if (known || !CONDITION_FIELDS.includes(field)) {
    return known;
  }
  if (isText(field)) {
    return filter(field, 'values', { find: true });
  }
  return isFlag(field) ? filter(field, 'flag') : range(field, []);
}

/** Returns the fields of all filters. */
export function filterNames() {
  return [...new Set([...FILTER_OF.keys(), ...CONDITION_FIELDS])];
}

/** The keys that the documented search of the service does not know. */
const EXTENDED = ['region', 'dph_per_gpu', 'cpu_cores_per_gpu', 'cpu_ram_per_gpu', 'disk_per_gpu', 'job', 'job_total'];

/**
 * Returns whether the documented search does not know a key.
 *
 * @param {string} key
 */
export function isExtended(key) {
  return EXTENDED.includes(key);
}

/**
 * Returns whether a filter belongs to what the reader chose. One that has a condition is there
 * whatever was chosen.
 *
 * @param {Filter} filter
 * @param {State} state
 * @param {string[]} open the filters whose sections are open
 */
export function isShown(filter, state, open) {
  const isKnown = FILTER_OF.has(filter.field) || open.includes(filter.field);
  const isChosen = isKnown && (!filter.per || filter.per === state.per);
  const hasNeeds = !filter.needs || filter.needs in state.filters;
  return (isChosen && hasNeeds) || filter.field in state.filters;
}

/**
 * Returns the field whose least value is above its greatest one, so that nothing could match; "" if
 * there is none.
 *
 * @param {State} state
 */
export function crossedRange(state) {
  return (
    Object.keys(state.filters).find((field) => {
      const { gte, lte } = state.filters[field];
      return gte !== undefined && lte !== undefined && Number(gte) > Number(lte);
    }) ?? ''
  );
}

/**
 * Returns the scale of a range; prices follow the reader's period.
 *
 * @param {Filter} filter
 * @param {string} period
 * @returns {Scale}
 */
export function scaleOf(filter, period) {
  const own = /** @type {Scale} */ (filter.scale);
  if (!filter.per || period !== 'month') {
    return own;
  }
  const edges = own.edges.map((edge) => edge * HOURS_PER_MONTH);
  return { edges, unit: own.unit.replace('/h', '/month'), low: 1 / HOURS_PER_MONTH, high: 1 / HOURS_PER_MONTH };
}

/**
 * Returns the part of a request that says what to count for some filters.
 *
 * @param {Filter[]} filters
 * @param {Set<string>} known the fields of which all values are known already; of others, values that
 *     only other offers have are wanted too
 */
export function facetsFor(filters, known) {
  /** @type {{[field: string]: any}} */
  const values = {};
  /** @type {{[field: string]: number[]}} */
  const histogram = {};
  for (const filter of filters) {
    if (filter.kind === 'job') {
      continue;
    }
    if (filter.kind === 'range') {
      const { edges, low } = /** @type {Scale} */ (filter.scale);
      if (edges.length > 0) {
        histogram[filter.field] = edges.map((edge) => rounded(edge * low));
      }
    } else {
      values[filter.field] = { limit: 10_000, include_zero: !known.has(filter.field) };
    }
  }
  return { values, histogram, without_own_condition: true };
}

/**
 * Adds up the counts of a facet by the values that conditions use.
 *
 * @param {Filter} filter
 * @param {{counts: {value: any, count: number}[]}} facet
 * @returns {Map<string, number>}
 */
export function countsOf(filter, facet) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { value, count } of facet.counts) {
    const key = filter.group ? filter.group(String(value)) : String(value);
    counts.set(key, (counts.get(key) ?? 0) + count);
  }
  return counts;
}
