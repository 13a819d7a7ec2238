import type { ReactNode } from 'react';
import type { ChartColor } from './chart-colors.ts';

/** One position on the x axis. */
export interface ChartCategory {
  key: string;
  label: string;
  /** The label on the axis. If some categories have one, the others stay unlabeled: midnights among hours. */
  axisLabel?: string;
  /** It isn’t over yet, so its values still grow. */
  isOpen?: boolean;
  /** Shaded lightly. */
  isWeekend?: boolean;
  /** Why it may be unlike the others; drawn as a mark below the axis, and shown with its values. */
  notes?: readonly string[];
}

/** A part of the axis in categories: 1.5 is the middle of the second one. */
export interface ChartSpan {
  from: number;
  to: number;
}

/** One value per category, in order; null is a gap. */
export interface ChartSeries {
  key: string;
  label: string;
  color: ChartColor;
  values: readonly (number | null)[];
}

/** Links the values of a chart's table to what they consist of; ui has no routes of its own. */
export interface ValueOpener {
  /** A value as a link, or its text if there is nothing to open. `row` is the key of its series. */
  renderValue: (text: string, row: string, index: number) => ReactNode;
}

/** The same for the drawing. */
export interface ChartOpener extends ValueOpener {
  /** Opens what a category consists of, on a click or Enter. */
  open: (index: number) => void;
}

export interface ChartBaseProps {
  /** Names the figure. */
  title: string;
  /** Hides the title when a panel around the chart already shows it. */
  hideTitle?: boolean;
  /** One sentence: range, unit, source. */
  caption?: ReactNode;
  categories: readonly ChartCategory[];
  /** The heading of the categories' column in the table, such as 'Day'. */
  categoryLabel?: string;
  /** A value in full, for tooltip and table. */
  format: (value: number) => string;
  /** A short value for the axis; defaults to `format`. */
  formatTick?: ((value: number) => string) | undefined;
  height?: number;
  opener?: ChartOpener | undefined;
  /** Shaded, as the notes of their categories or the caption explain. */
  spans?: readonly ChartSpan[];
  /** Cuts off the few values that would make the others unreadable, and labels the cut. */
  cutsTall?: boolean;
}

/** A named row of values, for table and tooltip. */
export interface ChartRow {
  key: string;
  label: string;
  color?: ChartColor;
  /** Its name in the legend, if not the label. */
  legend?: string;
  values: readonly (number | null)[];
}

/** A line; dashed if color alone shouldn't distinguish it from another. */
export interface LineSeries extends ChartSeries {
  /** Its name next to the line, if shorter than the label. */
  legend?: string;
  dashed?: boolean;
  /** Only for comparison: thin, dashed, and without dots. */
  isQuiet?: boolean;
}
