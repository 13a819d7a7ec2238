import { formatPercent } from '../../kernel/format.ts';
import classes from './progress-bar.module.css';

export function ProgressBar(props: { label: string; value: number; max: number }) {
  const { label, value, max } = props;
  return (
    <div className={classes.line}>
      <progress className={classes.bar} aria-label={label} value={value} max={Math.max(max, 1)} />
      <span className={classes.percent}>{formatPercent(value / Math.max(max, 1), 0)}</span>
    </div>
  );
}
