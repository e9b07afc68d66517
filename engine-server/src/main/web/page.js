// The page: puts its parts together.

import { showAdvice } from './advice.js';
import { Bell } from './bell.js';
import { Compare, pin } from './compare.js';
import { ColumnChooser, QuickSorts, SortControls } from './controls.js';
import { asClientCommand, asCurl, asJson } from './copy.js';
import { Detail } from './detail.js';
import { byId, inputById, setText } from './dom.js';
import { counted } from './format.js';
import { listen } from './keyboard.js';
import { Live } from './live.js';
import { KeyForm, say } from './notices.js';
import { PriceControls } from './price.js';
import { Rail } from './rail.js';
import { Results } from './results.js';
import { SaveForm } from './saved.js';
import { PAGE_SIZE, hasKey, requestOf, requestOfOffers } from './service.js';
import { Session } from './session.js';
import { Sheet } from './sheet.js';
import { linkTo, none, setCondition } from './state.js';

/** @import { Page } from './service.js' */
/** @import { Row } from './results.js' */
/** @import { State } from './state.js' */
/** @import { Change } from './values.js' */

const session = new Session({
  render(state) {
    rail.render(state);
    prices.render(state);
    sorting.render(state);
    quick.render(state);
    chooser.render(state);
    results.render(state);
    compare.render(state);
    inputById('bundled').checked = state.bundled;
  },
  show(page, place) {
    showTotal(page);
    showAdvice(page, session.state, change, countOf);
    results.replace(page.offers, page.bundle_sizes);
    results.toRow(place);
    byId('more').hidden = !page.cursor;
    const isFirst = !rail.isCounted();
    if (isFirst) {
      rail.count(page);
    } else {
      rail.busy(true);
    }
    afterPaint(() => {
      if (page === session.page) {
        results.settle();
        if (!isFirst) {
          rail.count(page);
        }
        live.showAge();
        fill();
      }
    });
  },
  offersChanged() {
    showOffer();
    showPins();
  },
  busy(isBusy) {
    const element = byId('results');
    element.setAttribute('aria-busy', String(isBusy));
    clearTimeout(waiting);
    if (isBusy) {
      waiting = setTimeout(() => element.classList.add('old'), QUICK_MILLIS);
    } else {
      element.classList.toggle('old', !session.isCurrent);
    }
  },
  facets: (state) => rail.facets(state),
  calm: () => rail.calm(),
  complain: (field, message) => rail.complain(field, message),
  askKey: (reason) => keys.ask(reason),
});

/** @type {Change} */
const change = (mutate, merge) => session.change(mutate, merge);
const rail = new Rail(change, (open) => session.toggled(open));
const results = new Results({
  open: (id) => session.open((next) => (next.offer = id)),
  pin: (id) => session.amend((next) => pin(next, id)),
  unfold,
  sort,
});
const compare = new Compare({
  toggle: (id) => session.amend((next) => pin(next, id)),
  open: () => session.open((next) => (next.comparing = true)),
  close: () => session.state.comparing && session.shut((next) => (next.comparing = false)),
  clear: () => session.amend((next) => (next.pins = [])),
  details: (id) => session.open((next) => (next.offer = id)),
});
const detail = new Detail({
  close: () => session.state.offer && session.shut((next) => (next.offer = '')),
  link(offer) {
    const address = new URL(linkTo(session.state, String(offer.id)), document.baseURI);
    copy(address.href, 'The link to the offer is copied.');
  },
  pin: (offer) => session.amend((next) => pin(next, String(offer.id))),
  copy: (offer) => copy(JSON.stringify(offer, null, 2), 'The offer is copied as JSON.'),
  machine: (offer) =>
    change((next) => {
      next.offer = '';
      next.filters = none();
      setCondition(next, 'machine_id', { eq: String(offer.machine_id) });
    }),
});
const keys = new KeyForm(() => {
  session.load();
  bell.start();
});
const saving = new SaveForm((reason) => keys.ask(reason));
const bell = new Bell({
  askKey: (reason) => keys.ask(reason),
  open: (offer, found) =>
    session.open((next) => {
      next.offer = offer;
      if (found) {
        // The drawer then shows the price that the alert named.
        next.type = found.type;
        next.storage = found.storage;
      }
    }),
  show: ({ filters, type, storage }) => change((next) => Object.assign(next, { filters, type, storage })),
});
const prices = new PriceControls(change, (storage) => results.reprice(storage));
const sheet = new Sheet();
const sorting = new SortControls(change);
const quick = new QuickSorts(change);
const chooser = new ColumnChooser(change);
const live = new Live(session, results, { detail, compare }, count);
const menu = /** @type {HTMLDetailsElement} */ (byId('menu'));
let isLoadingMore = false;
/** Dims the offers. */
let waiting = 0;

