import { setTimeout as pause } from 'node:timers/promises';
import type { BatchAnswer } from '@lotkeeper/contract/kernel/batch';
import { batchLimit } from '@lotkeeper/contract/kernel/batch';
import type { Endpoint, InputOf } from '@lotkeeper/contract/kernel/endpoint';
import type { OwnSpot } from '@lotkeeper/contract/platform/own-spots';
import { listOwnSpots } from '@lotkeeper/contract/platform/own-spots';
import type { Feed } from './connection.ts';
import type { Report } from './report.ts';

/** A message as a camera posts it. */
export interface CameraMessage {
  body: string | Uint8Array<ArrayBuffer> | FormData;
  headers: Record<string, string>;
}

/** The type of one item of an endpoint's batch. */
export type ItemOfBatch<E extends Endpoint> =
  InputOf<E> extends { body: { items: readonly (infer Item)[] } } ? Item : never;

/** The longest pause between two attempts, in milliseconds. */
const longestPause = 30_000;

/** Talks to the app like the outside world: only with an API key and cameras' keys. */
export class Client {
  readonly #url: string;
  readonly #key: string;
  readonly #report: Report;
  readonly #signal: AbortSignal;

  constructor(url: string, key: string, report: Report, signal: AbortSignal) {
    this.#url = url;
    this.#key = key;
    this.#report = report;
    this.#signal = signal;
  }

  async spots(): Promise<OwnSpot[]> {
    const response = await this.#try('spots', () =>
      fetch(this.#url + listOwnSpots.path, { headers: this.#authorization }),
    );
    if (!response?.ok) throw new Error(`The app answered ${response?.status ?? 'nothing'}.`);
    return (await response.json()) as OwnSpot[];
  }

  /** Sends items in batches; items without a response are sent again, which does no harm. */
  async send<E extends Endpoint>(
    channel: string,
    endpoint: E,
    items: readonly ItemOfBatch<E>[],
  ): Promise<void> {
    for (let from = 0; from < items.length; from += batchLimit) {
      const batch = items.slice(from, from + batchLimit);
      const response = await this.#try(channel, () =>
        fetch(this.#url + endpoint.path, {
          method: endpoint.method,
          headers: { ...this.#authorization, 'content-type': 'application/json' },
          body: JSON.stringify({ items: batch }),
          signal: this.#signal,
        }),
      );
      if (response) await this.#countBatch(channel, batch as readonly object[], response);
    }
  }

  /** Posts a message as a camera does. */
  async post(feed: Feed, message: CameraMessage): Promise<void> {
    const channel = `camera ${feed.format}`;
    const response = await this.#try(channel, () =>
      fetch(this.#url + feed.path, { method: 'POST', ...message, signal: this.#signal }),
    );
    if (!response) return;
    const isTaken = response.status === 200;
    this.#report.count(channel, { sent: 1, ...(isTaken ? { recorded: 1 } : { refused: 1 }) });
    if (!isTaken) this.#report.refused(`${channel}: ${response.status} ${await response.text()}`);
    else await response.body?.cancel();
  }

  get #authorization() {
    return { authorization: `Token ${this.#key}` };
  }

  async #countBatch(channel: string, batch: readonly object[], response: Response): Promise<void> {
    const sentCount = batch.length;
    if (!response.ok) {
      this.#report.count(channel, { sent: sentCount, refused: sentCount });
      this.#report.refused(`${channel}: ${response.status} ${await response.text()}`);
      return;
    }
    const { results, ...counts } = (await response.json()) as BatchAnswer;
    this.#report.count(channel, { sent: sentCount, ...counts });
    results.forEach(({ outcome, detail }, index) => {
      if (outcome === 'refused') this.#report.refused(`${channel}: ${detail ?? 'no reason'}`);
      if (outcome === 'recorded') this.#report.moved(channel, batch[index] ?? {});
    });
  }

  /** Retries until there is a response that isn't a server error; null if the simulator is stopped. */
  async #try(channel: string, call: () => Promise<Response>): Promise<Response | null> {
    for (let wait = 500; ; wait = Math.min(longestPause, wait * 2)) {
      const response = await call().catch(() => null);
      if (response && response.status < 500 && response.status !== 429) return response;
      await response?.body?.cancel();
      if (this.#signal.aborted) return null;
      this.#report.count(channel, { failed: 1 });
      await pause(wait, undefined, { signal: this.#signal }).catch(() => undefined);
    }
  }
}
