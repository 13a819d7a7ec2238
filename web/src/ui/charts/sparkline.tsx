import classes from './chart.module.css';

const width = 72;
const height = 22;

/** A figure's recent trend as a small line; the figure and the charts have the numbers. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const low = Math.min(0, ...values);
  const high = Math.max(...values);
  if (values.length < 3 || low === high) return null;
  const y = (value: number) => 1 + (height - 2) * (1 - (value - low) / (high - low));
  const step = (width - 2) / (values.length - 1);
  const points = values.map((value, index) => `${1 + index * step},${y(value)}`);
  return (
    <svg className={classes.sparkline} width={width} height={height} aria-hidden focusable="false">
      <polyline points={points.join(' ')} />
    </svg>
  );
}
