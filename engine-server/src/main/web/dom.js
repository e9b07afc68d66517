// Builds elements. Texts become text nodes only, so no text of an offer can become markup.

import { plain } from './format.js';

/**
 * Creates an element.
 *
 * An attribute that starts with "on" is a listener; true sets an attribute without a value; false,
 * null and undefined leave it out.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {{[name: string]: any}} [attributes]
 * @param {...(Node | string | null)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

/**
 * Creates an element of SVG, which screen readers do not see.
 *
 * @param {string} tag
 * @param {{[name: string]: any}} [attributes]
 * @param {...(Node | string | null)} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  fill(element, attributes, children);
  return /** @type {SVGElement} */ (element);
}

/**
 * @param {Element} element
 * @param {{[name: string]: any}} attributes
 * @param {(Node | string | null)[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') {
      element.addEventListener(name.slice(2), value);
    } else if (value === true) {
      element.setAttribute(name, '');
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, String(value));
    }
  }
  element.append(...children.filter((child) => child !== null));
}

/**
 * Returns the element of the page with an id.
 *
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) {
    throw new Error('the page has no element ' + id);
  }
  return element;
}

/**
 * Returns the input of the page with an id.
 *
 * @param {string} id
 * @returns {HTMLInputElement}
 */
export function inputById(id) {
  return /** @type {HTMLInputElement} */ (byId(id));
}

/**
 * Sets the text of an element if it differs; returns whether it did.
 *
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent === text) {
    return false;
  }
  element.textContent = text;
  return true;
}

/**
 * Shows other children in an element if they differ, so that a text that somebody marked stays so.
 *
 * @param {Element} element
 * @param {...Node} children
 */
export function setChildren(element, ...children) {
  const wanted = element.cloneNode();
  /** @type {Element} */ (wanted).append(...children);
  if (!wanted.isEqualNode(element)) {
    element.replaceChildren(...wanted.childNodes);
  }
}

/**
 * Creates a box for a number.
 *
 * @param {{[name: string]: any}} attributes
 * @param {(typed: string) => void} take takes what somebody types
 */
export function numberBox(attributes, take) {
  const box = h('input', {
    type: 'text',
    inputmode: 'decimal',
    size: 7,
    oninput: () => take(box.value),
    ...attributes,
  });
  return box;
}

/**
 * Shows a number in a box, unless somebody types into the box.
 *
 * @param {HTMLInputElement} box
 * @param {string} sent as the service has it
 * @param {number} [factor] of the service's unit
 */
export function showNumber(box, sent, factor = 1) {
  if (document.activeElement !== box) {
    box.value = sent === '' || !Number.isFinite(Number(sent)) ? sent : plain(Number(sent) / factor);
  }
}

/**
 * Creates a chip: a button with a cross, which takes something away.
 *
 * @param {string} text
 * @param {string} label what the button does
 * @param {{[name: string]: any}} attributes
 */
export function chip(text, label, attributes) {
  return h(
    'button',
    { type: 'button', class: 'chip', 'aria-label': label, ...attributes },
    h('span', { dir: 'auto' }, text),
    h('span', { 'aria-hidden': 'true' }, '×'),
  );
}

/**
 * Shows buttons as a list. If one of those before had the focus, the one in its place gets it, or the
 * last one; the results if none is left.
 *
 * @param {Element} list
 * @param {HTMLElement[]} buttons
 */
export function showButtons(list, buttons) {
  const focused = [...list.children].findIndex((item) => item.contains(document.activeElement));
  list.replaceChildren(...buttons.map((button) => h('li', {}, button)));
  if (focused >= 0) {
    (buttons[Math.min(focused, buttons.length - 1)] ?? byId('results')).focus({ preventScroll: true });
  }
}

/** What to do about a refusal, by its code. @type {Map<string, string>} */
const REMEDIES = new Map([
  ['INVALID_VALUE', 'Type another value, or empty the box.'],
  ['UNKNOWN_FIELD', 'Remove the filter above, or find another by “Add filter…”.'],
  ['AUTH_ERROR', 'Check what you typed, or ask who runs the service for a key.'],
]);

/**
 * Shows a message of the service in plain words, with what to do, with its code and its place in the request small
 * behind them: programs need both, and people the words.
 *
 * @param {Element} element
 * @param {string} message
 */
export function showMessage(element, message) {
  const [, code, words] = /^([A-Z_]+(?: at \S+)?(?: \(line \d+, column \d+\))?): ([^]+)$/.exec(message) ?? [];
  if (code) {
    // The names of fields stay as they are.
    const sentence = /^[a-z]+ /.test(words) ? words[0].toUpperCase() + words.slice(1) : words;
    const ended = sentence.replace(/[^.?!]$/, '$&.');
    const remedy = REMEDIES.get(code.split(' ')[0]);
    element.replaceChildren([ended, remedy, ''].filter((each) => each !== undefined).join(' '), h('small', { class: 'code' }, code));
  } else {
    setText(element, message);
  }
}
