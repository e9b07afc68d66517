// Filters with a least and a greatest number: boxes to type into, and a slider over a histogram.

import { rounded, scaleOf } from './filters.js';
import { number, plain, read } from './format.js';
import { h, setText, svg } from './dom.js';
import { bound, setCondition } from './state.js';

/** @typedef {import('./filters.js').Filter} Filter */
/** @typedef {import('./values.js').Change} Change */
/** @typedef {import('./values.js').FilterView} FilterView */

const HEIGHT = 40;

/**
 * A range. The slider has a position for each edge, and one at each end for no bound.
 *
 * @param {Filter} filter
 * @param {Change} change
 * @returns {FilterView}
 */
export function rangeFilter(filter, change) {
  const { field, label } = filter;
  let scale = scaleOf(filter, 'hour');
  const last = scale.edges.length + 1;
  const bars = Array.from({ length: last }, (_, bar) =>
    svg('rect', { x: bar + 0.05, width: 0.9, y: HEIGHT, height: 0 }, svg('title')),
  );
  const histogram = svg(
    'svg',
    { class: 'histogram', viewBox: `0 0 ${last} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    ...bars,
  );
  const low = slider('least', 'gte');
  const high = slider('greatest', 'lte');
  const least = box('least', 'gte');
  const greatest = box('greatest', 'lte');
  const unit = h('span', { class: 'unit' });
  const absent = h('p', { class: 'absent', hidden: true });

  /**
   * @param {string} end
   * @param {string} operator
   */
  function slider(end, operator) {
    return h('input', {
      type: 'range',
      class: end,
      min: 0,
      max: last,
      step: 1,
      'aria-label': `${label}, ${end}`,
      oninput: () => {
        const isLow = operator === 'gte';
        const other = Number((isLow ? high : low).value);
        const input = isLow ? low : high;
        const at = isLow ? Math.min(Number(input.value), other - 1) : Math.max(Number(input.value), other + 1);
        input.value = String(at);
        const edge = at === 0 || at === last ? null : scale.edges[at - 1];
        set(operator, edge === null ? '' : plain(edge), `${field} ${operator}`);
      },
    });
  }

  /**
   * @param {string} end
   * @param {string} operator
   */
  function box(end, operator) {
    const input = h('input', {
      type: 'text',
      inputmode: 'decimal',
      size: 7,
      placeholder: 'any',
      'aria-label': `${label}, ${end}`,
      oninput: () => set(operator, input.value, `${field} ${operator}`),
    });
    return input;
  }

  /**
   * Sets a bound in the reader's unit. What is no number goes to the service as it is, which says
   * what is wrong with it.
   *
   * @param {string} operator
   * @param {string} typed
   * @param {string} merge
   */
  function set(operator, typed, merge) {
    const value = read(withoutUnit(typed, scale.unit));
    const factor = operator === 'gte' ? scale.low : scale.high;
    const sent = value === null ? typed.trim() : String(rounded(value * factor));
    change((state) => setCondition(state, field, { [operator]: sent }), merge);
  }

  /**
   * Returns a bound in the reader's unit.
   *
   * @param {string} sent
   * @param {number} factor
   */
  function typedOf(sent, factor) {
    return sent === '' || !Number.isFinite(Number(sent)) ? sent : String(rounded(Number(sent) / factor));
  }

  /**
   * Returns the position of a bound: the last edge that is not above it.
   *
   * @param {string} typed
   * @param {number} without the position of no bound
   */
  function positionOf(typed, without) {
    const value = Number(typed);
    if (typed === '' || !Number.isFinite(value)) {
      return without;
    }
    return scale.edges.filter((edge) => edge <= value * (1 + 1e-9)).length;
  }

  return {
    element: h(
      'div',
      { class: 'range' },
      h('div', { class: 'slider', hidden: scale.edges.length === 0 }, histogram, low, high),
      h('div', { class: 'ends' }, least, h('span', {}, 'to'), greatest, unit),
      absent,
    ),
    render(state) {
      scale = scaleOf(filter, state.period);
      setText(unit, scale.unit);
      const from = typedOf(bound(state, field, 'gte'), scale.low);
      const to = typedOf(bound(state, field, 'lte'), scale.high);
      show(least, from);
      show(greatest, to);
      low.value = String(positionOf(from, 0));
      high.value = String(Math.max(1, positionOf(to, last)));
      low.setAttribute('aria-valuetext', spoken(from, scale.unit));
      high.setAttribute('aria-valuetext', spoken(to, scale.unit));
      const first = Number(low.value);
      const end = Number(high.value) + (scale.high > scale.low ? 1 : 0);
      bars.forEach((bar, index) => bar.classList.toggle('out', index < first || index >= end));
    },
    count(facet) {
      const counts = [facet.below, ...facet.counts, facet.above];
      const most = Math.max(1, ...counts);
      counts.forEach((count, index) => {
        const height = count === 0 ? 0 : Math.max(1.5, (count / most) * HEIGHT);
        bars[index].setAttribute('y', String(HEIGHT - height));
        bars[index].setAttribute('height', String(height));
        bars[index].setAttribute('data-count', String(count));
        setText(/** @type {Element} */ (bars[index].firstChild), titleOf(index, count, scale));
      });
      absent.hidden = facet.absent === 0;
      setText(absent, number(facet.absent) + ' do not say');
    },
  };
}

/**
 * Returns a number without its unit, if somebody typed that: "24 GB" is 24.
 *
 * @param {string} typed
 * @param {string} unit
 */
function withoutUnit(typed, unit) {
  const [name] = unit.replace(/^\$/, '').split(/[\s,/]/);
  const text = typed.trim().replace(/^\$/, '');
  return name && text.toLowerCase().endsWith(name.toLowerCase()) ? text.slice(0, -name.length) : text;
}

/**
 * Shows a bound in a box, unless somebody types into the box.
 *
 * @param {HTMLInputElement} input
 * @param {string} typed
 */
function show(input, typed) {
  if (document.activeElement !== input) {
    const value = Number(typed);
    input.value = typed === '' || !Number.isFinite(value) ? typed : plain(value);
  }
}

/**
 * @param {string} typed
 * @param {string} unit
 */
function spoken(typed, unit) {
  return typed === '' ? 'any' : `${typed} ${unit}`;
}

/**
 * @param {number} bar
 * @param {number} count
 * @param {import('./filters.js').Scale} scale
 */
function titleOf(bar, count, scale) {
  const { edges, unit } = scale;
  const offers = number(count) + (count === 1 ? ' offer' : ' offers');
  const end = edges[bar] === undefined ? '' : plain(edges[bar]);
  const range =
    bar === 0 ? `below ${end}` : end ? `${plain(edges[bar - 1])} to ${end}` : `${plain(edges[bar - 1])} or more`;
  return `${range} ${unit}: ${offers}`;
}
