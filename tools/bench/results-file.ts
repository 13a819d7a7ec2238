import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Figure } from './table.ts';

/** The last run of a part of the benchmark or of a drill. */
interface LastRun {
  description: string;
  machine: string;
  figures?: readonly Figure[];
  /** Why this machine can't run it. */
  skipped?: string;
  /** Written by hand; removed by the next run. */
  remark?: string;
}

/** Replaces the results of what ran this time, and keeps the others. */
export function saveRuns(file: string, runs: Readonly<Record<string, LastRun>>): void {
  const earlier = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as object) : {};
  writeFileSync(file, `${JSON.stringify({ ...earlier, ...runs }, null, 2)}\n`);
}
