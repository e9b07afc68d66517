// The state of the page, and its text in the address: what is behind the # never leaves the browser.

/**
 * The conditions on a field by operator, as the service reads them. Values are texts: the service
 * reads "4" as a number where the field has numbers.
 *
 * @typedef {{[operator: string]: string | string[]}} Condition
 *
 * @typedef {object} State
 * @property {{[field: string]: Condition}} filters
 * @property {string} type the kind of rental
 * @property {string} storage in GB
 * @property {string} per "machine" or "gpu"
 * @property {string} period "hour" or "month"
 * @property {string[][]} order pairs of field and direction
 * @property {string[]} columns the columns to show; empty for the usual ones
 * @property {boolean} bundled whether only the best offer of a bundle is shown
 * @property {string[] | null} open the filters whose sections are open; null for the usual ones
 * @property {string} offer the offer in the drawer; "" for none
 * @property {string[]} pins the offers to compare
 * @property {boolean} comparing whether they are shown side by side
 */

const LISTS = new Set(['in', 'notin']);
const FLAG = 'true';

/** Other names of the kinds of rental, which the service knows too. */
const TYPES = new Map([
  ['ondemand', 'on-demand'],
  ['on_demand', 'on-demand'],
  ['ask', 'on-demand'],
  ['interruptible', 'bid'],
]);

/** So many offers can be compared. */
export const MOST_PINS = 4;

/** The storage in GB that prices include if a request names none. */
export const DEFAULT_STORAGE = '8';

/**
 * Returns an empty object that inherits nothing: a link may name a field or an operator as it likes,
 * __proto__ too.
 *
 * @returns {{[name: string]: any}}
 */
export function none() {
  return Object.create(null);
}

/** @returns {State} */
function empty() {
  return {
    filters: none(),
    type: 'on-demand',
    storage: DEFAULT_STORAGE,
    per: 'machine',
    period: 'hour',
    order: [],
    columns: [],
    bundled: true,
    open: null,
    offer: '',
    pins: [],
    comparing: false,
  };
}

/**
 * The state of an address without one: what most people rent, shown as filters.
 *
 * @returns {State}
 */
function initial() {
  const state = empty();
  setCondition(state, 'verification', { in: ['verified'] });
  setCondition(state, 'rentable', { eq: FLAG });
  setCondition(state, 'rented', { eq: 'false' });
  return state;
}

/**
 * The keys of an address that are no conditions: what each changes in a state, and what it says of
 * one; null for nothing.
 *
 * @type {Map<string, [(state: State, value: string) => void, (state: State) => string | null]>}
 */
const KEYS = new Map([
  ['type', [(state, value) => (state.type = TYPES.get(value) ?? value), ({ type }) => type]],
  ['storage', [(state, value) => (state.storage = value), ({ storage }) => unless(DEFAULT_STORAGE, storage)]],
  ['per', [(state, value) => (state.per = value === 'gpu' ? 'gpu' : 'machine'), ({ per }) => unless('machine', per)]],
  [
    'period',
    [(state, value) => (state.period = value === 'month' ? 'month' : 'hour'), ({ period }) => unless('hour', period)],
  ],
  [
    'sort',
    [
      (state, value) =>
        (state.order = words(value).map((pair) => {
          const [field, direction] = pair.split(':');
          return [field, direction ?? 'asc'];
        })),
      ({ order }) => unless('', order.map((pair) => pair.join(':')).join(',')),
    ],
  ],
  ['columns', [(state, value) => (state.columns = words(value)), ({ columns }) => unless('', columns.join(','))]],
  ['bundles', [(state, value) => (state.bundled = value !== 'no'), ({ bundled }) => (bundled ? null : 'no')]],
  ['open', [(state, value) => (state.open = words(value)), ({ open }) => open && open.join(',')]],
  ['offer', [(state, value) => (state.offer = value), ({ offer }) => unless('', offer)]],
  [
    'pins',
    [
      (state, value) => (state.pins = [...new Set(words(value))].slice(0, MOST_PINS)),
      ({ pins }) => unless('', pins.join(',')),
    ],
  ],
  ['compare', [(state, value) => (state.comparing = value === 'yes'), ({ comparing }) => (comparing ? 'yes' : null)]],
]);

/**
 * @param {string} usual
 * @param {string} value
 */
function unless(usual, value) {
  return value === usual ? null : value;
}

/**
 * Reads a state. What is no key of the page is a condition, so that no condition is lost: one that
 * the service does not know is refused by the service.
 *
 * @param {string} fragment with or without its #
 * @returns {State}
 */
