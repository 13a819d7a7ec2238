import { readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100;

const readText = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

/**
 * Seconds of processor that a process and all that it started took so far. Those of a process that ended are part of
 * it once its parent knows. 0 where the system doesn't report them.
 */
export function readProcessorSeconds(pid: number): number {
  const fields = readText(`/proc/${pid}/stat`)
    .replace(/^.*\) /, '')
    .split(' ');
  // User and system time, and those of children that ended: the 14th to 17th field, the first two of which are cut off.
  const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond;
  const children = readText(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean);
  return children.reduce((sum, child) => sum + readProcessorSeconds(Number(child)), own);
}

/** Current and peak memory of a process in megabytes; null where the system doesn't report it. */
export function readMemory(pid: number): { now: number; peak: number } | null {
  const status = readText(`/proc/${pid}/status`);
  const kilobytes = (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
  return status ? { now: kilobytes('VmRSS') / 1024, peak: kilobytes('VmHWM') / 1024 } : null;
}
