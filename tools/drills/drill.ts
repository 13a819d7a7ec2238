import type { Figure } from '../bench/table.ts';

/** The results of a drill, or why this machine can't run it. */
export type DrillResult = Figure[] | { skipped: string };

export interface Drill {
  name: string;
  /** One sentence for the report: what is damaged, and under which load. */
  description: string;
  /** `rounds` is how often the damage is done: once in `npm test`, more by hand. */
  run(options: { rounds: number }): Promise<DrillResult>;
}
