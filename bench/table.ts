/** One figure and what it ought to be. */
export interface Figure {
  what: string;
  figure: string;
  target: string;
  /** Absent where there is no target. */
  met?: boolean;
  /** What a reader should know beside it. */
  note?: string;
}

const verdict = ({ met }: Figure) => (met === undefined ? '' : met ? 'ok' : 'MISSED');

/** A markdown table that reads well as plain text too. */
export function tableOf(figures: readonly Figure[]): string {
  const head = ['what', 'figure', 'target', '', 'beside it'];
  const rows = figures.map((one) => [
    one.what,
    one.figure,
    one.target,
    verdict(one),
    one.note ?? '',
  ]);
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0), 3),
  );
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

/** A figure that ought to be at least or at most a number. */
export function judged(
  what: string,
  value: number,
  target: { least?: number; most?: number; unit?: string; digits?: number },
  note?: string,
): Figure {
  const { least, most, unit = '', digits = 2 } = target;
  const text = (number: number, places: number) => `${number.toFixed(places)}${unit}`;
  const met = (least === undefined || value >= least) && (most === undefined || value <= most);
  return {
    what,
    figure: text(value, digits),
    target: least === undefined ? `≤ ${most}${unit}` : `≥ ${least}${unit}`,
    met,
    ...(note ? { note } : {}),
  };
}
