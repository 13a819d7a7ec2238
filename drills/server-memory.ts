import { readFileSync } from 'node:fs';

/** A process's resident memory in MB: now (`VmRSS`), or the most so far (`VmHWM`). */
export function readMemory(pid: number | undefined, field: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
}
