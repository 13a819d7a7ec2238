import type { Figure } from '../bench/table.ts';

/** What a drill found; or why this machine can't do it. */
export type DrillResult = Figure[] | { skipped: string };

export interface Drill {
  name: string;
  /** One sentence for the report: what is damaged, and under which load. */
  description: string;
  /** `rounds` is how often the damage is done: one in `npm test`, more by hand. */
  run(options: { rounds: number }): Promise<DrillResult>;
}
