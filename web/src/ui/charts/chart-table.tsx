import classes from './chart.module.css';
import { drawable } from './chart-layout.ts';
import type { ChartCategory, ChartRow, ValueOpener } from './chart-types.ts';

/** The chart's numbers as a real table, for screen readers and for copying. */
export function ChartTable(props: {
  title: string;
  categoryLabel: string;
  categories: readonly ChartCategory[];
  rows: readonly ChartRow[];
  format: (value: number) => string;
  opener?: ValueOpener | undefined;
}) {
  const { opener } = props;
  const { title, categoryLabel, categories, rows, format } = props;
  const hasNotes = categories.some(({ notes = [] }) => notes.length > 0);
  return (
    <table className={classes.table}>
      <caption className="ui-hidden">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{categoryLabel}</th>
          {rows.map((row) => (
            <th key={row.key} scope="col">
              {row.label}
            </th>
          ))}
          {hasNotes ? <th scope="col">Notes</th> : null}
        </tr>
      </thead>
      <tbody>
        {categories.map((category, i) => (
          <tr key={category.key}>
            <th scope="row">{category.label}</th>
            {rows.map((row) => (
              <td key={row.key}>
                {renderValue({ value: row.values[i], row: row.key, index: i, format, opener })}
              </td>
            ))}
            {hasNotes ? <td className={classes.notes}>{category.notes?.join(', ')}</td> : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function renderValue(cell: {
  value: number | null | undefined;
  row: string;
  index: number;
  format: (value: number) => string;
  opener: ValueOpener | undefined;
}) {
  const text = formatValue(cell.value, cell.format);
  const isGap = drawable(cell.value) === null;
  return isGap || !cell.opener ? text : cell.opener.renderValue(text, cell.row, cell.index);
}

/** A value as text; a gap is a dash. */
export function formatValue(
  value: number | null | undefined,
  format: (value: number) => string,
): string {
  const y = drawable(value);
  return y === null ? '–' : format(y);
}
