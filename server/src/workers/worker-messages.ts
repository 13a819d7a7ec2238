/** What a worker sends to the process that started it: it serves, at this address. */
export interface WorkerReady {
  kind: 'ready';
  address: string;
}

/** What the first process sends to its workers. */
export type WorkerOrder =
  /** Finish what is under way, take nothing new, and end. */
  { kind: 'retire' } | { kind: 'jobs'; areRunning: boolean };

export const isWorkerReady = (message: unknown): message is WorkerReady =>
  (message as Partial<WorkerReady> | null)?.kind === 'ready';
