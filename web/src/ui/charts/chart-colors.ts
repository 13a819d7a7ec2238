import './chart-colors.css';
import type { chartPalette } from './chart-palette.ts';

/** A colour by name; the caller says which thing has which, everywhere the same. */
export type ChartColor = keyof typeof chartPalette.light;

/** The CSS value of a chart colour; follows the colour scheme by itself. */
export function chartColor(name: ChartColor): string {
  return `var(--chart-${name})`;
}
