// The drawer of an offer: its price and what that is made of, the figures that decide, and all fields.

import { HOURS_PER_MONTH, gigabytes, isNumber, money, number, short } from './format.js';
import { nameOf, placeOf, priceText } from './columns.js';
import { FIELDS, FIELD_GROUPS, fieldOf, shown } from './fields.js';
import { byId, h, setChildren, setText } from './dom.js';

/** @import { Offer } from './fields.js' */
/** @import { State } from './state.js' */

export class Detail {
  /**
   * @param {object} actions
   * @param {() => void} actions.close is told when somebody closes the drawer
   * @param {(offer: Offer) => void} actions.copy copies an offer
   * @param {(offer: Offer) => void} actions.link copies a link to an offer
   * @param {(offer: Offer) => void} actions.pin pins an offer to compare, or takes the pin back
   * @param {(offer: Offer) => void} actions.machine shows all offers of a machine
   */
  constructor(actions) {
    this.actions = actions;
    this.dialog = /** @type {HTMLDialogElement} */ (byId('detail'));
    this.dialog.addEventListener('close', () => this.actions.close());
    this.dialog.addEventListener('click', (event) => {
      if (event.target === this.dialog) {
        this.dialog.close();
      }
    });
    for (const action of /** @type {const} */ (['link', 'pin', 'machine', 'copy'])) {
      byId('detail-' + action).addEventListener('click', () => this.offer && this.actions[action](this.offer));
    }
    /** The offer in the drawer. @type {Offer | null} */
    this.offer = null;
  }

  /**
   * Shows an offer.
   *
   * @param {Offer} offer
   * @param {State} state
   */
  show(offer, state) {
    this.offer = offer;
    setText(byId('detail-title'), nameOf(offer));
    setText(
      byId('detail-state'),
      offer.rented === true ? 'This offer is rented.' : offer.rentable === false ? 'This offer can not be rented.' : '',
    );
    setText(byId('detail-total'), priceText(offer, state));
    setText(byId('detail-rates'), ratesOf(offer, state));
    setChildren(byId('detail-figures'), ...figures(offer));
    setChildren(byId('detail-price'), ...priceRows(offer, state));
    setChildren(byId('detail-fields'), ...groups(offer));
    setText(byId('detail-count'), `All ${number(Object.keys(offer).length)} fields`);
    setText(byId('detail-pin'), state.pins.includes(String(offer.id)) ? 'Unpin' : 'Pin to compare');
    byId('detail-machine').hidden = !isNumber(offer.machine_id);
    this.open(true);
  }

  /**
   * Says why there is nothing to show.
   *
   * @param {string} message
   */
  complain(message) {
    this.offer = null;
    setText(byId('detail-title'), 'No such offer');
    setText(byId('detail-state'), message);
    this.open(false);
  }

  /** @param {boolean} hasOffer whether there is more than a message */
  open(hasOffer) {
    this.dialog.classList.toggle('empty', !hasOffer);
    if (!this.dialog.open) {
      /** @type {HTMLDetailsElement} */ (byId('detail-all')).open = false;
      this.dialog.showModal();
      this.dialog.scrollTop = 0;
    }
  }

  /**
   * Shows the present values of the offer in the drawer.
   *
   * @param {Offer | undefined} offer what the service has of it
   * @param {State} state
   */
  update(offer, state) {
    if (offer) {
      this.show(offer, state);
    } else {
      setText(byId('detail-state'), 'This offer is no longer offered.');
    }
  }

  hide() {
    this.offer = null;
    this.dialog.close();
  }
}

/**
 * @param {string} name
 * @param {string} value
 * @param {string} [kind]
 */
function row(name, value, kind = '') {
  return h('div', { class: kind }, h('dt', {}, name), h('dd', { dir: 'auto', class: 'number' }, value));
}

/**
 * Returns the price in the units that the reader did not choose.
 *
 * @param {Offer} offer
 * @param {State} state
 */
function ratesOf(offer, state) {
  const other = state.period === 'month' ? 'hour' : 'month';
  const rates = [priceText(offer, { ...state, period: other })];
  if (offer.num_gpus > 1) {
    const isPerGpu = state.per === 'gpu';
    rates.push(priceText(offer, { ...state, per: isPerGpu ? 'machine' : 'gpu' }) + (isPerGpu ? ' in all' : ' per GPU'));
  }
  return rates.join(' · ');
}