/** Scrolling that stops for so long has come to a place. */
const PAUSE_MILLIS = 120;

/** Offers before a change are dimmed if the answer takes longer, or does not come. */
const QUICK_MILLIS = 80;

/**
 * Does what can wait until the browser has shown what is there.
 *
 * @param {() => void} act
 */
function afterPaint(act) {
  requestAnimationFrame(() => setTimeout(act));
}

/**
 * Shows the counts of an answer.
 *
 * @param {Page} page
 */
function count(page) {
  rail.count(page);
  showTotal(page);
}

/** @param {Page} page */
function showTotal(page) {
  const { matched, bundles } = page;
  const offers = counted(matched, 'offer');
  const isSame = !session.state.bundled || bundles === matched;
  sheet.count(offers);
  const text = isSame ? offers : `${counted(bundles, 'bundle')} of ${offers}`;
  if (setText(byId('total'), text)) {
    document.title = `${text} – Offer Engine`;
  }
}

/**
 * Asks how many offers another state has, as long as the page shows this one.
 *
 * @param {State} state
 * @param {(page: Page) => void} take
 */
function countOf(state, take) {
  return session.follow({ ...requestOf(state), limit: 0 }, take, () => countOf(state, take), { refused: say });
}

/** Adds the next page of offers. */
async function more() {
  const { page } = session;
  if (!page?.cursor || isLoadingMore) {
    return;
  }
  isLoadingMore = true;
  let isAdded = false;
  await session.follow(
    { ...requestOf(session.state), limit: PAGE_SIZE },
    (next) => {
      results.append(next.offers, next.bundle_sizes);
      page.cursor = next.cursor;
      byId('more').hidden = !next.cursor;
      isAdded = true;
    },
    more,
    { cursor: page.cursor },
  );
  isLoadingMore = false;
  if (isAdded) {
    fill();
  }
}

/** Adds offers if the end of the rows is in the window or less than a window below it. */
function fill() {
  if (!byId('more').hidden && results.below() < innerHeight) {
    more();
  }
}

/** Shows the offer of the state in the drawer, or hides the drawer. */
function showOffer() {
  const id = session.state.offer;
  const known = results.byId.get(id)?.offer;
  if (!id) {
    detail.hide();
  } else if (known) {
    detail.show(known, session.state);
  } else {
    session.follow(
      requestOfOffers(session.state, [id]),
      ({ offers: [found] }) => {
        if (session.state.offer !== id) {
          return;
        }
        if (found) {
          detail.show(found, session.state);
        } else {
          detail.complain(`There is no offer ${id} with ${session.state.storage} GB of storage any more.`);
        }
      },
      showOffer,
      { refused: (message) => detail.complain(message) },
    );
  }
}

/** Asks for pinned offers that no row shows, and shows all of them. */
function showPins() {
  const { pins } = session.state;
  for (const id of pins) {
    const known = results.byId.get(id)?.offer;
    if (known) {
      compare.offers.set(id, known);
    }
  }
  compare.render(session.state);
  const unknown = pins.filter((id) => !results.byId.has(id));
  if (unknown.length === 0) {
    return;
  }
  session.follow(
    requestOfOffers(session.state, unknown),
    ({ offers }) => {
      compare.take(unknown, offers);
      compare.render(session.state);
    },
    showPins,
    { refused: say },
  );
}

