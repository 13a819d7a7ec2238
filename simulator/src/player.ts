import { setTimeout as pause } from 'node:timers/promises';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { LotStep, Play } from './arrivals.ts';
import { listArrivals } from './arrivals.ts';
import type { Cameras } from './cameras/camera.ts';
import type { Client } from './client.ts';
import { systemNow } from './clock.ts';
import type { Lot } from './lots.ts';
import { endpointsInOrder } from './steps.ts';

/** Aggregators send bookings up to three hours before the car arrives, so the player plans that far ahead. */
const aheadMinutes = 180;

/** What the player needs: the simulated clock, the lots, and how to reach them. */
export interface Stage {
  play: Play;
  cameras: Cameras;
  clientOf: (lot: Lot) => Client;
  /** The current time of the simulated day. */
  now: () => Instant;
  /** Nothing that begins later is planned; null = it runs forever. */
  until: Instant | null;
  signal: AbortSignal;
}

/** Plays the day: plans minute by minute and sends what is due, until the end or a signal. */
export async function playDay(stage: Stage): Promise<void> {
  const { play, now, until, signal } = stage;
  const due = new Agenda();
  let minute = instant(Math.floor(now() / minuteMs) * minuteMs);
  while (!signal.aborted) {
    const at = now();
    for (; minute <= at + aheadMinutes * minuteMs; minute = instant(minute + minuteMs)) {
      if (until === null || minute < until) due.add(listArrivals(play, minute));
    }
    await sendAll(stage, due.take(at));
    if (until !== null && at >= until) return;
    await pause(250, undefined, { signal }).catch(() => undefined);
  }
}

/** Steps that aren't due yet, by minute. */
class Agenda {
  readonly #minutes = new Map<number, LotStep[]>();
  #first = Number.POSITIVE_INFINITY;

  add(steps: readonly LotStep[]): void {
    for (const step of steps) {
      const minute = Math.floor(step.at / minuteMs);
      const steps = this.#minutes.get(minute);
      if (steps) steps.push(step);
      else this.#minutes.set(minute, [step]);
      this.#first = Math.min(this.#first, minute);
    }
  }

  /** Removes and returns the steps that are due, earliest first. */
  take(at: Instant): LotStep[] {
    const last = Math.floor(at / minuteMs);
    const due: LotStep[] = [];
    for (let minute = this.#first; minute <= last; minute++) {
      const steps = this.#minutes.get(minute) ?? [];
      const later = steps.filter((step) => step.at > at);
      due.push(...steps.filter((step) => step.at <= at));
      if (later.length > 0) this.#minutes.set(minute, later);
      else this.#minutes.delete(minute);
    }
    this.#first = Math.min(...this.#minutes.keys());
    return due.toSorted((a, b) => a.at - b.at);
  }
}

/** Each organization's systems send separately; a slow one doesn't delay the others. */
async function sendAll(stage: Stage, steps: readonly LotStep[]): Promise<void> {
  const byClient = Map.groupBy(steps, (step) => stage.clientOf(step.lot));
  await Promise.all(
    [...byClient].map(([client, clientSteps]) => sendTo(stage, client, clientSteps)),
  );
}

async function sendTo(stage: Stage, client: Client, steps: readonly LotStep[]): Promise<void> {
  const reads = steps.filter((step) => step.kind === 'read');
  const passing = reads.map((step) => postReading(stage, client, step));
  for (const [kind, endpoint] of endpointsInOrder) {
    const items = steps.flatMap((step) => (step.kind === kind ? [step.item] : []));
    if (items.length > 0) await client.send(kind, endpoint, items);
  }
  await Promise.all(passing);
}

async function postReading(
  { cameras }: Stage,
  client: Client,
  { lot, reading }: LotStep & { kind: 'read' },
): Promise<void> {
  const feed = reading.direction === 'Entrance' ? lot.entrance : lot.exit;
  if (!feed) return;
  // Signed messages are signed when they are sent; otherwise they would look like a replay on a faster day.
  for (const message of cameras(lot, feed, reading, systemNow())) {
    await client.post(feed, message);
  }
}
