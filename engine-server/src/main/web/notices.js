// What the page says of its requests: errors where nothing better shows them, and the form of the key.

import { byId, h, inputById, setText, showMessage } from './dom.js';
import { useKey } from './service.js';

/** The message above the results. */
let shown = '';

/**
 * Shows a message above the results; "" hides it.
 *
 * @param {string} message
 * @param {{label: string, act: () => void}} [action] a button beside it
 */
export function notice(message, action) {
  const element = byId('notice');
  element.hidden = message === '';
  if (message === shown && !action) {
    return;
  }
  shown = message;
  const words = h('span', {});
  showMessage(words, message);
  element.replaceChildren(words);
  if (action) {
    element.append(h('button', { type: 'button', onclick: action.act }, action.label));
  }
}

/**
 * Says something to screen readers, and to everybody for as long as reading takes.
 *
 * @param {string} message
 */
export function say(message) {
  const element = byId('toast');
  setText(element, message);
  element.classList.add('shown');
  setTimeout(() => element.classList.remove('shown'), 2_500 + 50 * message.length);
}

/** The form that asks for a key. */
export class KeyForm {
  /** @param {() => void} given is called when a key was typed */
  constructor(given) {
    this.dialog = /** @type {HTMLDialogElement} */ (byId('key'));
    this.input = inputById('key-input');
    /** What goes on with a key. @type {(() => void) | undefined} */
    this.then = undefined;
    byId('key-form').addEventListener('submit', (event) => {
      event.preventDefault();
      const key = this.input.value.trim();
      if (!key) {
        this.complain('Type a key, or close this form.');
        return;
      }
      useKey(key, inputById('key-keep').checked);
      this.input.value = '';
      this.dialog.close();
      given();
      this.then?.();
    });
  }

  /**
   * Opens the form, and forgets the key: there is none, or the service refuses it.
   *
   * @param {string} reason why a key is wanted
   * @param {() => void} [then] goes on with the new key
   */
  ask(reason, then) {
    useKey('');
    this.then = then;
    this.complain(reason);
    if (!this.dialog.open) {
      this.dialog.showModal();
    }
  }

  /** @param {string} reason */
  complain(reason) {
    showMessage(byId('key-problem'), reason);
  }
}
