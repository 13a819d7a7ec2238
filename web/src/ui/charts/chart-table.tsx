import classes from './chart.module.css';
import { drawable } from './chart-layout.ts';
import type { ChartCategory, ChartRow } from './chart-types.ts';

/** The chart's numbers as a real table, for screen readers and for copying. */
export function ChartTable(props: {
  title: string;
  categoryLabel: string;
  categories: readonly ChartCategory[];
  rows: readonly ChartRow[];
  format: (value: number) => string;
}) {
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
              <td key={row.key}>{formatValue(row.values[i], format)}</td>
            ))}
            {hasNotes ? <td className={classes.notes}>{category.notes?.join(', ')}</td> : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A value in words; a gap is a dash. */
export function formatValue(
  value: number | null | undefined,
  format: (value: number) => string,
): string {
  const y = drawable(value);
  return y === null ? '–' : format(y);
}
