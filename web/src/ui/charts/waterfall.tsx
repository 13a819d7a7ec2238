import type { CSSProperties, ReactNode } from 'react';
import { chartColor } from './chart-colors.ts';
import type { ChartOpener } from './chart-types.ts';
import classes from './waterfall.module.css';
import type { WaterfallBar } from './waterfall-scale.ts';
import { stackSteps, waterfallDomain, waterfallScale } from './waterfall-scale.ts';

/** A total, or a step between two totals. */
export interface WaterfallRow {
  key: string;
  label: string;
  /** What changed. */
  text?: ReactNode;
  amount: number;
}

interface WaterfallProps {
  title: string;
  /** The heading of the rows' names, such as 'Cause'. */
  rowLabel: string;
  start: WaterfallRow;
  steps: readonly WaterfallRow[];
  end: WaterfallRow;
  format: (value: number) => string;
  /** A step's amount, with its sign. */
  formatStep: (amount: number) => string;
  /** Opens what a row consists of: 0 is the start, then the steps, then the end. */
  opener?: ChartOpener | undefined;
}

/**
 * Steps from one total to the next, drawn horizontally: each bar begins where the one above it
 * ends. The drawing is a table, so names, words, and amounts are next to their bars at any width.
 */
export function Waterfall(props: WaterfallProps) {
  const { title, rowLabel, start, steps, end, format, formatStep, opener } = props;
  const bars = stackSteps(
    start.amount,
    steps.map(({ amount }) => amount),
  );
  const totals = [start.amount, ...bars.map(({ to }) => to), end.amount];
  const toPercent = waterfallScale(totals);
  const { low, high } = waterfallDomain(totals);
  const zero = low > 0 ? low : Math.min(0, high);
  const row = (content: WaterfallRow, index: number, bar: WaterfallBar, isTotal: boolean) => (
    <Row
      key={content.key}
      {...{ content, index, bar, isTotal, toPercent, format, formatStep, opener }}
      isFirst={index === 0}
      isLast={index === steps.length + 1}
    />
  );
  return (
    <>
      <table className={classes.table}>
        <caption className="ui-hidden">{title}</caption>
        <thead className="ui-hidden">
          <tr>
            <th scope="col">{rowLabel}</th>
            <th scope="col">Running total</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {row(start, 0, { from: zero, to: start.amount }, true)}
          {steps.map((step, index) =>
            row(step, index + 1, bars[index] ?? { from: 0, to: 0 }, false),
          )}
          {row(end, steps.length + 1, { from: zero, to: end.amount }, true)}
        </tbody>
      </table>
      {low > 0 || high < 0 ? (
        <p className="ui-note ui-top">
          The bars of both totals are cut, so that the steps between them can be seen.
        </p>
      ) : null}
    </>
  );
}

function Row(props: {
  content: WaterfallRow;
  index: number;
  bar: WaterfallBar;
  isTotal: boolean;
  isFirst: boolean;
  isLast: boolean;
  toPercent: (total: number) => number;
  format: (value: number) => string;
  formatStep: (amount: number) => string;
  opener: ChartOpener | undefined;
}) {
  const { content, index, bar, isTotal, isFirst, isLast, toPercent, opener } = props;
  const { label, text, amount } = content;
  const amountText = (isTotal ? props.format : props.formatStep)(amount);
  const [from, to] = [toPercent(bar.from), toPercent(bar.to)];
  // The end hangs from the line of the last step, which is at its own total.
  const level = isTotal ? to : from;
  return (
    <tr className={isTotal ? classes.total : undefined}>
      <th scope="row" className={classes.name}>
        {label}
        {text ? <span className="ui-detail">{text}</span> : null}
      </th>
      <td
        className={classes.track}
        data-opens={Boolean(opener)}
        // The amount is the same as a link, for the keyboard.
        {...(opener && { onClick: () => opener.open(index) })}
      >
        <span className="ui-hidden">{props.format(bar.to)}</span>
        {isFirst ? null : <Connector at={level} half="upper" />}
        {isLast ? null : <Connector at={to} half="lower" />}
        <span className={classes.bar} style={toBarStyle(from, to, amount, isTotal)} aria-hidden />
      </td>
      <td className={classes.amount}>
        {opener ? opener.renderValue(amountText, 'amount', index) : amountText}
      </td>
    </tr>
  );
}

const toBarStyle = (from: number, to: number, amount: number, isTotal: boolean): CSSProperties => ({
  left: `${Math.min(from, to)}%`,
  width: `${Math.abs(to - from)}%`,
  background: chartColor(isTotal ? 'quiet' : amount < 0 ? 'lost' : 'main'),
});

/** A line from a bar to the next, at the total that they share. */
function Connector({ at, half }: { at: number; half: 'upper' | 'lower' }) {
  return (
    <span className={classes.connector} data-half={half} style={{ left: `${at}%` }} aria-hidden />
  );
}
