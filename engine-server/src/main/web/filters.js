// The filters of the rail: what each asks the service to count, and what its values are called.

import { HOURS_PER_MONTH, SECONDS_PER_DAY, country, number } from './format.js';
import { CONDITION_FIELDS, MEMORY, SPEED_UNIT, fieldOf, isFlag, isText, unitOf } from './fields.js';
import { REGIONS, byRegion } from './regions.js';

/**
 * A number in the reader's unit becomes one in the service's unit by a factor.
 *
 * @typedef {import('./fields.js').Unit & {edges: number[]}} Scale where bars begin and slider thumbs
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
 * @param {number[]} edges
 * @param {string} unit
 * @param {number} [factor]
 */
const scale = (edges, unit, factor = 1) => ({ edges, unit, low: factor, high: factor });

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

/** @type {Filter[]} */
export const FILTERS = [
  { field: 'gpu_name', label: 'GPU model', kind: 'values', open: true, find: true },
  { field: 'num_gpus', label: 'GPUs', kind: 'values', open: true, compare: byNumber, name: (value) => value + ' ×' },
  {
    field: 'dph_total',
    label: 'Price',
    kind: 'range',
    open: true,
    per: 'machine',
    scale: scale([0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32], '$/h, whole offer'),
  },
  {
    field: 'dph_per_gpu',
    label: 'Price per GPU',
    kind: 'range',
    open: true,
    per: 'gpu',
    scale: scale([0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.75, 1, 1.5, 2, 2.5, 3, 4, 6, 8], '$/h, each GPU'),
  },
  { field: 'job', label: 'Cost of my job', kind: 'job', open: true },
  {
    field: 'job_total',
    label: 'Total of my job',
    kind: 'range',
    open: true,
    needs: 'job',
    scale: scale([0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000], '$'),
  },
  {
    field: 'gpu_ram',
    label: 'Memory per GPU',
    kind: 'range',
    open: true,
    scale: { edges: [6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64, 80, 96, 128, 140, 180], ...MEMORY },
  },
  {
    field: 'region',
    label: 'Region',
    kind: 'values',
    open: true,
    name: (code) => REGIONS.get(code) ?? code,
    compare: byPlace([...REGIONS.keys()]),
  },
  {
    field: 'geolocation',
    label: 'Country',
    kind: 'values',
    find: true,
    name: (code) => (code.length === 2 ? country(code) : code),
    group: countryOf,
    fold: byRegion,
  },
  { field: 'verification', label: 'Verification', kind: 'values', open: true },
  { field: 'rentable', label: 'Rentable', kind: 'flag', open: true },
  { field: 'rented', label: 'Rented', kind: 'flag', open: true },
  { field: 'datacenter', label: 'Hosting: datacenter', kind: 'flag' },
  { field: 'static_ip', label: 'Static IP address', kind: 'flag' },
  {
    field: 'gpu_total_ram',
    label: 'GPU memory in total',
    kind: 'range',
    scale: { edges: [8, 12, 16, 24, 32, 48, 64, 80, 96, 128, 160, 192, 256, 320, 384, 512, 640, 1024], ...MEMORY },
  },
  {
    field: 'dlperf',
    label: 'DLPerf',
    kind: 'range',
    scale: scale([5, 10, 20, 30, 50, 75, 100, 150, 200, 300, 400, 600, 800, 1200], ''),
  },
  {
    field: 'cpu_cores_effective',
    label: 'CPU: vCPUs',
    kind: 'range',
    scale: scale([2, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256], ''),
  },
  {
    field: 'cpu_cores_per_gpu',
    label: 'CPU: vCPUs per GPU',
    kind: 'range',
    scale: scale([1, 2, 3, 4, 6, 8, 10, 12, 16, 24, 32, 48, 64], ''),
  },
  {
    field: 'cpu_ghz',
    label: 'CPU: clock',
    kind: 'range',
    scale: scale([1.5, 2, 2.25, 2.5, 2.75, 3, 3.25, 3.5, 3.75, 4, 4.5, 5], 'GHz'),
  },
  { field: 'cpu_arch', label: 'CPU: architecture', kind: 'values' },
  {
    field: 'cpu_ram',
    label: 'RAM',
    kind: 'range',
    scale: { edges: [8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048], ...MEMORY },
  },
  {
    field: 'cpu_ram_per_gpu',
    label: 'RAM per GPU',
    kind: 'range',
    scale: { edges: [4, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256], ...MEMORY },
  },
  {
    field: 'disk_space',
    label: 'Disk space',
    kind: 'range',
    scale: scale([16, 32, 64, 100, 200, 400, 600, 800, 1000, 1500, 2000, 4000, 8000], 'GB'),
  },
  {
    field: 'disk_per_gpu',
    label: 'Disk space per GPU',
    kind: 'range',
    scale: scale([8, 16, 32, 64, 100, 150, 200, 300, 500, 750, 1000, 2000], 'GB'),
  },
  {
    field: 'disk_bw',
    label: 'Disk speed',
    kind: 'range',
    scale: scale([100, 250, 500, 750, 1000, 1500, 2000, 3000, 4000, 6000, 8000], SPEED_UNIT),
  },
  {
    field: 'inet_down',
    label: 'Network: download',
    kind: 'range',
    scale: scale([25, 50, 100, 200, 300, 400, 500, 700, 1000, 1500, 2000, 3000, 5000, 8000], SPEED_UNIT),
  },
  {
    field: 'inet_up',
    label: 'Network: upload',
    kind: 'range',
    scale: scale([25, 50, 100, 200, 300, 400, 500, 700, 1000, 1500, 2000, 3000, 5000, 8000], SPEED_UNIT),
  },
  {
    field: 'direct_port_count',
    label: 'Network: direct ports',
    kind: 'range',
    scale: scale([1, 5, 10, 25, 50, 100, 200, 500, 1000], ''),
  },
  {
    field: 'cuda_max_good',
    label: 'CUDA',
    kind: 'least',
    compare: byNumberDown,
    name: (value) => number(Number(value), 1),
  },
  { field: 'driver_version', label: 'Driver', kind: 'least', compare: byNumberDown, group: majorOf },
  {
    field: 'reliability',
    label: 'Reliability',
    kind: 'range',
    scale: scale([50, 80, 90, 92, 94, 95, 96, 97, 98, 98.5, 99, 99.3, 99.5, 99.7, 99.9], '%', 0.01),
  },
  {
    field: 'duration',
    label: 'Duration',
    kind: 'range',
    scale: scale([1, 2, 3, 5, 7, 10, 14, 21, 30, 45, 60, 90, 120, 180, 365], 'days', SECONDS_PER_DAY),
  },
];

