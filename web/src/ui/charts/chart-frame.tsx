import { ChartColumn, Table2 } from 'lucide-react';
import { type ReactNode, type RefObject, useState } from 'react';
import { ScrollBox } from '../data/scroll-box.tsx';
import classes from './chart.module.css';
import { chartColor } from './chart-colors.ts';
import { ChartTable } from './chart-table.tsx';
import type { ChartBaseProps, ChartRow, ValueOpener } from './chart-types.ts';

interface ChartFrameProps extends Omit<ChartBaseProps, 'opener'> {
  opener?: ValueOpener | undefined;
  rows: readonly ChartRow[];
  /** False when the marks have their own names. */
  hasLegend?: boolean;
  children: ReactNode;
}

/** The frame of every chart: title, caption, legend, and table. */
export function ChartFrame(props: ChartFrameProps) {
  const { title, hideTitle = false, caption, categories, rows, format, children } = props;
  const { hasLegend = true } = props;
  const [asTable, setAsTable] = useState(false);
  const otherView = asTable ? 'Show as chart' : 'Show as table';
  const legend = hasLegend ? rows.filter((row) => row.color) : [];
  const table = (
    <ChartTable
      title={title}
      categoryLabel={props.categoryLabel ?? 'Category'}
      categories={categories}
      rows={rows}
      format={format}
      // A focused link in the hidden table would be invisible.
      opener={asTable ? props.opener : undefined}
    />
  );
  return (
    <figure className={classes.figure}>
      <div className={classes.header}>
        <div className={classes.heading}>
          <figcaption>
            <div className={hideTitle ? 'ui-hidden' : 'ui-strong'}>{title}</div>
            {caption ? <div className="ui-note">{caption}</div> : null}
          </figcaption>
          {legend.length > 1 && !asTable ? (
            <Legend rows={legend} hasOpen={categories.some(({ isOpen }) => isOpen)} />
          ) : null}
        </div>
        {categories.length > 0 ? (
          <button
            type="button"
            className={classes.toggle}
            aria-label={`${otherView}: ${title}`}
            title={otherView}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? <ChartColumn size={16} aria-hidden /> : <Table2 size={16} aria-hidden />}
          </button>
        ) : null}
      </div>
      {/* It stays: a box that was removed no longer measures its width, so the drawing would not come back. */}
      <div hidden={asTable}>{children}</div>
      {asTable ? (
        <ScrollBox label={title} className={classes.tableBox ?? ''}>
          {table}
        </ScrollBox>
      ) : (
        <div className="ui-hidden">{table}</div>
      )}
    </figure>
  );
}

/** The drawing, once its width is known and there is something to draw. */
export function ChartBody(props: {
  box: RefObject<HTMLDivElement | null>;
  width: number;
  height: number;
  isEmpty: boolean;
  children: ReactNode;
}) {
  const { box, width, height, isEmpty, children } = props;
  return (
    <div ref={box}>
      {isEmpty || width === 0 ? (
        <div className={classes.empty} style={{ height }}>
          {width === 0 ? '' : 'Nothing to show'}
        </div>
      ) : (
        children
      )}
    </div>
  );
}

function Legend({ rows, hasOpen }: { rows: readonly ChartRow[]; hasOpen: boolean }) {
  return (
    <ul className={classes.legend}>
      {rows.map((row) => (
        <li key={row.key}>
          <Swatch row={row} />
          {row.legend ?? row.label}
        </li>
      ))}
      {hasOpen ? (
        <li>
          <span className={`${classes.swatch} ${classes.openSwatch}`} aria-hidden />
          So far
        </li>
      ) : null}
    </ul>
  );
}

/** The small square that shows a label's color. */
export function Swatch({ row }: { row: ChartRow }) {
  return (
    <span
      className={classes.swatch}
      style={row.color ? { background: chartColor(row.color) } : undefined}
      aria-hidden
    />
  );
}
