import { withDeadline } from '../load/deadline.ts';
import type { Replica, ReplicaState } from './replica.ts';
import type { ConnectionPool } from './sql/connection-pool.ts';
import { WalPositions } from './wal-position.ts';

/** How long a read waits for a replica to catch up before it goes to the primary, in milliseconds. */
const maxWaitMs = 100;
/** Milliseconds between checks of the replicas. */
const checkEveryMs = 1000;

const consequences: Record<ReplicaState, string> = {
  in_use: 'is in use',
  behind: 'lags, so reads use the primary until it has caught up',
  unavailable: 'is unavailable, so reads use the primary until it is back',
};

const describeState = ({ state, maySeeTimeline }: Replica) =>
  maySeeTimeline
    ? consequences[state]
    : 'isn’t used: grant pg_read_all_stats to its role, so that Lotkeeper sees which primary it follows';

/** Sends reads to replicas, and to the primary whenever no replica has caught up. */
export class Replicas {
  readonly #readers: ConnectionPool;
  readonly #monitor: ConnectionPool;
  readonly #positions: WalPositions;
  readonly #replicas: readonly Replica[];
  readonly #checks: NodeJS.Timeout;
  readonly #report: (sentence: string) => void;
  /** The state last logged for each replica. */
  readonly #reported: ReplicaState[];
  #isChecking = false;
  #turn = 0;

  /** `readers` and `monitor` are connections to the primary; `report` is called when a replica changes state. */
  constructor(
    { readers, monitor }: { readers: ConnectionPool; monitor: ConnectionPool },
    replicas: readonly Replica[],
    report: (sentence: string) => void,
  ) {
    this.#readers = readers;
    this.#monitor = monitor;
    this.#positions = new WalPositions(monitor);
    this.#replicas = replicas;
    this.#report = report;
    this.#reported = replicas.map(() => 'in_use');
    void this.#check();
    this.#checks = setInterval(() => void this.#check(), checkEveryMs).unref();
  }

  listStates(): ReplicaState[] {
    return this.#replicas.map(({ state }) => state);
  }

  /**
   * Runs a read that includes everything committed before it, by any process. If the replica fails,
   * the read is repeated on the primary.
   */
  async read<T>(attempt: (readers: ConnectionPool) => Promise<T>): Promise<T> {
    const replica = await this.#choose();
    if (!replica) return attempt(this.#readers);
    try {
      return await attempt(replica.readers);
    } catch (error) {
      if (!replica.isFault(error)) throw error;
      return attempt(this.#readers);
    }
  }

  async #choose(): Promise<Replica | undefined> {
    if (this.#replicas.every(({ state }) => state !== 'in_use')) return undefined;
    const deadline = performance.now() + maxWaitMs;
    const position = await withDeadline(this.#positions.read(), maxWaitMs).catch(() => null);
    if (!position) return undefined;
    const usable = this.#replicas.filter((replica) => replica.canServe(position));
    const replica = usable[this.#turn++ % usable.length];
    return replica && (await replica.reach(position, deadline)) ? replica : undefined;
  }

  async #check(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    const position = await withDeadline(this.#positions.read(), checkEveryMs).catch(() => null);
    await Promise.all(this.#replicas.map((replica) => replica.check(position)));
    this.#reportChanges();
    this.#isChecking = false;
  }

  #reportChanges(): void {
    for (const [index, replica] of this.#replicas.entries()) {
      const { state } = replica;
      if (state === this.#reported[index]) continue;
      this.#reported[index] = state;
      this.#report(`Replica ${index + 1} of DATABASE_REPLICA_URL ${describeState(replica)}.`);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#checks);
    await Promise.all([this.#monitor.close(), ...this.#replicas.map((replica) => replica.close())]);
  }
}