/** @type {Map<string, Filter>} */
export const FILTER_OF = new Map(FILTERS.map((filter) => [filter.field, filter]));

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
  const { label } = fieldOf(field);
  if (isText(field)) {
    return { field, label, kind: 'values', find: true };
  }
  return isFlag(field)
    ? { field, label, kind: 'flag' }
    : { field, label, kind: 'range', scale: { ...unitOf(field), edges: [] } };
}

/** Returns the fields of all filters. */
export function filterNames() {
  return [...new Set([...FILTER_OF.keys(), ...CONDITION_FIELDS])];
}

/** The keys that the documented search of the service does not know. */
const EXTENDED = new Set([
  'region',
  'dph_per_gpu',
  'cpu_cores_per_gpu',
  'cpu_ram_per_gpu',
  'disk_per_gpu',
  'job',
  'job_total',
]);

/**
 * Returns whether the documented search does not know a key.
 *
 * @param {string} key
 */
export function isExtended(key) {
  return EXTENDED.has(key);
}

/**
 * Returns whether a filter belongs to what the reader chose. One that has a condition is there
 * whatever was chosen.
 *
 * @param {Filter} filter
 * @param {import('./state.js').State} state
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
 * @param {import('./state.js').State} state
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
  return filter.per && period === 'month'
    ? {
        edges: own.edges.map((edge) => edge * HOURS_PER_MONTH),
        unit: own.unit.replace('/h', '/month'),
        low: 1 / HOURS_PER_MONTH,
        high: 1 / HOURS_PER_MONTH,
      }
    : own;
}

/**
 * Returns a number without the noise of a multiplication: 99.3 x 0.01 is 0.993.
 *
 * @param {number} value
 */
export function rounded(value) {
  return Number(value.toPrecision(12));
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
