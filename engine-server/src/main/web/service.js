// Requests to the service. The key lives in this module alone, until the tab is closed or reloaded; or in
// the storage of the tab's session, if the reader wishes so.

import { isText } from './fields.js';
import { DEFAULT_STORAGE, none } from './state.js';

/** @import { State } from './state.js' */
/** @import { Offer } from './fields.js' */

/**
 * The answer of the service.
 *
 * @typedef {object} Page
 * @property {Offer[]} offers
 * @property {number} version
 * @property {number} matched
 * @property {number} bundles
 * @property {number[]} bundle_sizes
 * @property {{[field: string]: {counts: {value: any, count: number}[], absent: number}}} values
 * @property {{[field: string]: {counts: number[], below: number, above: number}}} histogram
 * @property {{field: string, operator: string, count: number}[]} without
 * @property {string} [cursor] of the next page
 */

/** The offers of a page. */
export const PAGE_SIZE = 50;

/** Where a key is kept that outlives a reload. */
const KEPT = 'key';

let key = sessionStorage.getItem(KEPT) ?? '';

/**
 * Sets the key of all later requests; "" for none.
 *
 * @param {string} given
 * @param {boolean} [isKept] whether the key outlives a reload of the tab
 */
export function useKey(given, isKept = false) {
  key = given;
  if (isKept) {
    sessionStorage.setItem(KEPT, given);
  } else {
    sessionStorage.removeItem(KEPT);
  }
}

/** Whether requests have a key. */
export function hasKey() {
  return key !== '';
}

/** An answer of the service that is no page, or none at all. */
export class Refusal extends Error {
  /**
   * @param {number} status 0 if the service could not be reached
   * @param {string} message in the words of the service
   * @param {number} wait seconds after which the service may answer
   */
  constructor(status, message, wait = 0) {
    super(message);
    this.status = status;
    this.wait = wait;
  }

  /** Whether the same request may succeed later. */
  get isPassing() {
    return [0, 429, 502, 503, 504].includes(this.status);
  }

  /** Whether another key may help. */
  get isOfKey() {
    return this.status === 401 || this.status === 403;
  }

  /** The field of which the message speaks; "" if of none. */
  get field() {
    return / at \/([a-z0-9_]+)/.exec(this.message)?.[1] ?? '';
  }
}

/**
 * Returns the conditions and the order of a state as a request.
 *
 * @param {State} state
 * @returns {{[key: string]: any}}
 */
export function requestOf(state) {
  const request = none();
  for (const [field, condition] of Object.entries(state.filters)) {
    request[field] = Object.fromEntries(
      Object.entries(condition).map(([operator, value]) => [operator, valueOf(field, value)]),
    );
  }
  name(request, 'type', state.type);
  // The service takes storage that a request names for a condition on the disk, too.
  if (state.storage !== DEFAULT_STORAGE) {
    name(request, 'allocated_storage', typed(state.storage));
  }
  if (state.order.length > 0) {
    request.order = state.order;
  }
  if (!state.bundled) {
    request.disable_bundling = true;
  }
  return request;
}

/**
 * Returns the request for some offers, with their prices as a state shows them.
 *
 * @param {State} state
 * @param {string[]} ids
 */
export function requestOfOffers(state, ids) {
  const { type, allocated_storage } = requestOf(state);
  return { id: { in: ids }, type, allocated_storage, limit: ids.length, disable_bundling: true };
}

/**
 * Gives a key of a request its value. A link may have put other operators on the key: they stay, so
 * that the service refuses them.
 *
 * @param {{[key: string]: any}} request
 * @param {string} key
 * @param {any} value
 */
function name(request, key, value) {
  const { eq: _, ...others } = request[key] ?? {};
  request[key] = Object.keys(others).length === 0 ? value : { ...others, eq: value };
}

/**
 * @param {string} field
 * @param {string | string[]} value
 * @returns {any}
 */
function valueOf(field, value) {
  if (Array.isArray(value)) {
    return value.map((each) => valueOf(field, each));
  }
  return isText(field) ? value : typed(value);
}

/**
 * Returns the number or the boolean that a text stands for; any other text as it is, for the service
 * to judge.
 *
 * @param {string} value
 * @returns {string | number | boolean}
 */
function typed(value) {
  if (value === 'true' || value === 'false') {
    return value === 'true';
  }
  return /^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/.test(value) ? Number(value) : value;
}

/**
 * Asks for a page.
 *
 * @param {{[key: string]: any}} request
 * @param {{cursor?: string, signal?: AbortSignal}} [options]
 * @returns {Promise<Page>}
 */
export async function ask(request, { cursor, signal } = {}) {
  const path = 'market/v1/page' + (cursor ? '?cursor=' + encodeURIComponent(cursor) : '');
  const { answer, headers } = await exchange('POST', path, { body: request, signal });
  answer.cursor = headers.get('Next-Cursor') ?? undefined;
  return answer;
}

/**
 * Sends a request, and returns the JSON of the answer.
 *
 * @param {string} method
 * @param {string} path
 * @param {{body?: any, signal?: AbortSignal}} [options]
 * @returns {Promise<any>}
 */
export async function send(method, path, options) {
  return (await exchange(method, path, options)).answer;
}

/**
 * @param {string} method
 * @param {string} path
 * @param {{body?: any, signal?: AbortSignal}} [options]
 * @returns {Promise<{answer: any, headers: Headers}>}
 */
async function exchange(method, path, { body, signal } = {}) {
  /** @type {Record<string, string>} */
  const headers = body ? { 'Content-Type': 'application/json' } : {};
  if (key) {
    headers.Authorization = 'Bearer ' + key;
  }
  let response;
  try {
    response = await fetch(path, { method, headers, body: body && JSON.stringify(body), signal });
    if (response.ok) {
      return { answer: await response.json(), headers: response.headers };
    }
  } catch (failure) {
    if (signal?.aborted) {
      throw failure;
    }
    throw new Refusal(0, 'The service can not be reached.');
  }
  throw new Refusal(
    response.status,
    await message(response),
    // A date is no number: the page then waits as long as it does by itself.
    Number(response.headers.get('Retry-After')) || 0,
  );
}

/**
 * @param {Response} response
 * @returns {Promise<string>}
 */
async function message(response) {
  try {
    return String((await response.json()).msg);
  } catch {
    return 'The service answers with status ' + response.status + '.';
  }
}
