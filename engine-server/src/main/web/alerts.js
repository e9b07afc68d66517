// What newly matches the saved searches: the service answers a request that waits.

import { Refusal, hasKey, send } from './service.js';

/**
 * What the service tells: a batch of changes made an offer match a search, or the batch was not
 * compared with searches if there is no offer.
 *
 * @typedef {object} Alert
 * @property {number | null} search_id
 * @property {number | null} offer_id the cheapest offer
 * @property {number | null} num_gpus
 * @property {number | null} price in dollars an hour, with the storage of the search
 * @property {number} more how many other offers the batch made match
 * @property {number} time in seconds since 1970
 * @property {number | null} quiet_until when the search may have the next alert, if that is known
 */

const WAIT_SECONDS = 25;
const LONGEST_PAUSE_SECONDS = 60;

/** An empty answer in less time came early: others with the key wait too, or the service stops. */
const EARLY_SECONDS = 5;

/**
 * Reads the alerts of the key's user, while the tab is in front. The position is in memory alone: a
 * reloaded page wants the key again, and then reads all alerts that the service has.
 */
export class AlertFeed {
  /**
   * @param {object} views
   * @param {() => void} views.begin is told that the oldest alerts follow
   * @param {(alerts: Alert[], missed: number) => void} views.take takes news, the oldest first, and
   *     how many older ones the service no longer has
   * @param {(message: string) => void} views.complain says why no alert can come; "" if they can
   */
  constructor(views) {
    this.views = views;
    this.cursor = '';
    this.failures = 0;
    /** Ends the request that waits. @type {AbortController | null} */
    this.running = null;
    document.addEventListener('visibilitychange', () => (document.hidden ? this.stop() : this.resume()));
  }

  /** Begins with the oldest alerts. */
  start() {
    this.stop();
    this.cursor = '';
    this.failures = 0;
    this.views.begin();
    this.resume();
  }

  stop() {
    this.running?.abort();
    this.running = null;
  }

  async resume() {
    if (document.hidden || !hasKey() || this.running) {
      return;
    }
    const own = new AbortController();
    this.running = own;
    while (!own.signal.aborted) {
      await pause(await this.poll(own.signal), own.signal);
    }
  }

  /**
   * Waits for an answer; returns how many seconds to pause before the next request.
   *
   * @param {AbortSignal} signal
   */
  async poll(signal) {
    const asked = Date.now();
    try {
      const query = `wait=${WAIT_SECONDS}&cursor=${encodeURIComponent(this.cursor)}`;
      /** @type {{alerts: Alert[], missed: number, cursor: string}} */
      const page = await send('GET', 'market/v1/alerts?' + query, { signal });
      if (signal.aborted) {
        return 0;
      }
      const isNews = page.alerts.length > 0 || page.missed > 0;
      this.cursor = page.cursor;
      this.views.complain('');
      if (isNews) {
        this.views.take(page.alerts, page.missed);
      }
      this.failures = 0;
      return isNews || Date.now() - asked >= EARLY_SECONDS * 1000 ? 0 : EARLY_SECONDS;
    } catch (failure) {
      return signal.aborted ? 0 : this.failed(failure);
    }
  }

  /**
   * Returns how many seconds to pause after a failure.
   *
   * @param {unknown} failure
   */
  failed(failure) {
    const pause = Math.min(LONGEST_PAUSE_SECONDS, 2 ** this.failures++);
    if (!(failure instanceof Refusal)) {
      // A fault of the page, or of a proxy: later answers may be without one.
      this.views.complain(`An answer with alerts can not be shown: ${failure}`);
      return pause;
    }
    this.views.complain(failure.message);
    if (failure.isOfKey) {
      // The search, which sends the same key, asks for another one.
      this.stop();
    } else if (failure.status === 400) {
      // The service has another database than the one that the cursor is of.
      this.cursor = '';
      this.views.begin();
    }
    return Math.max(failure.wait, pause);
  }
}

/**
 * @param {number} seconds
 * @param {AbortSignal} signal ends the pause
 */
function pause(seconds, signal) {
  return new Promise((resolve) => {
    if (seconds === 0 || signal.aborted) {
      resolve(null);
      return;
    }
    const timer = setTimeout(resolve, seconds * 1000);
    signal.onabort = () => {
      clearTimeout(timer);
      resolve(null);
    };
  });
}
