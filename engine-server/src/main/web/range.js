// Filters with a least and a greatest number: boxes to type into, and a slider over a histogram.

import { scaleOf } from './filters.js';
import { counted, number, plain, sentOf } from './format.js';
import { h, numberBox, setText, showNumber, svg } from './dom.js';
import { bound, setCondition } from './state.js';

/** @import { Filter, Scale } from './filters.js' */
/** @import { Change, FilterView } from './values.js' */

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
        set(operator, edge === null ? '' : plain(edge));
      },
    });
  }

  /**
   * @param {string} end
   * @param {string} operator
   */
  function box(end, operator) {
    return numberBox({ placeholder: 'any', 'aria-label': `${label}, ${end}` }, (typed) => set(operator, typed));
  }

  /**
   * Sets a bound in the reader's unit.
   *
   * @param {string} operator
   * @param {string} typed
   */
  function set(operator, typed) {
    const sent = sentOf(typed, scale.unit, operator === 'gte' ? scale.low : scale.high);
    change((state) => setCondition(state, field, { [operator]: sent }), `${field} ${operator}`);
  }

  /**
   * Returns the position of a bound: the last edge that is not above it.
   *
   * @param {string} sent
   * @param {number} factor
   * @param {number} without the position of no bound
   */
  function positionOf(sent, factor, without) {
    const value = sent === '' ? NaN : Number(sent) / factor;
    return Number.isFinite(value) ? scale.edges.filter((edge) => edge <= value * (1 + 1e-9)).length : without;
  }

  return {
    element: h(
      'div',
      {},
      h('div', { class: 'slider', hidden: scale.edges.length === 0 }, histogram, low, high),
      h('div', { class: 'ends' }, least, h('span', {}, 'to'), greatest, unit),
      absent,
    ),
    render(state) {
      scale = scaleOf(filter, state.period);
      setText(unit, scale.unit);
      const from = bound(state, field, 'gte');
      const to = bound(state, field, 'lte');
      showNumber(least, from, scale.low);
      showNumber(greatest, to, scale.high);
      low.value = String(positionOf(from, scale.low, 0));
      high.value = String(Math.max(1, positionOf(to, scale.high, last)));
      low.setAttribute('aria-valuetext', from ? `${least.value} ${scale.unit}` : 'any');
      high.setAttribute('aria-valuetext', to ? `${greatest.value} ${scale.unit}` : 'any');
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
 * @param {number} bar
 * @param {number} count
 * @param {Scale} scale
 */
function titleOf(bar, count, scale) {
  const { edges, unit } = scale;
  const end = edges[bar] === undefined ? '' : plain(edges[bar]);
  const range =
    bar === 0 ? `below ${end}` : end ? `${plain(edges[bar - 1])} to ${end}` : `${plain(edges[bar - 1])} or more`;
  return `${range} ${unit}: ${counted(count, 'offer')}`;
}
