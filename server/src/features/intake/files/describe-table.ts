import { cleanCell, cutText, isBlank } from './cells.rules.ts';
import type { TableInspection } from './inspect-file.ts';

/** Lines among which the column names can be chosen. */
const firstLines = 10;
/** Sample values of a column. */
const samplesOfColumn = 3;
const longestText = 120;

/** A cell as a preview shows it: cleaned as it would be recorded, and cut. */
export const showCell = (cell: string): string => cutText(cleanCell(cell), longestText);

/** What a preview shows of a table beside its rows; `values` are cells of its first rows. */
export function describeTable<Choice extends string>(
  { encoding, delimiter, sheet, sheets, header_line, ...table }: TableInspection<Choice>,
  values: readonly (readonly string[])[],
) {
  const columns = table.columns.map((name, index) => ({
    name: showCell(name),
    field: table.fields[index] ?? ('ignore' as const),
    samples: [
      ...new Set(values.map((cells) => showCell(cells[index] ?? '')).filter(Boolean)),
    ].slice(0, samplesOfColumn),
  }));
  const first_lines = table.first
    .filter((record) => !isBlank(record))
    .slice(0, firstLines)
    .map(({ line, cells }) => ({
      line,
      text: showCell(cells.filter((cell) => cell.trim() !== '').join(', ')),
    }));
  return { encoding, delimiter, sheet, sheets, header_line, first_lines, columns };
}
