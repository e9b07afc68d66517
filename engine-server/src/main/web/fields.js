// The fields of an offer: what the drawer and the columns call them, and how they show a value.

import { ABSENT, SECONDS_PER_DAY, date, days, flag, gigabytes, isNumber, money, number, percent, short, text } from './format.js';

/**
 * @typedef {{[field: string]: any}} Offer
 *
 * @typedef {object} OfferField
 * @property {string} label
 * @property {string} group
 * @property {string} unit shown behind the value; "" for none
 * @property {(value: any) => string} show
 */

/** The service has 100 times the capability. */
const CAPABILITY = 100;

/** The kinds of hosts by their numbers. @type {Map<any, string>} */
const HOSTING = new Map([
  [0, 'not a datacenter'],
  [1, 'datacenter'],
]);

/** The unit of speeds of the network and of disks. */
export const SPEED_UNIT = 'MB/s';

/**
 * By group: [name, label, format, unit].
 *
 * @type {{[group: string]: [string, string, (value: any) => string, string?][]}}
 */
const GROUPS = {
  Price: [
    ['dph_total', 'Total price', money, '/h'],
    ['dph_per_gpu', 'Price per GPU', money, '/h'],
    ['job_total', 'Cost of my job', money],
    ['dph_base', 'Base price', money, '/h'],
    ['storage_total_cost', 'Price of the storage', money, '/h'],
    ['storage_cost', 'Storage', money, '/GB/month'],
    ['min_bid', 'Lowest bid', money, '/h'],
    ['dph_total_adj', 'Total price with a first download', money, '/h'],
    ['discount_rate', 'Discount', percent],
    ['discounted_hourly', 'Discount in dollars', money, '/h'],
    ['discounted_dph_total', 'Total price after the discount', money, '/h'],
    ['credit_discount_max', 'Largest discount for credit', percent],
    ['vram_costperhour', 'GPU memory', money, '/GB/h'],
    ['inet_down_cost', 'Download', money, '/GB'],
    ['inet_up_cost', 'Upload', money, '/GB'],
    ['internet_down_cost_per_tb', 'Download of a terabyte', money, '/TB'],
    ['internet_up_cost_per_tb', 'Upload of a terabyte', money, '/TB'],
    ['dlperf_per_dphtotal', 'DLPerf per dollar', short, 'per $/h'],
    ['flops_per_dphtotal', 'TFLOPs per dollar', short, 'per $/h'],
    ['avail_vol_dph', 'Volume', money, '/h'],
    ['search', 'Prices while running', prices],
    ['instance', 'Prices while stopped', prices],
  ],
  GPU: [
    ['gpu_name', 'GPU model', text],
    ['num_gpus', 'GPUs', number],
    ['gpu_ram', 'Memory per GPU', gigabytes],
    ['gpu_total_ram', 'GPU memory in total', gigabytes],
    ['gpu_mem_bw', 'Memory bandwidth', short, 'GB/s'],
    ['dlperf', 'DLPerf', short],
    ['total_flops', 'Compute', short, 'TFLOPs'],
    ['gpu_arch', 'Architecture', text],
    ['compute_cap', 'CUDA capability', capability],
    ['cuda_max_good', 'CUDA, at most', (value) => number(value, 1)],
    ['driver_version', 'Driver', text],
    ['driver_vers', 'Driver, as a number', plain],
    ['bw_nvlink', 'NVLink', short, 'GB/s'],
    ['pci_gen', 'PCIe generation', (value) => number(value, 1)],
    ['pcie_bw', 'PCIe bandwidth', short, 'GB/s'],
    ['gpu_lanes', 'PCIe lanes', number],
    ['gpu_max_power', 'Power limit', short, 'W'],
    ['gpu_max_temp', 'Temperature limit', short, '°C'],
    ['gpu_frac', "Share of the machine's GPUs", percent],
    ['gpu_display_active', 'Display attached', flag],
    ['gpu_ids', 'GPU numbers', (value) => (Array.isArray(value) ? value.join(', ') || ABSENT : ABSENT)],
  ],
  'CPU and memory': [
    ['cpu_name', 'CPU model', text],
    ['cpu_arch', 'CPU architecture', text],
    ['cpu_cores_effective', 'vCPUs', short],
    ['cpu_cores_per_gpu', 'vCPUs per GPU', short],
    ['cpu_cores', 'vCPUs of the machine', number],
    ['cpu_ghz', 'Clock', short, 'GHz'],
    ['cpu_ram', 'RAM', gigabytes],
    ['cpu_ram_per_gpu', 'RAM per GPU', gigabytes],
    ['has_avx', 'AVX', avx],
    ['mobo_name', 'Board', text],
  ],
  Disk: [
    ['disk_space', 'Disk space', short, 'GB'],
    ['disk_per_gpu', 'Disk space per GPU', short, 'GB'],
    ['disk_bw', 'Disk speed', short, SPEED_UNIT],
    ['disk_name', 'Disk model', text],
    ['avail_vol_size', 'Volume on offer', short, 'GB'],
    ['avail_vol_ask_id', 'Volume number', plain],
    ['nw_disk_min_bw', 'Network disk, least speed', short, SPEED_UNIT],
    ['nw_disk_max_bw', 'Network disk, greatest speed', short, SPEED_UNIT],
    ['nw_disk_avg_bw', 'Network disk, mean speed', short, SPEED_UNIT],
  ],
  Network: [
    ['inet_down', 'Download speed', short, SPEED_UNIT],
    ['inet_up', 'Upload speed', short, SPEED_UNIT],
    ['direct_port_count', 'Direct ports', number],
    ['static_ip', 'Static IP address', flag],
    ['public_ipaddr', 'IP address', text],
  ],
  Host: [
    ['geolocation', 'Location', text],
    ['region', 'Region', text],
    ['verification', 'Verification', text],
    ['hosting_type', 'Hosting', (value) => HOSTING.get(value) ?? text(value)],
    ['reliability', 'Reliability', percent],
    ['reliability2', 'Reliability, for older programs', percent],
    ['expected_reliability', 'Expected reliability', percent],
    ['reliability_mult', 'Reliability factor', short],
    ['os_version', 'Ubuntu', text],
    ['vms_enabled', 'Virtual machine', flag],
    ['is_vm_deverified', 'Virtual machine not verified', flag],
    ['external', 'External', flag],
    ['machine_id', 'Machine', plain],
    ['host_id', 'Host', plain],
    ['hostname', 'Host name', text],
    ['webpage', 'Web page', text],
    ['logo', 'Logo', text],
    ['geolocode', 'Location number', plain],
    ['vericode', 'Verification number', plain],
    ['cluster_id', 'Cluster', plain],
    ['resource_type', 'Kind of resource', text],
  ],
  State: [
    ['rentable', 'Rentable', flag],
    ['rented', 'Rented', flag],
    ['is_bid', 'Bid', flag],
    ['duration', 'Longest rental', days],
    ['start_date', 'Offered since', date],
    ['end_date', 'Offered until', date],
    ['time_remaining', 'Time left', text],
    ['time_remaining_isbid', 'Time left of the bid', text],
    ['score', 'Score', short],
    ['rn', 'Rank in the bundle', number],
  ],
  Identity: [
    ['id', 'Offer', plain],
    ['ask_contract_id', 'Contract', plain],
    ['bundle_id', 'Bundle', plain],
    ['bundled_results', 'Offers in the bundle', number],
  ],
};

