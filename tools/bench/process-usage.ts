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
 * Seconds of processor time that a process and its children have used so far. Those of a child that exited are
 * included once its parent has waited for it. 0 if the system doesn't report them.
 */
export function readProcessorSeconds(pid: number): number {
  const fields = readText(`/proc/${pid}/stat`)
    .replace(/^.*\) /, '')
    .split(' ');
  // User and system time, and those of exited children: fields 14 to 17, counted from the third here.
  const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond;
  const children = readText(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean);
  return children.reduce((sum, child) => sum + readProcessorSeconds(Number(child)), own);
}

/** Current and peak memory of a process in megabytes; null if the system doesn't report it. */
export function readMemory(pid: number): { now: number; peak: number } | null {
  const status = readText(`/proc/${pid}/status`);
  const kilobytes = (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
  return status ? { now: kilobytes('VmRSS') / 1024, peak: kilobytes('VmHWM') / 1024 } : null;
}
