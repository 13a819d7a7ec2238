import { formatPercent } from '../../kernel/format.ts';
import classes from './change-bars.module.css';
import { chartColor } from './chart-colors.ts';
import { ChartFrame } from './chart-frame.tsx';
import { drawable } from './chart-layout.ts';
import type { ChartBaseProps, ChartRow } from './chart-types.ts';

/** A change as a ratio (0.25 = a quarter more) and its past or expected range. */
export interface Change {
  value: number | null;
  low: number | null;
  high: number | null;
  /** False = drawn as an outline, because it may be chance. */
  firm: boolean;
}

interface ChangeBarsProps extends Omit<ChartBaseProps, 'format' | 'formatTick' | 'height'> {
  /** One per category. */
  changes: readonly Change[];
  /** Further changes for the table. */
  more?: readonly ChartRow[];
}

/** A range is drawn up to this multiple of the longest bar, so one odd day doesn't flatten all bars. */
const rangeBeyond = 1.5;

/** A change with its sign: '+12%', '-38%', '0%'. */
export const formatChange = (ratio: number) => {
  const percent = formatPercent(ratio, 0);
  return ratio > 0 && percent !== formatPercent(0, 0) ? `+${percent}` : percent;
};

/** The ends of the scale: zero, the bars, and as much of their ranges as keeps the bars visible; never empty. */
export function changeScale(changes: readonly Change[]): { from: number; to: number } {
  const values = changes.map(({ value }) => drawable(value) ?? 0);
  const ends = changes.flatMap(({ low, high }) => [drawable(low) ?? 0, drawable(high) ?? 0]);
  const farthest = Math.max(0.1, ...values.map(Math.abs)) * rangeBeyond;
  return {
    from: Math.min(-0.1, ...values, Math.max(-farthest, Math.min(0, ...ends))),
    to: Math.max(0.1, ...values, Math.min(farthest, Math.max(0, ...ends))),
  };
}

/** Bars to the left and right of zero with their ranges, and a table. */
export function ChangeBars(props: ChangeBarsProps) {
  const { categories, changes, more = [] } = props;
  const scale = changeScale(changes);
  const rows: ChartRow[] = [
    { key: 'value', label: 'Change', values: changes.map(({ value }) => value) },
    { key: 'low', label: 'Lowest', values: changes.map(({ low }) => low) },
    { key: 'high', label: 'Highest', values: changes.map(({ high }) => high) },
    ...more,
  ];
  return (
    <ChartFrame {...props} rows={rows} format={formatChange}>
      <ul className={classes.lines} aria-hidden>
        {categories.map(({ key, label }, index) => {
          const change = changes[index];
          return change ? <Line key={key} {...{ label, change, scale }} /> : null;
        })}
      </ul>
    </ChartFrame>
  );
}

function Line(props: { label: string; change: Change; scale: { from: number; to: number } }) {
  const { label, change, scale } = props;
  const { value, low, high, firm } = change;
  const at = (ratio: number) =>
    ((Math.min(Math.max(ratio, scale.from), scale.to) - scale.from) / (scale.to - scale.from)) *
    100;
  const span = (a: number, b: number) => ({
    left: `${Math.min(at(a), at(b))}%`,
    width: `${Math.abs(at(a) - at(b))}%`,
  });
  const color = chartColor((value ?? 0) < 0 ? 'lost' : 'main');
  return (
    <li className={classes.line}>
      <span className={classes.label}>{label}</span>
      <span className={classes.track}>
        {value === null ? null : (
          <span
            className={classes.bar}
            style={{ ...span(0, value), borderColor: color, ...(firm && { background: color }) }}
          />
        )}
        {low === null || high === null || low === high ? null : (
          <span className={classes.range} style={span(low, high)} />
        )}
        <span className={classes.zero} style={{ left: `${at(0)}%` }} />
      </span>
      <span className={classes.value}>{value === null ? '–' : formatChange(value)}</span>
    </li>
  );
}
