import type { ReactNode } from 'react';
import type { ChartColor } from './chart-colors.ts';

/** One place on the x axis. */
export interface ChartCategory {
  key: string;
  label: string;
  /** The label on the axis. Where some categories have one, the others have none: midnights among hours. */
  axisLabel?: string;
  /** It isn’t over yet, so its values still grow. */
  isOpen?: boolean;
  /** Why it may be unlike the others; drawn as a mark, said with its values. */
  notes?: readonly string[];
}

/** One value per category, in their order; null is a gap. */
export interface ChartSeries {
  key: string;
  label: string;
  color: ChartColor;
  values: readonly (number | null)[];
}

/** How the values of a chart's table open what they are made of; ui knows no routes. */
export interface ValueOpener {
  /** A value as a link; its text where nothing opens. `row` is the key of its series. */
  renderValue: (text: string, row: string, index: number) => ReactNode;
}

/** How the drawing opens it too. */
export interface ChartOpener extends ValueOpener {
  /** Opens what a category is made of, after a click on it or Enter. */
  open: (index: number) => void;
}

/** What every chart gets. */
export interface ChartBaseProps {
  /** Says what is shown; it names the figure. */
  title: string;
  /** Hides the title where a panel around the chart shows it already. */
  hideTitle?: boolean;
  /** One sentence: range, unit, source. */
  caption?: ReactNode;
  categories: readonly ChartCategory[];
  /** Heads the categories' column in the table, such as 'Day'. */
  categoryLabel?: string;
  /** A value in full, for tooltip and table. */
  format: (value: number) => string;
  /** A value in short, for the axis; `format` unless given. */
  formatTick?: ((value: number) => string) | undefined;
  height?: number;
  opener?: ChartOpener | undefined;
  /** Cuts the few values that are so large that the others could not be read, and writes them beside the cut. */
  cutsTall?: boolean;
}

/** A named row of values as table and tooltip show it. */
export interface ChartRow {
  key: string;
  label: string;
  color?: ChartColor;
  /** Its name in the legend where that is not the label. */
  legend?: string;
  values: readonly (number | null)[];
}

/** A line; dashed where color alone should not distinguish it from another. */
export interface LineSeries extends ChartSeries {
  /** Its name beside the line where that is shorter than the label. */
  legend?: string;
  dashed?: boolean;
  /** Only to compare with: thin, dashed and without dots. */
  isQuiet?: boolean;
}
