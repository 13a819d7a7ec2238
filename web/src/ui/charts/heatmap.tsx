import classes from './chart.module.css';
import { chartColor } from './chart-colors.ts';
import { ChartFrame } from './chart-frame.tsx';
import { drawable } from './chart-layout.ts';
import type { ChartBaseProps, ChartRow } from './chart-types.ts';
import { heatOpacity } from './heat-opacity.ts';

/** The sizes of a cell and of the space around the cells, in pixels. */
const cell = { width: 20, gap: 8, height: 20 };
const head = 20;
const labels = 96;

interface HeatmapProps extends ChartBaseProps {
  /** One column of cells each; the categories are the rows. */
  columns: readonly (ChartRow & { axisLabel: string })[];
}

/** Values in two dimensions as cells, stronger for more, with a table. */
export function Heatmap(props: HeatmapProps) {
  const { columns, categories, format } = props;
  const most = Math.max(0, ...columns.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const step = cell.width + cell.gap;
  const width = labels + columns.length * step;
  const height = head + categories.length * (cell.height + cell.gap / 2);
  const top = (line: number) => head + line * (cell.height + cell.gap / 2);
  return (
    <ChartFrame {...props} rows={columns}>
      <svg className={classes.heatmap} width={width} height={height} aria-hidden>
        {categories.map(({ key, label }, line) => (
          <text key={key} x={labels - cell.gap} y={top(line) + 14} textAnchor="end">
            {label}
          </text>
        ))}
        {columns.map(({ key, label, axisLabel, values }, column) => (
          <g key={key} fill={chartColor('main')}>
            <text x={labels + column * step + cell.width / 2} y={12} textAnchor="middle">
              {axisLabel}
            </text>
            {categories.map((category, line) => {
              const value = drawable(values[line]);
              return value === null ? null : (
                <rect
                  key={category.key}
                  x={labels + column * step}
                  y={top(line)}
                  width={cell.width}
                  height={cell.height}
                  rx={3}
                  fillOpacity={heatOpacity(value, most)}
                >
                  <title>{`${label}, ${category.label}: ${format(value)}`}</title>
                </rect>
              );
            })}
          </g>
        ))}
      </svg>
    </ChartFrame>
  );
}
