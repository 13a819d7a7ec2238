import { setTimeout as pause } from 'node:timers/promises';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import { systemClock } from '../../clock.ts';
import type { Bucket } from './bucket.ts';
import type { Spool } from './spool.ts';
import { type StoreProblem, toStoreProblem } from './store-problem.ts';

/** Files that are sent at the same time. */
const concurrentSends = 4;
/** How often the spool is looked through for what another process left, in milliseconds. */
const usualLookMs = 2000;
/** The first pause after a failure, in milliseconds; each one after it is twice as long, up to the last. */
const firstPauseMs = 500;
const lastPauseMs = 30_000;
/** A file stays on this machine for so long after it was sent, in milliseconds; then the store shows that it has it. */
const usualSettleMs = 90_000;
/** How long a stop waits for files that are being sent. */
const stopMs = 3000;

/** What waits to be sent to the store on this machine. */
export interface WaitingFiles {
  count: number;
  /** When the oldest was stored; null when none waits. */
  since: Instant | null;
}

interface Options {
  spool: Spool;
  bucket: Bucket;
  report: (notice: string) => void;
  /** Whether this process also sends what others left, and checks what was sent: one per machine. */
  sweeps: boolean;
  /** Whether a file is still needed that waited so long that others may have removed it in the meantime. */
  isLateNeeded?: ((name: string) => Promise<boolean>) | undefined;
  lookMs?: number | undefined;
  settleMs?: number | undefined;
}

/** Sends files from this machine's spool to the store: at once, and when that fails, again after growing pauses. */
export class SpoolSender {
  readonly #options: Options;
  readonly #stopping = new AbortController();
  readonly #sending = new Map<string, Promise<void>>();
  readonly #sweeping: Promise<void>;
  #failures = 0;
  #notBefore = 0;
  #lastReason = '';

  constructor(options: Options) {
    this.#options = options;
    this.#sweeping = options.sweeps ? this.#sweepUntilStopped() : Promise.resolve();
  }

  /** Sends a new file in the background, unless much is being sent or the store has just failed: then a sweep does. */
  sendSoon(name: string): void {
    const isBusy = this.#sending.size >= concurrentSends || performance.now() < this.#notBefore;
    if (!isBusy && !this.#stopping.signal.aborted) void this.#send(name);
  }

  /** Removes an upload from the store in the background. */
  removeSoon(uuid: string): void {
    if (performance.now() >= this.#notBefore) void this.#try(() => this.#remove(uuid));
  }

  async measureWaiting(): Promise<WaitingFiles> {
    const { spool } = this.#options;
    let count = 0;
    let oldest: number | null = null;
    for await (const name of spool.waiting.list()) {
      const storedAt = await spool.findStoredTime(name);
      if (storedAt === null) continue;
      count += 1;
      oldest = Math.min(oldest ?? storedAt, storedAt);
    }
    return { count, since: oldest === null ? null : instant(Math.floor(oldest)) };
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.race([
      Promise.all([...this.#sending.values(), this.#sweeping]),
      pause(stopMs, undefined, { ref: false }),
    ]);
  }

  /** Sends a file that isn't being sent already. */
  #send(name: string): Promise<void> {
    const running = this.#sending.get(name);
    if (running) return running;
    const sending = this.#try(() => this.#sendOnce(name)).then(() => {
      this.#sending.delete(name);
    });
    this.#sending.set(name, sending);
    return sending;
  }

  async #sendOnce(name: string): Promise<void> {
    const { spool, bucket, isLateNeeded } = this.#options;
    const storedAt = await spool.findStoredTime(name);
    if (storedAt === null) return;
    const isLate = systemClock() - storedAt > hourMs;
    if (isLate && isLateNeeded && !(await isLateNeeded(name))) {
      await spool.beginRemoval(name);
      return;
    }
    await bucket.put(name, spool.waitingPath(name));
    // Removed while it was being sent, so it mustn't stay in the store; or another process sent it too.
    const isGone = !(await spool.markSent(name)) && (await spool.findSentTime(name)) === null;
    if (isGone) await bucket.remove(name);
  }

  async #remove(uuid: string): Promise<void> {
    await this.#options.bucket.remove(uuid);
    await this.#options.spool.endRemoval(uuid);
  }

  /** A failure is reported once for each reason, and delays what comes after it. */
  async #try(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      if (this.#lastReason) this.#options.report('Files are sent to the file store again.');
      this.#failures = 0;
      this.#notBefore = 0;
      this.#lastReason = '';
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
      await this.#noteFailure(toStoreProblem(error));
      return false;
    }
  }

  async #noteFailure({ kind, reason }: StoreProblem): Promise<void> {
    // Files that were sent at the same time fail together, and count once.
    if (performance.now() >= this.#notBefore) {
      this.#notBefore =
        performance.now() + Math.min(lastPauseMs, firstPauseMs * 2 ** this.#failures);
      this.#failures += 1;
    }
    if (kind === this.#lastReason || this.#stopping.signal.aborted) return;
    this.#lastReason = kind;
    if (!this.#options.sweeps) return;
    const { count } = await this.measureWaiting();
    const files = count === 1 ? '1 file waits' : `${count} files wait`;
    this.#options.report(
      `The file store takes no files, because ${reason}. ${files} on this machine and will be sent when it does.`,
    );
  }

  async #sweepUntilStopped(): Promise<void> {
    const { signal } = this.#stopping;
    const { lookMs = usualLookMs } = this.#options;
    while (!signal.aborted) {
      await this.#sweep().catch((error: unknown) =>
        this.#options.report(`Files that wait for the store can’t be read: ${String(error)}`),
      );
      const rest = Math.max(lookMs, this.#notBefore - performance.now());
      await pause(rest, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async #sweep(): Promise<void> {
    const { spool } = this.#options;
    const isFailing = () => this.#stopping.signal.aborted || performance.now() < this.#notBefore;
    const pending = new Set<Promise<void>>();
    for await (const name of spool.waiting.list()) {
      if (isFailing()) break;
      const sending = this.#send(name).finally(() => pending.delete(sending));
      pending.add(sending);
      // One goes ahead while the store may still be down.
      if (pending.size >= (this.#lastReason ? 1 : concurrentSends)) await Promise.race(pending);
    }
    await Promise.all(pending);
    for (const uuid of await spool.listRemovals()) {
      if (isFailing()) return;
      await this.#try(() => this.#remove(uuid));
    }
    for await (const name of spool.sent.list()) {
      if (isFailing()) return;
      await this.#try(() => this.#settle(name));
    }
  }

  /**
   * Forgets a file that the store still has some time after it was sent. Until then a store that lost it, or a server
   * that was just removing the same image as unused, does no harm.
   */
  async #settle(name: string): Promise<void> {
    const { spool, bucket, settleMs = usualSettleMs } = this.#options;
    const sentAt = await spool.findSentTime(name);
    if (sentAt === null || systemClock() - sentAt < settleMs) return;
    const size = await spool.measureSent(name);
    if ((await bucket.measure(name)) === size) await spool.forget(name);
    else await spool.sendAgain(name);
  }
}