/**
 * Returns the six figures by which most people decide.
 *
 * @param {Offer} offer
 */
function figures(offer) {
  const memory = offer.num_gpus > 1 ? `${gigabytes(offer.gpu_total_ram)} in all` : '';
  return [
    figure('Memory per GPU', gigabytes(offer.gpu_ram), memory),
    figure('DLPerf per dollar', short(offer.dlperf_per_dphtotal), `DLPerf ${short(offer.dlperf)}`),
    figure('Reliability', shown('reliability', offer.reliability), String(offer.verification ?? '')),
    figure('vCPUs', short(offer.cpu_cores_effective), `${gigabytes(offer.cpu_ram)} of RAM`),
    figure('Download', shown('inet_down', offer.inet_down), `upload ${shown('inet_up', offer.inet_up)}`),
    figure('Longest rental', shown('duration', offer.duration), placeOf(offer)),
  ];
}

/**
 * @param {string} name
 * @param {string} value
 * @param {string} more
 */
function figure(name, value, more) {
  return h('div', {}, h('dt', {}, name), h('dd', {}, value, h('span', { class: 'detail', dir: 'auto' }, more)));
}

/**
 * Returns what the price of an offer is made of.
 *
 * @param {Offer} offer
 * @param {State} state
 */
function priceRows(offer, state) {
  const { dph_base: base, dph_total: total, storage_cost: storage, num_gpus: gpus } = offer;
  const names = /** @type {{[type: string]: string}} */ ({ bid: 'Lowest bid', reserved: 'List price, reserved' });
  const rows = [
    row(names[state.type] ?? 'List price, on demand', money(base) + '/h'),
    row(`Storage: ${state.storage} GB at ${money(storage ?? 0)}/GB/month`, money(offer.storage_total_cost) + '/h'),
    row('Total', money(total) + '/h', 'sum'),
  ];
  if (isNumber(total)) {
    if (isNumber(gpus) && gpus > 1) {
      rows.push(row('Per GPU', money(total / gpus) + '/h'));
    }
    rows.push(row(`Per month of ${HOURS_PER_MONTH} hours`, money(total * HOURS_PER_MONTH)));
  }
  if (isNumber(offer.discounted_hourly) && offer.discounted_hourly > 0) {
    rows.push(row('Discount', '− ' + money(offer.discounted_hourly) + '/h'));
    rows.push(row('Total after the discount', money(offer.discounted_dph_total) + '/h', 'sum'));
  }
  rows.push(row('While stopped: the storage alone', money(offer.instance?.totalHour) + '/h'));
  rows.push(
    row(
      'Traffic on top, per TB',
      `${money(offer.internet_down_cost_per_tb)} down, ${money(offer.internet_up_cost_per_tb)} up`,
    ),
  );
  return rows;
}

/**
 * Returns all fields of an offer, by group.
 *
 * @param {Offer} offer
 */
function groups(offer) {
  /** @type {Map<string, HTMLElement[]>} */
  const rows = new Map(FIELD_GROUPS.map((group) => [group, []]));
  const names = new Set([...FIELDS.keys(), ...Object.keys(offer)]);
  for (const name of [...names].filter((each) => each in offer)) {
    const value = offer[name];
    const field = fieldOf(name);
    const element = h(
      'div',
      { 'data-field': name, title: name },
      h('dt', {}, field.label),
      h('dd', { dir: 'auto', class: isNumber(value) ? 'number' : '' }, shown(name, value), exact(name, value)),
    );
    rows.get(field.group)?.push(element);
  }
  return [...rows]
    .filter(([, elements]) => elements.length > 0)
    .map(([group, elements]) => h('section', {}, h('h3', {}, group), h('dl', {}, ...elements)));
}

/**
 * Returns the megabytes behind gigabytes, which are rounded.
 *
 * @param {string} name
 * @param {any} value
 */
function exact(name, value) {
  return isNumber(value) && fieldOf(name).show === gigabytes
    ? h('span', { class: 'detail' }, number(value) + ' MB')
    : null;
}
