// The controls of prices: kind of rental, storage, per machine or GPU, per hour or month.

import { byId, h, inputById, setText, showNumber } from './dom.js';
import { number } from './format.js';
import { storageOf } from './job.js';
import { choosePer } from './state.js';

/** @import { State } from './state.js' */
/** @import { Change } from './values.js' */

/** The storage at the positions of the slider, in GB. */
const STORAGES = [0, 5, 8, 10, 20, 30, 50, 75, 100, 150, 200, 300, 500, 750, 1000, 2000, 4000];

/** @type {[keyof State & string, [string, string][]][]} */
const CHOICES = [
  ['type', [['on-demand', 'On demand'], ['bid', 'Bid'], ['reserved', 'Reserved']]],
  ['per', [['machine', 'Machine'], ['gpu', 'GPU']]],
  ['period', [['hour', 'Hour'], ['month', 'Month']]],
];

export class PriceControls {
  /**
   * @param {Change} change
   * @param {(storage: number) => void} reprice shows the prices for a storage at once
   */
  constructor(change, reprice) {
    /** @type {Map<string, HTMLInputElement>} */
    this.inputs = new Map();
    for (const [name, values] of CHOICES) {
      byId(name).append(
        ...values.map(([value, label]) => {
          const input = h('input', {
            type: 'radio',
            name,
            value,
            onchange: () =>
              change((state) =>
                name === 'per' ? choosePer(state, value) : Object.assign(state, { [name]: value }),
              ),
          });
          this.inputs.set(`${name} ${value}`, input);
          return h('label', {}, input, h('span', {}, label));
        }),
      );
    }
    this.slider = inputById('storage');
    this.slider.max = String(STORAGES.length - 1);
    this.slider.addEventListener('input', () => {
      const storage = STORAGES[Number(this.slider.value)];
      change((state) => (state.storage = String(storage)), 'storage');
      reprice(storage);
    });
    this.box = inputById('storage-box');
    this.box.addEventListener('input', () => {
      const storage = storageOf(this.box.value);
      change((state) => (state.storage = storage), 'storage');
      if (Number(storage) >= 0) {
        reprice(Number(storage));
      }
    });
  }

  /** @param {State} state */
  render(state) {
    for (const [name] of CHOICES) {
      const input = this.inputs.get(`${name} ${state[name]}`);
      if (input) {
        input.checked = true;
      }
    }
    const storage = Number(state.storage);
    const position = STORAGES.filter((each) => each <= storage).length - 1;
    this.slider.value = String(Math.max(0, position));
    const shown = Number.isFinite(storage) ? number(storage, 2) : state.storage;
    this.slider.setAttribute('aria-valuetext', `${shown} GB`);
    showNumber(this.box, state.storage);
    setText(
      byId('included'),
      storage === 0 ? 'Prices are without storage; traffic is extra.' : `Prices include ${shown} GB of storage; traffic is extra.`,
    );
  }
}
