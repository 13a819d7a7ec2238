import { formatPercent } from '../../kernel/format.ts';
import classes from './chart.module.css';
import type { ChartColor } from './chart-colors.ts';
import { chartColor } from './chart-colors.ts';
import { ChartFrame } from './chart-frame.tsx';
import type { ChartBaseProps, ValueOpener } from './chart-types.ts';

/** A smaller share has no room for its label. */
const minLabeledShare = 0.05;

interface ShareBarProps extends Pick<ChartBaseProps, 'title' | 'caption' | 'format'> {
  shares: readonly { key: string; label: string; color: ChartColor; value: number }[];
  /** Names the table's rows, such as 'Ratings'. */
  rowLabel: string;
  /** `row` is the key of a share. */
  opener?: ValueOpener;
}

/** One bar divided into shares, with the percentage of each larger one below it, and a table. */
export function ShareBar(props: ShareBarProps) {
  const { title, caption, format, shares, rowLabel, opener } = props;
  const total = shares.reduce((sum, { value }) => sum + value, 0);
  const visibleShares = shares.filter(({ value }) => value > 0);
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
        {visibleShares.map(({ key, label, color, value }) => (
          <div
            key={key}
            className={classes.share}
            style={{ flexGrow: value / total }}
            title={`${label}: ${format(value)}`}
          >
            <div className={classes.shareBar} style={{ background: chartColor(color) }} />
            {value / total > minLabeledShare ? formatPercent(value / total, 0) : ''}
          </div>
        ))}
      </div>
    </ChartFrame>
  );
}
