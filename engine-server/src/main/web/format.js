// Numbers in the reader's locale, money in dollars.

/** The hours of a month, as prices of storage count them. */
export const HOURS_PER_MONTH = 720;

export const SECONDS_PER_DAY = 86_400;

/** Stands for a value that the offer does not give. */
export const ABSENT = '–';

/** @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/**
 * @param {string} name
 * @param {Intl.NumberFormatOptions} options
 */
function format(name, options) {
  let known = formats.get(name);
  if (!known) {
    known = new Intl.NumberFormat(undefined, options);
    formats.set(name, known);
  }
  return known;
}

/**
 * Returns whether a value is a number; an offer may lack any value.
 *
 * @param {any} value
 * @returns {value is number}
 */
export function isNumber(value) {
  return typeof value === 'number' && Number.isFinite(value);
}

/**
 * @param {any} value
 * @param {number} [digits] the most digits behind the point
 */
export function number(value, digits = 0) {
  return isNumber(value)
    ? format('n' + digits, { maximumFractionDigits: digits }).format(value)
    : ABSENT;
}

/**
 * A count of things.
 *
 * @param {number} count
 * @param {string} noun of one of them
 */
export function counted(count, noun) {
  return `${number(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/**
 * A number with as many digits as tell it apart from its neighbours.
 *
 * @param {any} value
 */
export function short(value) {
  if (!isNumber(value)) {
    return ABSENT;
  }
  const size = Math.abs(value);
  return number(value, size >= 100 || Number.isInteger(value) ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 4);
}

/**
 * An amount of dollars, with as many digits as tell it apart from its neighbours.
 *
 * @param {any} value
 */
export function money(value) {
  const size = Math.abs(value);
  return dollars(value, size >= 100 ? 2 : size >= 1 ? 3 : 4, 2);
}

/**
 * A share from 0 to 1 as a percentage.
 *
 * @param {any} value
 */
export function percent(value) {
  return isNumber(value)
    ? format('%', { style: 'percent', maximumFractionDigits: 2 }).format(value)
    : ABSENT;
}

/**
 * An amount of dollars; with the same decimals whatever its size, amounts stand below each other.
 *
 * @param {any} value
 * @param {number} digits the most behind the point
 * @param {number} [least] the least ones
 */
export function dollars(value, digits, least = digits) {
  return isNumber(value)
    ? format(`$${least}-${digits}`, {
        style: 'currency',
        currency: 'USD',
        currencyDisplay: 'narrowSymbol',
        minimumFractionDigits: least,
        maximumFractionDigits: digits,
      }).format(value)
    : ABSENT;
}

/** What names of processors say beside the model. */
const PROCESSOR_NOISE = /\b(\d+-Core|Processor|CPU)\b|\((R|TM)\)|[®™]|@.*$/gi;

/**
 * The model of a processor: "AMD EPYC 9654 96-Core Processor" is AMD EPYC 9654.
 *
 * @param {any} name
 */
export function processor(name) {
  const model = text(name).replace(PROCESSOR_NOISE, ' ').replace(/\s+/g, ' ').trim();
  return model || text(name);
}

/**
 * Megabytes as the gigabytes by which memory is sold: 24,564 MB are 24 GB.
 *
 * @param {any} megabytes
 */
export function gigabytes(megabytes) {
  if (!isNumber(megabytes)) {
    return ABSENT;
  }
  const size = megabytes / 1024;
  return number(size, size < 10 ? 1 : 0) + ' GB';
}

/**
 * Seconds as days.
 *
 * @param {any} seconds
 */
export function days(seconds) {
  if (!isNumber(seconds)) {
    return ABSENT;
  }
  const count = seconds / SECONDS_PER_DAY;
  return number(count, count < 10 ? 1 : 0) + ' d';
}

/**
 * Seconds since 1970 as a date.
 *
 * @param {any} seconds
 */
export function date(seconds) {
  return isNumber(seconds)
    ? new Date(seconds * 1000).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
    : ABSENT;
}

/** @param {any} value */
export function flag(value) {
  return value === true ? 'yes' : value === false ? 'no' : ABSENT;
}

/** @param {any} value */
export function text(value) {
  return value === null || value === undefined || value === '' ? ABSENT : String(value);
}

/**
 * A number as one types it: in the reader's locale, without separators of thousands.
 *
 * @param {number} value
 */
export function plain(value) {
  return format('plain', { useGrouping: false, maximumSignificantDigits: 12 }).format(value);
}

const parts = new Intl.NumberFormat().formatToParts(12345.5);
const decimal = parts.find((part) => part.type === 'decimal')?.value ?? '.';
const group = parts.find((part) => part.type === 'group')?.value ?? ' ';

/** Thousands as the locale separates them, such as 1.000 in German. */
const grouped = new RegExp(`^-?[1-9]\\d{0,2}([${group}]\\d{3})+([${decimal}]\\d+)?$`);

/**
 * Reads a number that somebody typed: as the locale writes it, or with a point for the decimal sign
 * where that is not a separator of thousands. Returns null if it is none.
 *
 * @param {string} typed
 */
function read(typed) {
  const trimmed = typed.trim();
  const text = (grouped.test(trimmed) ? trimmed.replaceAll(group, '') : trimmed).replace(decimal, '.');
  return /^-?\d*\.?\d+(e-?\d+)?$/i.test(text) ? Number(text) : null;
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
 * Returns what the service gets for a number that somebody typed, with its unit ("24 GB") or without.
 * What is no number goes to the service as it is, which says what is wrong with it.
 *
 * @param {string} typed
 * @param {string} [unit]
 * @param {number} [factor] of the service's unit
 */
export function sentOf(typed, unit = '', factor = 1) {
  const [name] = unit.replace(/^\$/, '').split(/[\s,/]/);
  const text = typed.trim().replace(/^\$/, '');
  const isNamed = name !== '' && text.toLowerCase().endsWith(name.toLowerCase());
  const value = read(isNamed ? text.slice(0, -name.length) : text);
  return value === null ? typed.trim() : String(rounded(value * factor));
}

/** @type {Intl.DisplayNames | null} */
let regions = null;

/**
 * The name of a country in the page's language.
 *
 * @param {string} code two letters
 */
export function country(code) {
  regions ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
  try {
    return regions.of(code) ?? code;
  } catch {
    return code;
  }
}

/**
 * The time since an instant, such as "3 s ago".
 *
 * @param {number} millis
 */
export function age(millis) {
  const seconds = Math.max(0, Math.round(millis / 1000));
  if (seconds < 60) {
    return seconds + ' s ago';
  }
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) {
    return minutes + ' min ago';
  }
  const hours = minutes / 60;
  return hours < 48 ? number(hours, 1) + ' h ago' : number(hours / 24) + ' days ago';
}
