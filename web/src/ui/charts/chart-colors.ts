import './chart-colors.css';
import type { chartPalette } from './chart-palette.ts';

/** A color by name; the caller keeps each thing's color the same everywhere. */
export type ChartColor = keyof typeof chartPalette.light;

/** The CSS value of a chart color; it follows the color scheme. */
export function chartColor(name: ChartColor): string {
  return `var(--chart-${name})`;
}
