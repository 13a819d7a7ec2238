/** A figure and its target. */
export interface Figure {
  label: string;
  figure: string;
  target: string;
  /** Absent if there is no target. */
  met?: boolean;
  /** A remark for readers. */
  note?: string;
}

const verdict = ({ met }: Figure) => (met === undefined ? '' : met ? 'ok' : 'MISSED');

/** Formats a markdown table that is also readable as plain text. */
export function formatTable(figures: readonly Figure[]): string {
  const head = ['what', 'figure', 'target', '', 'beside it'];
  const rows = figures.map((row) => [
    row.label,
    row.figure,
    row.target,
    verdict(row),
    row.note ?? '',
  ]);
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0), 3),
  );
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

/** A figure with a minimum or maximum as its target. */
export function judged(
  label: string,
  value: number,
  target: { least?: number; most?: number; unit?: string; digits?: number },
  note?: string,
): Figure {
  const { least, most, unit = '', digits = 2 } = target;
  const text = (number: number, digits: number) => `${number.toFixed(digits)}${unit}`;
  const met = (least === undefined || value >= least) && (most === undefined || value <= most);
  return {
    label,
    figure: text(value, digits),
    target: least === undefined ? `≤ ${most}${unit}` : `≥ ${least}${unit}`,
    met,
    ...(note ? { note } : {}),
  };
}

/** Figures about one thing, whose name is the prefix of their labels. */
export const judging = (name: string) => ({
  /** A count that must be 0. */
  zero: (label: string, count: number, note?: string) =>
    judged(`${name}: ${label}`, count, { most: 0, digits: 0 }, note),
  /** A time in milliseconds, shown in seconds. */
  seconds: (label: string, ms: number, mostMs: number, note?: string) =>
    judged(`${name}: ${label}`, ms / 1000, { most: mostMs / 1000, unit: ' s', digits: 1 }, note),
});
