import { type ReactNode, useState } from 'react';
import classes from './chart.module.css';
import { chartColor } from './chart-colors.ts';
import { ChartTable } from './chart-table.tsx';
import type { ChartBaseProps, ChartRow } from './chart-types.ts';

interface ChartFrameProps extends ChartBaseProps {
  rows: readonly ChartRow[];
  children: ReactNode;
}

/** What stands around every chart: title, caption, legend, and the table behind it. */
export function ChartFrame(props: ChartFrameProps) {
  const { title, hideTitle = false, caption, categories, rows, format, children } = props;
  const [asTable, setAsTable] = useState(false);
  const legend = rows.filter((row) => row.color);
  return (
    <figure className={classes.figure}>
      <div className={classes.header}>
        <figcaption className={classes.heading}>
          <div className={hideTitle ? 'ui-hidden' : classes.title}>{title}</div>
          {caption ? <div className={classes.caption}>{caption}</div> : null}
        </figcaption>
        <button type="button" className={classes.toggle} onClick={() => setAsTable(!asTable)}>
          {asTable ? 'Show as chart' : 'Show as table'}
        </button>
      </div>
      {asTable ? null : (
        <>
          {legend.length > 1 ? <Legend rows={legend} /> : null}
          {children}
        </>
      )}
      <div className={asTable ? undefined : 'ui-hidden'}>
        <ChartTable
          title={title}
          categoryLabel={props.categoryLabel ?? 'Category'}
          categories={categories}
          rows={rows}
          format={format}
        />
      </div>
    </figure>
  );
}

function Legend({ rows }: { rows: readonly ChartRow[] }) {
  return (
    <ul className={classes.legend}>
      {rows.map((row) => (
        <li key={row.key}>
          <Swatch row={row} />
          {row.label}
        </li>
      ))}
    </ul>
  );
}

/** The little square that ties a label to its colour. */
export function Swatch({ row }: { row: ChartRow }) {
  return (
    <span
      className={classes.swatch}
      style={row.color ? { background: chartColor(row.color) } : undefined}
      aria-hidden
    />
  );
}
