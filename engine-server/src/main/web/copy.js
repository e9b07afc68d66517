// The search as a command or as JSON. No copy has the key.

import { isExtended } from './filters.js';
import { hasKey, requestOf } from './service.js';

/** @import { State } from './state.js' */

/** How the client of the real marketplace multiplies what one types. */
const CLIENT_FACTORS = new Map([
  ['gpu_ram', 1000],
  ['gpu_total_ram', 1000],
  ['cpu_ram', 1000],
  ['duration', 86_400],
]);

const CLIENT_SIGNS = new Map(Object.entries({ eq: '=', neq: '!=', gt: '>', gte: '>=', lt: '<', lte: '<=' }));

/**
 * Quotes a text for a shell.
 *
 * @param {string} text
 */
function quoted(text) {
  return "'" + text.replaceAll("'", "'\\''") + "'";
}

/**
 * Returns the body of a search.
 *
 * @param {State} state
 */
export function asJson(state) {
  return JSON.stringify(requestOf(state), null, 2);
}

/**
 * Returns a command line that searches.
 *
 * @param {State} state
 */
export function asCurl(state) {
  const request = requestOf(state);
  const named = [...Object.keys(request), ...(request.order ?? []).map((/** @type {string[]} */ pair) => pair[0])];
  const path = named.some(isExtended) ? 'market/v1/query' : 'api/v0/bundles/';
  const url = new URL(path, document.baseURI).href;
  // A page that answers without a key has no key to send.
  const key = hasKey() ? `  -H "Authorization: Bearer $OFFER_ENGINE_API_KEY" \\\n` : '';
  return (
    `curl -sS ${quoted(url)} \\\n${key}` +
    `  -H 'Content-Type: application/json' \\\n  -d ${quoted(JSON.stringify(request))}`
  );
}

/**
 * Returns a command line for the client of the real marketplace. It has no default conditions (-n),
 * since the page shows all of its own.
 *
 * @param {State} state
 */
export function asClientCommand(state) {
  const { type: _type, allocated_storage: _storage, order, disable_bundling: single, ...filters } = requestOf(state);
  const words = Object.entries(filters).flatMap(([field, condition]) =>
    Object.entries(condition).map(([operator, value]) => wordOf(field, operator, value)),
  );
  const parts = ['vastai search offers', quoted(words.join(' ')), '-n', `--type ${quoted(state.type)}`];
  parts.push(`--storage ${quoted(state.storage)}`);
  if (order) {
    const keys = /** @type {string[][]} */ (order).map(([field, direction]) => field + (direction === 'desc' ? '-' : ''));
    parts.push(`-o ${quoted(keys.join(','))}`);
  }
  if (single) {
    parts.push('--disable-bundling');
  }
  return parts.join(' ');
}

/**
 * @param {string} field
 * @param {string} operator
 * @param {any} value
 */
function wordOf(field, operator, value) {
  const factor = CLIENT_FACTORS.get(field) ?? 1;
  /** @param {any} each */
  const word = (each) =>
    typeof each === 'number' ? String(Number((each / factor).toPrecision(12))) : String(each).replaceAll(' ', '_');
  return Array.isArray(value)
    ? `${field} ${operator} [${value.map(word).join(',')}]`
    : `${field}${CLIENT_SIGNS.get(operator) ?? ' ' + operator + ' '}${word(value)}`;
}
