// The page: holds the state, asks the service, and shows what it answers.

import { asClientCommand, asCurl, asJson } from './copy.js';
import { ColumnChooser, SortControls } from './controls.js';
import { Detail } from './detail.js';
import { age, number } from './format.js';
import { byId, h, inputById, setText } from './dom.js';
import { KeyForm, notice, say } from './notices.js';
import { PAGE_SIZE, Refusal, ask, requestOf } from './service.js';
import { Rail, wordsOf } from './rail.js';
import { Results } from './results.js';
import { fieldOf } from './fields.js';
import { FILTER_OF } from './filters.js';
import { parse, serialise, setCondition } from './state.js';
import { PriceControls } from './price.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./service.js').Page} Page */
/** @typedef {import('./results.js').Row} Row */
/** @typedef {import('./fields.js').Offer} Offer */

/** How long typing and dragging may pause before the service is asked. */
const PAUSE_MILLIS = 150;

/** How often what is in view is asked for again. */
const REFRESH_MILLIS = 5_000;

const LONGEST_WAIT_SECONDS = 30;

let state = parse(location.hash);

/** The answer that the page shows. @type {Page | null} */
let page = null;

/** When the service last answered. */
let answeredAt = 0;

/** The key of the latest change, which later changes of the same kind merge with. */
let merged = '';

/** Stops the request that runs for an older state. */
let running = new AbortController();

let timer = 0;
let failures = 0;
let isLoading = false;
let isLoadingMore = false;

const rail = new Rail(change, (open) => {
  state.open = open;
  remember(false);
  load();
});
const results = new Results({ open, unfold, sort });
const detail = new Detail({
  close: () => state.offer && change((next) => (next.offer = '')),
  copy: (offer) => copy(JSON.stringify(offer, null, 2), 'The offer is copied as JSON.'),
  machine: (offer) =>
    change((next) => {
      next.offer = '';
      next.filters = { machine_id: { eq: String(offer.machine_id) } };
    }),
});
const keys = new KeyForm(() => load());
const prices = new PriceControls(change, (storage) => results.reprice(storage));
const sorting = new SortControls(change);
const chooser = new ColumnChooser(change);

/**
 * Changes the state, and shows and asks for what follows from it.
 *
 * @param {(state: State) => void} mutate
 * @param {string} [merge]
 */
function change(mutate, merge = '') {
  const before = JSON.stringify(requestOf(state));
  const offer = state.offer;
  mutate(state);
  remember(merge !== '' && merge === merged);
  merged = merge;
  render();
  if (state.offer !== offer) {
    showOffer();
  }
  if (JSON.stringify(requestOf(state)) !== before) {
    clearTimeout(timer);
    timer = setTimeout(load, merge ? PAUSE_MILLIS : 0);
    byId('results').setAttribute('aria-busy', 'true');
  }
}

/**
 * Puts the state into the address.
 *
 * @param {boolean} replaces whether the latest step of the history becomes this one
 */
function remember(replaces) {
  const address = serialise(state);
  if (address !== location.hash) {
    history[replaces ? 'replaceState' : 'pushState'](null, '', address);
  }
}

function render() {
  rail.render(state);
  prices.render(state);
  sorting.render(state);
  chooser.render(state);
  results.render(state);
  inputById('bundled').checked = state.bundled;
}

/** Asks for the offers and the counts of the state; answers to older states are discarded. */
async function load() {
  clearTimeout(timer);
  running.abort();
  const own = new AbortController();
  running = own;
  isLoading = true;
  byId('results').setAttribute('aria-busy', 'true');
  const request = { ...requestOf(state), limit: PAGE_SIZE, facets: rail.facets() };
  try {
    const answer = await ask(request, { signal: own.signal });
    if (own === running) {
      succeeded();
      show(answer);
    }
  } catch (failure) {
    if (own === running && !own.signal.aborted) {
      failed(failure, load);
    }
  } finally {
    if (own === running) {
      isLoading = false;
      byId('results').setAttribute('aria-busy', 'false');
    }
  }
}

function succeeded() {
  failures = 0;
  answeredAt = Date.now();
  notice('');
  rail.calm();
  showAge();
}

/**
 * Shows what the service refuses, where it belongs, and tries again if that may help.
 *
 * @param {unknown} failure
 * @param {() => void} again
 */
