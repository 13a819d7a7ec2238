import type { OutcomeCount, OutcomeGroup, VisitOutcome } from '@lotkeeper/contract/cars/outcomes';
import { outcomeGroupNames, outcomeGroups } from '@lotkeeper/contract/cars/outcomes';

/** A row of the picture: a group, or one of its outcomes. */
export interface FlowRow {
  group: OutcomeGroup;
  /** null = the sum of the group. */
  outcome: VisitOutcome | null;
  visits: number;
  uncollected: number;
}

const sum = (counts: readonly OutcomeCount[], field: 'visits' | 'uncollected') =>
  counts.reduce((total, count) => total + count[field], 0);

/** The groups that have visits, each followed by its outcomes; unexplained is there even without any. */
export function listFlowRows(counts: readonly OutcomeCount[]): FlowRow[] {
  return outcomeGroupNames.flatMap((group) => {
    const found = outcomeGroups[group].flatMap((outcome) => {
      const count = counts.find((row) => row.outcome === outcome);
      return count ?? (outcome === 'unexplained' ? { outcome, visits: 0, uncollected: 0 } : []);
    }) as OutcomeCount[];
    if (found.length === 0) return [];
    const total = { visits: sum(found, 'visits'), uncollected: sum(found, 'uncollected') };
    return [{ group, outcome: null, ...total }, ...found.map((count) => ({ group, ...count }))];
  });
}

/** The sizes of the picture, in units: a row is as high as those of the table. */
export const flowSizes = { row: 44, widest: 28, thinnest: 2, width: 120, edge: 12 };

/** A ribbon from the cars seen to the row of an outcome; `path` is an SVG path, `top` and `height` its left end. */
export interface Ribbon {
  group: OutcomeGroup;
  outcome: VisitOutcome;
  top: number;
  height: number;
  path: string;
}

/** The ribbons of the rows, as wide as the outcomes' shares of all visits. */
export function layoutRibbons(rows: readonly FlowRow[]): Ribbon[] {
  const { row, widest, thinnest, width, edge } = flowSizes;
  const total = rows.reduce((sum, { outcome, visits }) => sum + (outcome ? visits : 0), 0);
  const height = rows.length * row;
  let top = 0;
  return rows.flatMap(({ group, outcome, visits }, index) => {
    if (outcome === null || visits === 0) return [];
    const part = (visits / total) * height;
    const end = Math.min(widest, Math.max(thinnest, part));
    const [from, to] = [top, (index + 0.5) * row - end / 2];
    top += part;
    const middle = (edge + width) / 2;
    const path =
      `M${edge},${from} C${middle},${from} ${middle},${to} ${width},${to} v${end} ` +
      `C${middle},${to + end} ${middle},${from + part} ${edge},${from + part} Z`;
    return [{ group, outcome, top: from, height: part, path }];
  });
}
