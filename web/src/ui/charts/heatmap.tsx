import { Fragment } from 'react';
import classes from './chart.module.css';
import { chartColor } from './chart-colors.ts';
import { ChartFrame } from './chart-frame.tsx';
import { drawable } from './chart-layout.ts';
import type { ChartBaseProps, ChartRow } from './chart-types.ts';
import { heatOpacity } from './heat-opacity.ts';

interface HeatmapProps extends ChartBaseProps {
  /** One column of cells each; the categories are the rows. */
  columns: readonly (ChartRow & { axisLabel: string })[];
}

/** Values in two dimensions as cells, stronger for more, with a table. */
export function Heatmap(props: HeatmapProps) {
  const { columns, categories, format } = props;
  const most = Math.max(0, ...columns.flatMap(({ values }) => values.map((value) => value ?? 0)));
  return (
    <ChartFrame {...props} rows={columns}>
      <div
        className={classes.heatmap}
        style={{ gridTemplateColumns: `auto repeat(${columns.length}, minmax(0, 1fr))` }}
        aria-hidden
      >
        <span />
        {columns.map(({ key, axisLabel }) => (
          <span key={key}>{axisLabel}</span>
        ))}
        {categories.map((category, line) => (
          <Fragment key={category.key}>
            <span>{category.label}</span>
            {columns.map(({ key, label, values }) => {
              const value = drawable(values[line]);
              return value === null ? (
                <i key={key} />
              ) : (
                <i
                  key={key}
                  style={{ background: chartColor('main'), opacity: heatOpacity(value, most) }}
                  title={`${label}, ${category.label}: ${format(value)}`}
                />
              );
            })}
          </Fragment>
        ))}
      </div>
    </ChartFrame>
  );
}
