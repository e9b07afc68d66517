// What single keys do, where nobody types.

import { byId } from './dom.js';

/**
 * @typedef {object} KeyActions
 * @property {() => void} find puts the focus into the box that finds a model
 * @property {(step: number) => void} walk goes to a later or an earlier row
 * @property {() => void} pin pins the offer that has the focus, or takes the pin back
 */

/**
 * Listens for keys.
 *
 * @param {KeyActions} actions
 */
export function listen(actions) {
  const help = /** @type {HTMLDialogElement} */ (byId('keys'));
  /** @type {Map<string, () => void>} */
  const keys = new Map([
    ['/', () => actions.find()],
    ['j', () => actions.walk(1)],
    ['k', () => actions.walk(-1)],
    ['c', () => actions.pin()],
    ['?', () => help.showModal()],
  ]);
  addEventListener('keydown', (event) => {
    const act = keys.get(event.key);
    const isTyped = event.target instanceof Element && event.target.closest('input:not([type=checkbox], [type=radio]), select');
    if (act && !isTyped && !event.ctrlKey && !event.metaKey && !event.altKey && !document.querySelector('dialog[open]')) {
      event.preventDefault();
      act();
    }
  });
}
