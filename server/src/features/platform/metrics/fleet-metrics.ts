import cluster from 'node:cluster';
import type { Registry } from '@prometheus-io/client';
import { AggregatorRegistry, collectDefaultMetrics } from '@prometheus-io/client';
import { Refusal } from '../../../kernel/refusal.ts';

/** A worker's request to the first process for the sums of all processes, with an id. */
interface Question {
  kind: 'metrics';
  number: number;
}
/** The sums, or null when a worker didn't answer in time. */
interface Answer extends Question {
  text: string | null;
}

const isAbout = (message: unknown): message is Question =>
  (message as Partial<Question> | null)?.kind === 'metrics';

const pendingRequests = new Map<number, (text: string | null) => void>();
let questions = 0;
/** Longer than the first process waits for its workers, in milliseconds. */
const patienceMs = 6000;

/** In a worker: lets the first process collect this one's metrics. */
export function answerFleet(registry: Registry): void {
  if (!cluster.isWorker) return;
  AggregatorRegistry.setRegistries(registry);
  void new AggregatorRegistry();
  process.on('message', (message) => {
    if (!isAbout(message)) return;
    pendingRequests.get(message.number)?.((message as Answer).text);
  });
}

function askFirstProcess(): Promise<string | null> {
  const number = ++questions;
  return new Promise<string | null>((resolve) => {
    const timer = setTimeout(() => resolve(null), patienceMs).unref();
    pendingRequests.set(number, (text) => {
      clearTimeout(timer);
      resolve(text);
    });
    process.send?.({ kind: 'metrics', number } satisfies Question, undefined, {}, (error) => {
      if (error) resolve(null);
    });
  }).finally(() => pendingRequests.delete(number));
}

/** The combined metrics of this machine's processes; of this one if it's alone. */
export async function readFleetMetrics(registry: Registry): Promise<string> {
  const text = cluster.isWorker ? await askFirstProcess() : await registry.metrics();
  if (text !== null) return text;
  throw new Refusal('unavailable', 'A process didn’t answer in time. Try again in a moment.');
}

/** In the first process: measures it too, and answers workers' requests. */
export function collectFleetMetrics(): void {
  collectDefaultMetrics();
  const all = new AggregatorRegistry();
  cluster.on('message', (worker, message) => {
    if (!isAbout(message)) return;
    const { kind, number } = message;
    const send = (text: string | null) => {
      if (worker.isConnected()) worker.send({ kind, number, text }, () => undefined);
    };
    all.clusterMetrics().then(send, () => send(null));
  });
}
