import { formatPercent } from '../../kernel/format.ts';
import classes from './chart.module.css';
import type { ChartColor } from './chart-colors.ts';
import { chartColor } from './chart-colors.ts';
import { ChartFrame } from './chart-frame.tsx';
import type { ChartBaseProps, ValueOpener } from './chart-types.ts';

/** A share that is not more has no room for its label. */
const labelledAbove = 0.05;

interface ShareBarProps extends Pick<ChartBaseProps, 'title' | 'caption' | 'format'> {
  shares: readonly { key: string; label: string; color: ChartColor; value: number }[];
  /** Names what is shared out in the table, such as 'Ratings'. */
  rowLabel: string;
  /** `row` is the key of a share. */
  opener?: ValueOpener;
}

/** One bar that is shared out, with the percentage of each larger part below it and a table behind it. */
export function ShareBar(props: ShareBarProps) {
  const { title, caption, format, shares, rowLabel, opener } = props;
  const total = shares.reduce((sum, { value }) => sum + value, 0);
  const drawn = shares.filter(({ value }) => value > 0);
  return (
    <ChartFrame
      title={title}
      caption={caption}
      format={format}
      categoryLabel="Of"
      categories={[{ key: 'all', label: rowLabel }]}
      opener={opener}
      rows={shares.map(({ value, ...part }) => ({ ...part, values: [value] }))}
    >
      <div className={classes.shares} aria-hidden>
        {drawn.map(({ key, label, color, value }) => (
          <div
            key={key}
            className={classes.share}
            style={{ flexGrow: value / total }}
            title={`${label}: ${format(value)}`}
          >
            <div className={classes.shareBar} style={{ background: chartColor(color) }} />
            {value / total > labelledAbove ? formatPercent(value / total, 0) : ''}
          </div>
        ))}
      </div>
    </ChartFrame>
  );
}