/**
 * Shows the other offers of a bundle, or hides them.
 *
 * @param {Row} row
 */
function unfold(row) {
  if (row.members) {
    results.unfold(row, null);
    return;
  }
  const request = requestOf(session.state);
  request.bundle_id = { ...request.bundle_id, eq: row.offer.bundle_id };
  session.follow(
    { ...request, limit: row.size + 1, disable_bundling: true },
    ({ offers }) => results.unfold(row, offers),
    () => unfold(row),
    { refused: say },
  );
}

/**
 * Sorts by a field in one direction, then in the other one, then not.
 *
 * @param {string} field
 * @param {boolean} isSecond whether the first order stays
 * @param {boolean} isDown whether the greatest values come first at first
 */
function sort(field, isSecond, isDown) {
  change((next) => {
    const known = next.order.find(([name]) => name === field);
    const [first, second] = isDown ? ['desc', 'asc'] : ['asc', 'desc'];
    const direction = known ? (known[1] === first ? second : '') : first;
    const pairs = direction ? [[field, direction]] : [];
    const leading = next.order.slice(0, 1).filter(([name]) => isSecond && name !== field);
    const others = next.order.slice(leading.length + 1).filter(([name]) => isSecond && name !== field);
    next.order = [...leading, ...pairs, ...others];
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

// Dialogs close by the button of their head.
for (const dialog of document.querySelectorAll('dialog')) {
  dialog.querySelector('.head button')?.addEventListener('click', () => dialog.close());
}

/**
 * @param {string} id
 * @param {() => void} act
 */
function onClick(id, act) {
  byId(id).addEventListener('click', act);
}

/**
 * Does what needs a key; asks for one first if there is none.
 *
 * @param {() => void} act
 */
function withKey(act) {
  if (hasKey()) {
    act();
  } else {
    keys.ask('Saved searches and alerts belong to a user: they need a key.', act);
  }
}

/** Removes all filters, and the buttons that do so: the focus goes to the results. */
function clear() {
  change((next) => (next.filters = none()));
  byId('results').focus({ preventScroll: true });
}

onClick('clear', clear);
onClick('nothing-clear', clear);
onClick('more-button', more);
onClick('copy-curl', () => copy(asCurl(session.state), 'The search is copied as a curl command.'));
onClick('copy-json', () => copy(asJson(session.state), 'The search is copied as JSON.'));
onClick('copy-client', () => copy(asClientCommand(session.state), 'The search is copied as a vastai command.'));
onClick('save-search', () => withKey(() => saving.open(session.state)));
onClick('bell', () => withKey(() => bell.open()));
onClick('skip', () => {
  const first = results.rows[results.place()]?.element?.querySelector('button');
  (first ?? byId('results')).focus();
});
// The menu goes as others do: by a click beside it, or by Esc.
addEventListener('click', ({ target }) => menu.contains(/** @type {Node} */ (target)) || (menu.open = false));
addEventListener('keydown', ({ key }) => key === 'Escape' && (menu.open = false));
byId('bundled').addEventListener('change', () => {
  const isBundled = inputById('bundled').checked;
  change((next) => (next.bundled = isBundled));
});
addEventListener('scroll', fill, { passive: true, capture: true });
addEventListener('resize', fill);
listen({
  find() {
    sheet.open();
    rail.add('gpu_name');
  },
  walk: (step) => results.walk(step),
  pin() {
    const row = results.focused();
    if (row) {
      session.amend((next) => pin(next, String(row.offer.id)));
    }
  },
});
/** Notes the place when scrolling has paused. */
let pausing = 0;
addEventListener(
  'scroll',
  () => {
    clearTimeout(pausing);
    pausing = setTimeout(() => session.notePlace(results.place()), PAUSE_MILLIS);
  },
  { passive: true, capture: true },
);
history.scrollRestoration = 'manual';
session.start();
live.start();
if (hasKey()) {
  bell.start();
}