export function parse(fragment) {
  const text = fragment.replace(/^#/, '');
  if (!text) {
    return initial();
  }
  const state = empty();
  for (const [key, value] of new URLSearchParams(text)) {
    const [read] = KEYS.get(key === 'type.eq' ? 'type' : key) ?? [];
    if (read) {
      read(state, value);
    } else {
      addCondition(state, key, value);
    }
  }
  takeStorage(state);
  return state;
}

/**
 * Takes the storage that a request names for that of the state. The default stays a condition: a
 * state with the default does not send it, and then it would not be one on the disk.
 *
 * @param {State} state
 */
function takeStorage(state) {
  const { eq } = state.filters.allocated_storage ?? {};
  if (typeof eq === 'string' && Number(eq) !== Number(DEFAULT_STORAGE)) {
    state.storage = eq;
    setCondition(state, 'allocated_storage', { eq: null });
  }
}

/** @param {string} list */
function words(list) {
  return list.split(',').filter((word) => word !== '');
}

/**
 * Adds a condition. An operator that takes one value has a list if it is there several times, which
 * the service refuses.
 *
 * @param {State} state
 * @param {string} key a field, or a field and an operator with a point between them
 * @param {string} value
 */
function addCondition(state, key, value) {
  const point = key.lastIndexOf('.');
  const field = point < 0 ? key : key.slice(0, point);
  const operator = point < 0 ? 'eq' : key.slice(point + 1);
  const condition = (state.filters[field] ??= none());
  const values = [condition[operator] ?? [], value].flat();
  condition[operator] = LISTS.has(operator) || values.length > 1 ? values : value;
}

/**
 * Returns the text of a state. It is never empty, so that a page without filters is not taken for a
 * new one.
 *
 * @param {State} state
 */
export function serialise(state) {
  const text = new URLSearchParams({ type: state.type });
  for (const [field, condition] of Object.entries(state.filters)) {
    for (const [operator, value] of Object.entries(condition)) {
      [value].flat().forEach((each) => text.append(field + '.' + operator, each));
    }
  }
  for (const [key, [, write]] of KEYS) {
    const value = write(state);
    if (value !== null) {
      text.set(key, value);
    }
  }
  return '#' + text;
}

/**
 * Returns the text of a link to one offer, with its price as a state shows it.
 *
 * @param {State} state
 * @param {string} offer
 */
export function linkTo({ type, storage, per, period }, offer) {
  return serialise({ ...empty(), type, storage, per, period, offer });
}

/**
 * Pins an offer, or takes the pin back; returns whether there was room for a pin.
 *
 * @param {State} state
 * @param {string} offer
 */
export function togglePin(state, offer) {
  if (state.pins.includes(offer)) {
    state.pins = state.pins.filter((each) => each !== offer);
    return true;
  }
  if (state.pins.length === MOST_PINS) {
    return false;
  }
  state.pins = [...state.pins, offer];
  return true;
}

/**
 * Sets the operators of a condition; an absent or empty value removes one.
 *
 * @param {State} state
 * @param {string} field
 * @param {{[operator: string]: string | string[] | null}} operators
 */
export function setCondition(state, field, operators) {
  /** @type {Condition} */
  const condition = Object.assign(none(), state.filters[field]);
  for (const [operator, value] of Object.entries(operators)) {
    if (value === null || value.length === 0) {
      delete condition[operator];
    } else {
      condition[operator] = value;
    }
  }
  if (Object.keys(condition).length === 0) {
    delete state.filters[field];
  } else {
    state.filters[field] = condition;
  }
}

/** The names of the total price, by what the reader wants prices for. @type {{[per: string]: string}} */
const TOTALS = { machine: 'dph_total', gpu: 'dph_per_gpu' };

/**
 * Returns the field of the total price that the reader looks at.
 *
 * @param {State} state
 */
export function totalOf(state) {
  return TOTALS[state.per];
}

/**
 * Chooses what prices are for. An order by the one price becomes an order by the other.
 *
 * @param {State} state
 * @param {string} per "machine" or "gpu"
 */
export function choosePer(state, per) {
  const before = totalOf(state);
  state.per = per;
  const isTwice = state.order.some(([field]) => field === totalOf(state));
  if (!isTwice) {
    state.order = state.order.map(([field, way]) => [field === before ? totalOf(state) : field, way]);
  }
}

/**
 * Returns the values of a list in a condition; a single value counts as a list of one.
 *
 * @param {State} state
 * @param {string} field
 * @returns {string[]}
 */
export function chosen(state, field) {
  const condition = state.filters[field] ?? {};
  const list = condition.in ?? condition.eq ?? [];
  return Array.isArray(list) ? list : [list];
}

/**
 * Returns the value of an operator; "" if there is none.
 *
 * @param {State} state
 * @param {string} field
 * @param {string} operator
 */
export function bound(state, field, operator) {
  return String(state.filters[field]?.[operator] ?? '');
}