function failed(failure, again) {
  if (!(failure instanceof Refusal)) {
    throw failure;
  }
  if (failure.status === 401 || failure.status === 403) {
    keys.ask(failure.message);
    notice(failure.message, { label: 'Enter a key', act: () => keys.ask('') });
  } else if (failure.isPassing) {
    failures++;
    const wait = Math.min(LONGEST_WAIT_SECONDS, Math.max(failure.wait, 2 ** (failures - 1)));
    notice(`${failure.message} The page tries again in ${number(wait)} s.`, { label: 'Try now', act: again });
    clearTimeout(timer);
    timer = setTimeout(again, wait * 1000);
  } else {
    notice(rail.complain(failure.field, failure.message) ? '' : failure.message);
  }
}

/** @param {Page} answer */
function show(answer) {
  page = answer;
  rail.count(answer);
  results.replace(answer.offers, answer.bundle_sizes);
  showTotal(answer);
  showAdvice(answer);
  byId('more').hidden = !answer.cursor;
}

/** @param {Page} answer */
function showTotal({ matched, bundles }) {
  const offers = `${number(matched)} ${matched === 1 ? 'offer' : 'offers'}`;
  const text = state.bundled && bundles !== matched ? `${number(bundles)} ${bundles === 1 ? 'bundle' : 'bundles'} of ${offers}` : offers;
  if (setText(byId('total'), text)) {
    document.title = `${text} – Offer Engine`;
  }
}

/**
 * Says which condition to drop if nothing matches.
 *
 * @param {Page} answer
 */
function showAdvice(answer) {
  const isEmpty = answer.matched === 0;
  byId('nothing').hidden = !isEmpty;
  byId('table').hidden = isEmpty;
  const helpful = answer.without.filter((each) => each.count > 0).sort((left, right) => right.count - left.count);
  setText(
    byId('advice'),
    helpful.length > 0
      ? 'Drop a condition to see offers again:'
      : 'No single condition keeps the offers away: drop several, or clear all.',
  );
  byId('drops').replaceChildren(
    ...helpful.map(({ field, operator, count }) =>
      h(
        'li',
        {},
        h(
          'button',
          { type: 'button', 'data-field': field, onclick: () => change((next) => drop(next, field, operator)) },
          dropWords(field, operator),
        ),
        ` brings back ${number(count)} ${count === 1 ? 'offer' : 'offers'}`,
      ),
    ),
  );
}

/**
 * @param {State} next
 * @param {string} field
 * @param {string} operator
 */
function drop(next, field, operator) {
  if (field === 'allocated_storage') {
    next.storage = '8';
  } else {
    setCondition(next, field, { [operator]: null });
  }
}

/**
 * @param {string} field
 * @param {string} operator
 */
function dropWords(field, operator) {
  if (field === 'allocated_storage') {
    return `Storage: ${state.storage} GB`;
  }
  const label = FILTER_OF.get(field)?.label ?? fieldOf(field).label;
  const value = state.filters[field]?.[operator];
  return value === undefined ? label : `${label}: ${wordsOf(field, { [operator]: value }, state.period)}`;
}

/** Adds the next page of offers. */
async function more() {
  const shown = page;
  if (!shown?.cursor || isLoadingMore || isLoading) {
    return;
  }
  isLoadingMore = true;
  const own = running;
  try {
    const request = { ...requestOf(state), limit: PAGE_SIZE };
    const next = await ask(request, { cursor: shown.cursor, signal: own.signal });
    if (own === running) {
      results.append(next.offers, next.bundle_sizes);
      shown.cursor = next.cursor;
      byId('more').hidden = !next.cursor;
    }
  } catch (failure) {
    if (own === running && !own.signal.aborted) {
      failed(failure, more);
    }
  } finally {
    isLoadingMore = false;
  }
  if (own === running && isNear(byId('more'))) {
    more();
  }
}

/** @param {HTMLElement} element */
function isNear(element) {
  return !element.hidden && element.getBoundingClientRect().top < 2 * window.innerHeight;
}

/**
 * Asks again for the rows in view, and for the counts if any offer changed.
 */
async function refresh() {
  if (document.hidden || isLoading || isLoadingMore || failures > 0 || !page) {
    return;
  }
  const own = running;
  const rows = results.inView();
  const ids = rows.map((row) => row.offer.id);
  const { type, allocated_storage } = requestOf(state);
  try {
    const now = await ask(
      { id: { in: ids }, type, allocated_storage, limit: ids.length, disable_bundling: true },
      { signal: own.signal },
    );
    if (own !== running || !page) {
      return;
    }
    results.update(rows, now.offers);
    succeeded();
    if (now.version !== page.version) {
      const counts = await ask({ ...requestOf(state), limit: 0, facets: rail.facets() }, { signal: own.signal });
      if (own === running && page) {
        page.version = counts.version;
        rail.count(counts);
        showTotal(counts);
      }
    }
  } catch (failure) {
    if (own === running && !own.signal.aborted) {
      failed(failure, () => {
        failures = 0;
        load();
      });
    }
  }
}