/**
 * Numbers that name things have no separators.
 *
 * @param {any} value
 */
function plain(value) {
  return text(value);
}

/**
 * The capability 890 is 8.9.
 *
 * @param {any} value
 */
function capability(value) {
  return isNumber(value) ? number(value / CAPABILITY, 1) : ABSENT;
}

/** @param {any} value */
function avx(value) {
  return flag(value === 1 ? true : value === 0 ? false : null);
}

/** @param {any} value */
function prices(value) {
  return value
    ? `${money(value.gpuCostPerHour)} + ${money(value.diskHour)} = ${money(value.totalHour)} /h` +
        `, after discount ${money(value.discountedTotalPerHour)} /h`
    : ABSENT;
}

/** @type {Map<string, OfferField>} */
export const FIELDS = new Map();
for (const [group, rows] of Object.entries(GROUPS)) {
  for (const [name, label, show, unit] of rows) {
    FIELDS.set(name, { label, group, unit: unit ?? '', show });
  }
}

export const FIELD_GROUPS = [...Object.keys(GROUPS), 'Other'];

/** Fields whose values are texts: conditions on them send texts. */
const TEXTS = new Set(
  [...FIELDS].filter(([, field]) => field.show === text).map(([name]) => name),
);

/**
 * Returns what is known of a field; a field that the page does not know shows its name.
 *
 * @param {string} name
 * @returns {OfferField}
 */
export function fieldOf(name) {
  return (
    FIELDS.get(name) ?? {
      label: name,
      group: 'Other',
      unit: '',
      show: (value) => (typeof value === 'object' && value ? JSON.stringify(value) : text(value)),
    }
  );
}

/**
 * Returns a value of a field with its unit.
 *
 * @param {string} name
 * @param {any} value
 */
export function shown(name, value) {
  const field = fieldOf(name);
  const plainValue = field.show(value);
  if (plainValue === ABSENT || !field.unit) {
    return plainValue;
  }
  return plainValue + (field.unit.startsWith('/') ? '' : ' ') + field.unit;
}

/**
 * The unit of a number as readers see it, and what the service has for one of it. Memory is sold by
 * round sizes: a card of 24 GB has 24,564 MB, at least 24 x 1000 and at most 24 x 1024.
 *
 * @typedef {object} Unit
 * @property {string} unit
 * @property {number} low the factor of lower bounds
 * @property {number} high the factor of upper bounds; greater than low if sizes are round
 */

/** @type {Unit} */
export const MEMORY = { unit: 'GB', low: 1000, high: 1024 };

/** The units of fields that are not shown as they are stored. @type {Map<Function, Unit>} */
const UNITS = new Map([
  [gigabytes, MEMORY],
  [percent, { unit: '%', low: 0.01, high: 0.01 }],
  [days, { unit: 'days', low: SECONDS_PER_DAY, high: SECONDS_PER_DAY }],
  [capability, { unit: '', low: CAPABILITY, high: CAPABILITY }],
  [date, { unit: 's since 1970', low: 1, high: 1 }],
]);

/**
 * Returns the unit of a field of numbers.
 *
 * @param {string} name
 * @returns {Unit}
 */
export function unitOf(name) {
  const { show, unit } = fieldOf(name);
  return UNITS.get(show) ?? { unit: show === money ? '$' + unit : unit, low: 1, high: 1 };
}

/** Fields that no condition can be on. */
const WITHOUT_CONDITIONS = new Set(['search', 'instance', 'gpu_ids']);

/** The names of all fields that conditions can be on. */
export const CONDITION_FIELDS = [...FIELDS.keys()].filter((name) => !WITHOUT_CONDITIONS.has(name));

/**
 * Returns whether the values of a field are true and false.
 *
 * @param {string} name
 */
export function isFlag(name) {
  return fieldOf(name).show === flag;
}

/**
 * Returns whether conditions on a field send texts.
 *
 * @param {string} name
 */
export function isText(name) {
  return TEXTS.has(name);
}
