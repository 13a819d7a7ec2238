import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { saveRuns } from '../bench/results-file.ts';
import type { Drill, DrillResult } from './drill.ts';

/** Saves the results of the drills that ran in tools/drills/results.json. */
export function saveResults(results: ReadonlyMap<Drill, DrillResult>): void {
  const machine = `${availableParallelism()} processors, ${Math.round(totalmem() / 2 ** 30)} GB of memory, Node ${process.version}.`;
  const runs = [...results].map(([{ name, description }, result]) => [
    name,
    { description, machine, ...('skipped' in result ? result : { figures: result }) },
  ]);
  saveRuns(join(import.meta.dirname, 'results.json'), Object.fromEntries(runs));
}
