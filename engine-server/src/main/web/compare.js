// Two to four offers side by side, and the tray with those that are pinned.

import { isNumber, money, number, processor } from './format.js';
import { jobPriceOf, nameOf, priceOf, priceText } from './columns.js';
import { fieldOf, shown } from './fields.js';
import { byId, chip, h, setChildren, setText, showButtons } from './dom.js';
import { say } from './notices.js';
import { MOST_PINS, togglePin } from './state.js';

/** @import { Offer } from './fields.js' */
/** @import { State } from './state.js' */

/**
 * A row of the comparison.
 *
 * @typedef {object} Line
 * @property {string} label
 * @property {(offer: Offer, state: State) => string} text
 * @property {(offer: Offer, state: State) => number | null} [value] by which offers rank
 * @property {boolean} [isLeast] whether the least value is the best one
 */

/**
 * @param {string} name
 * @param {'least' | 'greatest' | ''} best
 * @returns {Line}
 */
function line(name, best) {
  return {
    label: fieldOf(name).label,
    text: (offer) => shown(name, offer[name]),
    value: best ? (offer) => (isNumber(offer[name]) ? offer[name] : null) : undefined,
    isLeast: best === 'least',
  };
}

/** @type {Line[]} */
const LINES = [
  { label: 'Price', text: priceText, value: priceOf, isLeast: true },
  {
    label: 'Price per GPU',
    text: (offer, state) => priceText(offer, { ...state, per: 'gpu' }),
    value: (offer, state) => priceOf(offer, { ...state, per: 'gpu' }),
    isLeast: true,
  },
  {
    label: 'Cost of my job',
    text: (offer, state) => money(jobPriceOf(offer, state)),
    value: jobPriceOf,
    isLeast: true,
  },
  line('internet_down_cost_per_tb', 'least'),
  line('internet_up_cost_per_tb', 'least'),
  line('gpu_name', ''),
  line('num_gpus', 'greatest'),
  line('gpu_ram', 'greatest'),
  line('dlperf', 'greatest'),
  line('dlperf_per_dphtotal', 'greatest'),
  line('total_flops', 'greatest'),
  line('cuda_max_good', 'greatest'),
  { label: 'CPU model', text: (offer) => processor(offer.cpu_name) },
  line('cpu_cores_effective', 'greatest'),
  line('cpu_ram', 'greatest'),
  line('disk_space', 'greatest'),
  line('disk_bw', 'greatest'),
  line('inet_down', 'greatest'),
  line('inet_up', 'greatest'),
  line('geolocation', ''),
  line('verification', ''),
  line('hosting_type', ''),
  line('reliability', 'greatest'),
  line('duration', 'greatest'),
];

export class Compare {
  /**
   * @param {object} actions
   * @param {(offer: string) => void} actions.toggle pins an offer, or takes the pin back
   * @param {() => void} actions.open shows the pinned offers side by side
   * @param {() => void} actions.close
   * @param {() => void} actions.clear takes all pins back
   * @param {(id: string) => void} actions.details shows an offer
   */
  constructor(actions) {
    this.actions = actions;
    this.dialog = /** @type {HTMLDialogElement} */ (byId('compare'));
    this.button = /** @type {HTMLButtonElement} */ (byId('compare-pins'));
    /** What is known of pinned offers; null if there is none. @type {Map<string, Offer | null>} */
    this.offers = new Map();
    this.dialog.addEventListener('close', () => this.actions.close());
    this.button.addEventListener('click', () => this.actions.open());
    byId('unpin-all').addEventListener('click', () => {
      this.actions.clear();
      byId('results').focus({ preventScroll: true });
    });
  }

  /**
   * Takes what the service has of some offers.
   *
   * @param {string[]} ids
   * @param {Offer[]} offers
   */
  take(ids, offers) {
    const present = new Map(offers.map((offer) => [String(offer.id), offer]));
    ids.forEach((id) => this.offers.set(id, present.get(id) ?? null));
  }

  /**
   * Shows the pins of a state in the tray, and side by side if the state says so.
   *
   * @param {State} state
   */
  render(state) {
    const { pins } = state;
    byId('tray').hidden = pins.length === 0;
    showButtons(
      byId('pins'),
      pins.map((id) => this.unpin(id, state)),
    );
    this.button.disabled = pins.length < 2;
    setText(this.button, pins.length < 2 ? 'Pin another offer to compare' : `Compare ${number(pins.length)} offers`);
    if (state.comparing && pins.length > 0) {
      this.show(state);
    } else if (this.dialog.open) {
      this.dialog.close();
    }
  }

  /**
   * @param {string} id
   * @param {State} state
   */
  unpin(id, state) {
    const name = this.nameOf(id);
    const offer = this.offers.get(id);
    const text = offer ? `${name}, ${priceText(offer, state)}` : name;
    return chip(text, `Unpin ${name}`, { onclick: () => this.actions.toggle(id) });
  }

  /** @param {string} id */
  nameOf(id) {
    const offer = this.offers.get(id);
    return offer ? nameOf(offer) : `Offer ${id}`;
  }

  /** @param {State} state */
  show(state) {
    const heads = state.pins.map((id) => {
      const offer = this.offers.get(id);
      return h(
        'th',
        { scope: 'col', class: offer ? '' : 'gone' },
        offer
          ? h('button', { type: 'button', class: 'name', onclick: () => this.actions.details(id) }, nameOf(offer))
          : h('span', {}, this.nameOf(id)),
        h('span', { class: 'badge' }, stateOf(offer)),
        h('button', { type: 'button', class: 'link', onclick: () => this.actions.toggle(id) }, 'unpin'),
      );
    });
    setChildren(byId('compared'), h('td', {}), ...heads);
    // The buttons of a head that was replaced are other ones.
    const lines = state.filters.job ? LINES : LINES.filter((each) => each.value !== jobPriceOf);
    setChildren(byId('comparison'), ...lines.map((each) => this.line(each, state)));
    const differing = byId('comparison').querySelectorAll('.differs').length;
    setText(byId('compare-state'), `${number(differing)} of ${number(lines.length)} lines differ; the best value of each is bold.`);
    if (!this.dialog.open) {
      this.dialog.showModal();
    }
  }

  /**
   * @param {Line} line
   * @param {State} state
   */
  line({ label, text, value, isLeast }, state) {
    const offers = state.pins.map((id) => this.offers.get(id) ?? null);
    const texts = offers.map((offer) => (offer ? text(offer, state) : ''));
    const differs = new Set(texts.filter((_, at) => offers[at])).size > 1;
    const values = offers.map((offer) => (offer && value ? value(offer, state) : null));
    const known = values.filter((each) => each !== null);
    const best = known.length === 0 ? null : isLeast ? Math.min(...known) : Math.max(...known);
    return h(
      'tr',
      { class: differs ? 'differs' : '' },
      h('th', { scope: 'row' }, label, differs ? h('span', { class: 'hidden' }, ', differs') : null),
      ...texts.map((each, at) =>
        h('td', { dir: 'auto', class: differs && best !== null && values[at] === best ? 'best' : '' }, each),
      ),
    );
  }
}

/** @param {Offer | null | undefined} offer */
function stateOf(offer) {
  if (offer === undefined) {
    return '';
  }
  return !offer ? 'not offered' : offer.rented === true ? 'rented' : offer.rentable === false ? 'not rentable' : '';
}

/**
 * Pins an offer in a state, or says that there is no room.
 *
 * @param {State} state
 * @param {string} id
 */
export function pin(state, id) {
  if (!togglePin(state, id)) {
    say(`At most ${MOST_PINS} offers can be compared: unpin one first.`);
  }
}
