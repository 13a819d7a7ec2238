import { formatPercent } from '../../kernel/format.ts';
import classes from './change-bars.module.css';
import { chartColor } from './chart-colors.ts';
import { drawable } from './chart-layout.ts';

/** A change as a ratio (0.25 = a quarter more) and its past or expected range. */
export interface Change {
  value: number | null;
  low: number | null;
  high: number | null;
  /** False = drawn as an outline, because it may be chance. */
  firm: boolean;
}

/** The ends of a scale, as ratios. */
interface Scale {
  from: number;
  to: number;
}

/** A range is drawn up to this multiple of the longest bar, so one odd day doesn't flatten all bars. */
const rangeBeyond = 1.5;

/** A change with its sign: '+12%', '-38%', '0%'. */
export const formatChange = (ratio: number) => {
  const percent = formatPercent(ratio, 0);
  return ratio > 0 && percent !== formatPercent(0, 0) ? `+${percent}` : percent;
};

/** The ends of the scale: zero, the bars, and as much of their ranges as keeps the bars visible; never empty. */
export function changeScale(changes: readonly Change[]): Scale {
  const values = changes.map(({ value }) => drawable(value) ?? 0);
  const ends = changes.flatMap(({ low, high }) => [drawable(low) ?? 0, drawable(high) ?? 0]);
  const farthest = Math.max(0.1, ...values.map(Math.abs)) * rangeBeyond;
  return {
    from: Math.min(-0.1, ...values, Math.max(-farthest, Math.min(0, ...ends))),
    to: Math.max(0.1, ...values, Math.min(farthest, Math.max(0, ...ends))),
  };
}

/** A change in a cell: its number, and a bar from zero with a line for its range. One column has one scale. */
export function ChangeBar({ change, scale }: { change: Change; scale: Scale }) {
  const { value, low, high, firm } = change;
  if (value === null) return '–';
  const at = (ratio: number) =>
    ((Math.min(Math.max(ratio, scale.from), scale.to) - scale.from) / (scale.to - scale.from)) *
    100;
  const span = (a: number, b: number) => ({
    left: `${Math.min(at(a), at(b))}%`,
    width: `${Math.abs(at(a) - at(b))}%`,
  });
  const color = chartColor(value < 0 ? 'lost' : 'main');
  const hasRange = low !== null && high !== null && low !== high;
  return (
    <span className={classes.cell}>
      <span className={classes.value}>{formatChange(value)}</span>
      {hasRange ? (
        <span className="ui-hidden">{`, from ${formatChange(low)} to ${formatChange(high)}`}</span>
      ) : null}
      <span className={classes.track} aria-hidden>
        <span
          className={classes.bar}
          style={{ ...span(0, value), borderColor: color, ...(firm && { background: color }) }}
        />
        {hasRange ? <span className={classes.range} style={span(low, high)} /> : null}
        <span className={classes.zero} style={{ left: `${at(0)}%` }} />
      </span>
    </span>
  );
}