function showAge() {
  setText(byId('age'), answeredAt === 0 ? '' : `as of ${age(Date.now() - answeredAt)}`);
}

/** @param {string} id */
function open(id) {
  change((next) => (next.offer = id));
}

/** Shows the offer of the state in the drawer, or hides the drawer. */
async function showOffer() {
  const id = state.offer;
  if (!id) {
    detail.hide();
    return;
  }
  const known = results.rows.get(id)?.offer;
  if (known) {
    detail.show(known, state);
    return;
  }
  try {
    const { type, allocated_storage } = requestOf(state);
    const found = await ask({ id: { eq: id }, type, allocated_storage, limit: 1 });
    if (state.offer === id) {
      if (found.offers.length > 0) {
        detail.show(found.offers[0], state);
      } else {
        detail.complain(`The offer ${id} is not there any more, or has less than ${state.storage} GB of storage.`);
      }
    }
  } catch (failure) {
    failed(failure, showOffer);
  }
}

/** @param {Row} row */
async function unfold(row) {
  if (row.members) {
    results.unfold(row, null);
    return;
  }
  const own = running;
  try {
    const request = requestOf(state);
    request.bundle_id = { ...request.bundle_id, eq: row.offer.bundle_id };
    const found = await ask({ ...request, limit: row.size + 1, disable_bundling: true }, { signal: own.signal });
    if (own === running) {
      results.unfold(row, found.offers);
    }
  } catch (failure) {
    if (own === running && !own.signal.aborted) {
      failed(failure, () => unfold(row));
    }
  }
}

/**
 * Sorts by a field: ascending, then descending, then not.
 *
 * @param {string} field
 * @param {boolean} isSecond whether the first order stays
 */
function sort(field, isSecond) {
  change((next) => {
    const known = next.order.find(([name]) => name === field);
    const direction = known ? (known[1] === 'asc' ? 'desc' : '') : 'asc';
    if (isSecond && next.order.length > 0 && next.order[0][0] !== field) {
      next.order = [next.order[0], ...(direction ? [[field, direction]] : [])];
    } else {
      next.order = direction ? [[field, direction], ...next.order.slice(1).filter(() => isSecond)] : [];
    }
  });
}

/**
 * @param {string} text
 * @param {string} message
 */
async function copy(text, message) {
  try {
    await navigator.clipboard.writeText(text);
    say(message);
  } catch {
    say('The browser does not let the page copy.');
  }
}

function listen() {
  byId('clear').addEventListener('click', () => change((next) => (next.filters = {})));
  byId('nothing-clear').addEventListener('click', () => change((next) => (next.filters = {})));
  byId('bundled').addEventListener('change', (event) => {
    const isBundled = /** @type {HTMLInputElement} */ (event.target).checked;
    change((next) => (next.bundled = isBundled));
  });
  byId('more-button').addEventListener('click', () => more());
  byId('copy-curl').addEventListener('click', () => copy(asCurl(state), 'The search is copied as a curl command.'));
  byId('copy-json').addEventListener('click', () => copy(asJson(state), 'The search is copied as JSON.'));
  byId('copy-client').addEventListener('click', () =>
    copy(asClientCommand(state), 'The search is copied as a vastai command.'),
  );
  byId('skip').addEventListener('click', () => byId('results').focus());
  byId('show-filters').addEventListener('click', () => {
    const isOpen = byId('rail').classList.toggle('open');
    byId('show-filters').setAttribute('aria-expanded', String(isOpen));
  });
  window.addEventListener('popstate', () => {
    state = parse(location.hash);
    merged = '';
    render();
    showOffer();
    load();
  });
  document.addEventListener('visibilitychange', () => refresh());
  new IntersectionObserver(() => isNear(byId('more')) && more(), { rootMargin: '100% 0px' }).observe(byId('more'));
  setInterval(refresh, REFRESH_MILLIS);
  setInterval(showAge, 1000);
}

history.replaceState(null, '', serialise(state));
render();
listen();
load();
if (state.offer) {
  showOffer();
}
