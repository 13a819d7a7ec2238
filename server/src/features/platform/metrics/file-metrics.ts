import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { Gauge, Registry } from '@prometheus-io/client';
import type { WaitingFiles } from '../../../kernel/data/bucket/spool-sender.ts';

/** Metrics of the files on this machine that the object store doesn't have yet. */
export function describeWaitingFiles(
  { count, since }: WaitingFiles,
  now: Instant,
): Promise<string> {
  const registry = new Registry();
  const registers = [registry];
  const files = new Gauge({
    name: 'lotkeeper_files_waiting',
    help: 'Files on this machine that aren’t in the file store yet.',
    registers,
  });
  const seconds = new Gauge({
    name: 'lotkeeper_files_waiting_seconds',
    help: 'How long the oldest of them has waited.',
    registers,
  });
  files.set(count);
  seconds.set(since === null ? 0 : Math.max(0, (now - since) / 1000));
  return registry.metrics();
}
