import { type MouseEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { formatChange } from '../../kernel/format.ts';
import classes from './chart.module.css';
import { ChartAxes } from './chart-axes.tsx';
import { Swatch } from './chart-frame.tsx';
import { type ChartLayout, categoryAt, computeCenter, drawable } from './chart-layout.ts';
import { formatValue } from './chart-table.tsx';
import type { ChartBaseProps, ChartCategory, ChartRow, ChartSpan } from './chart-types.ts';

interface ChartPlotProps
  extends Pick<ChartBaseProps, 'title' | 'categories' | 'format' | 'opener' | 'spans'> {
  layout: ChartLayout;
  rows: readonly ChartRow[];
  formatTick: (value: number) => string;
  /** Drawn over the marks of the active category. */
  renderCursor: (index: number) => ReactNode;
  children: ReactNode;
}

/** A chart's drawing, with a cursor that pointer and keyboard move over the categories. */
export function ChartPlot(props: ChartPlotProps) {
  const { layout, categories, rows, title, format, opener } = props;
  const [index, setIndex] = useState(categories.length - 1);
  const [isShown, setIsShown] = useState(false);
  const canOpen = useRef(false);
  const last = categories.length - 1;
  const active = Math.max(0, Math.min(index, last));

  const findCategory = (event: MouseEvent<HTMLDivElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    return categoryAt(layout, event.clientX - left - layout.left, categories.length);
  };
  const point = (event: PointerEvent<HTMLDivElement>) => {
    // On touch, the first tap shows the values, and a second one opens them.
    const isRead = event.pointerType === 'mouse' || (isShown && findCategory(event) === active);
    if (event.type === 'pointerdown') canOpen.current = isRead;
    setIndex(findCategory(event));
    setIsShown(true);
  };
  const leave = (event: PointerEvent) => event.pointerType === 'mouse' && setIsShown(false);

  return (
    <div
      className={classes.plot}
      data-opens={Boolean(opener)}
      onPointerDown={point}
      onPointerMove={point}
      onPointerLeave={leave}
      {...(opener && {
        onClick: (event) => canOpen.current && opener.open(findCategory(event)),
        onKeyDown: (event) => event.key === 'Enter' && opener.open(active),
      })}
    >
      <CursorInput
        title={title}
        index={active}
        last={last}
        text={describeCategory(props, active)}
        onMove={(to) => {
          setIndex(to);
          setIsShown(true);
        }}
        onShow={setIsShown}
      />
      <svg
        className={classes.svg}
        height={layout.height}
        viewBox={`0 0 ${layout.width} ${layout.height}`}
        aria-hidden
        focusable="false"
      >
        <g transform={`translate(${layout.left},${layout.top})`}>
          <Spans layout={layout} spans={listWeekends(categories)} className={classes.weekend} />
          <ChartAxes layout={layout} categories={categories} formatTick={props.formatTick} />
          <Spans layout={layout} spans={props.spans ?? []} className={classes.span} />
          <NoteMarks layout={layout} categories={categories} />
          {props.children}
          {isShown ? props.renderCursor(active) : null}
        </g>
      </svg>
      {isShown ? (
        <Tooltip
          layout={layout}
          index={active}
          category={categories[active]}
          rows={rows}
          format={format}
        />
      ) : null}
    </div>
  );
}

// A real range input brings arrow keys, Home, End, a spoken value, and screen reader swipes.
function CursorInput(props: {
  title: string;
  index: number;
  last: number;
  text: string;
  onMove: (index: number) => void;
  onShow: (shown: boolean) => void;
}) {
  const { title, index, last, text, onMove, onShow } = props;
  return (
    <input
      type="range"
      className="ui-hidden"
      min={0}
      max={last}
      value={index}
      onChange={(event) => onMove(Number(event.target.value))}
      onFocus={() => onShow(true)}
      onBlur={() => onShow(false)}
      onKeyDown={(event) => event.key === 'Escape' && onShow(false)}
      aria-label={`${title}: values`}
      aria-valuetext={text}
    />
  );
}

function describeCategory({ categories, rows, format }: ChartPlotProps, index: number): string {
  const values = rows.map((row) => `${row.label} ${formatValue(row.values[index], format)}`);
  const { label = '', notes = [] } = categories[index] ?? {};
  return `${label}: ${[...values, ...notes].join(', ')}`;
}

/** How the first row's value differs from the one it's compared with. */
function findChange(rows: readonly ChartRow[], index: number): string | null {
  const value = drawable(rows[0]?.values[index]);
  const before = drawable(rows.find(({ key }) => key === 'before')?.values[index]) ?? 0;
  return value === null || before <= 0 ? null : formatChange(value / before - 1);
}

function Tooltip(props: {
  layout: ChartLayout;
  index: number;
  category: ChartCategory | undefined;
  rows: readonly ChartRow[];
  format: (value: number) => string;
}) {
  const { layout, index, category, rows, format } = props;
  const change = category?.isOpen ? null : findChange(rows, index);
  const at = layout.left + computeCenter(layout, index);
  const position = at > layout.width / 2 ? { right: layout.width - at + 16 } : { left: at + 16 };
  return (
    <div className={classes.tooltip} style={position} aria-hidden>
      <div className={classes.tooltipTitle}>{category?.label}</div>
      {rows.map((row) => (
        <div key={row.key} className={classes.row}>
          <Swatch row={row} />
          <span className={classes.rowLabel}>{row.label}</span>
          <span className={classes.rowValue}>{formatValue(row.values[index], format)}</span>
        </div>
      ))}
      {change ? (
        <div className={classes.row}>
          <span className={classes.rowLabel}>Difference</span>
          <span className={classes.rowValue}>{change}</span>
        </div>
      ) : null}
      {category?.notes?.map((text) => (
        <div key={text} className={classes.tooltipNote}>
          {text}
        </div>
      ))}
    </div>
  );
}

/** The fewest pixels of a shaded part: an hour of a quarter is narrower. */
const minSpanWidth = 4;

const listWeekends = (categories: readonly ChartCategory[]): ChartSpan[] =>
  categories.flatMap(({ isWeekend }, from) => (isWeekend ? [{ from, to: from + 1 }] : []));

function Spans(props: {
  layout: ChartLayout;
  spans: readonly ChartSpan[];
  className: string | undefined;
}) {
  const { layout, spans, className } = props;
  const findLeft = (position: number) =>
    layout.x(position) - (layout.x.step - layout.x.bandwidth) / 2;
  return spans.map(({ from, to }) => {
    const width = Math.max(minSpanWidth, findLeft(to) - findLeft(from));
    const x = Math.min(findLeft(from), layout.innerWidth - width);
    return (
      <rect
        key={from}
        className={className}
        x={Math.max(0, x)}
        y={0}
        width={width}
        height={layout.innerHeight}
      />
    );
  });
}

function NoteMarks(props: { layout: ChartLayout; categories: readonly ChartCategory[] }) {
  const { layout, categories } = props;
  const y = layout.innerHeight + layout.lane * 0.7;
  return categories.map(({ key, notes = [] }, index) =>
    notes.length === 0 ? null : (
      <circle
        key={key}
        className={classes.noteMark}
        cx={computeCenter(layout, index)}
        cy={y}
        r={3}
      />
    ),
  );
}
