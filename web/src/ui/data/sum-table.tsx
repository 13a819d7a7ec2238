import type { ReactNode } from 'react';
import { ScrollBox } from './scroll-box.tsx';
import classes from './sum-table.module.css';

export interface SumLine {
  label: string;
  amount: ReactNode;
  /** One or two sentences that explain the amount. */
  hint?: string;
  /** More about it, below its name. */
  note?: ReactNode;
}

/** Lines, and their total together with the groups above. */
export interface SumGroup {
  heading?: string;
  lines: readonly SumLine[];
  total?: SumLine;
}

/** A column of amounts that add up to totals. */
export function SumTable({ caption, groups }: { caption: string; groups: readonly SumGroup[] }) {
  return (
    <ScrollBox label={caption} className={classes.box ?? ''}>
      <table className={classes.table}>
        <caption className="ui-hidden">{caption}</caption>
        <thead className="ui-hidden">
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        {groups.map((group, index) => (
          <tbody key={group.heading ?? index}>
            {group.heading ? (
              <tr className={classes.heading}>
                <th scope="rowgroup" colSpan={2}>
                  {group.heading}
                </th>
              </tr>
            ) : null}
            {group.lines.map((line, position) => (
              <Line key={`${position} ${line.label}`} line={line} />
            ))}
            {group.total ? <Line line={group.total} total /> : null}
          </tbody>
        ))}
      </table>
      <Definitions
        lines={groups.flatMap(({ lines, total }) => (total ? [...lines, total] : lines))}
      />
    </ScrollBox>
  );
}

/** What the lines of a table are, in one place: a mark beside each would be all that one sees. */
export function Definitions(props: { lines: readonly Pick<SumLine, 'label' | 'hint'>[] }) {
  const lines = props.lines.filter(({ hint }) => hint);
  if (lines.length === 0) return null;
  return (
    <details className={`${classes.definitions} ui-screen`}>
      <summary>What each line is</summary>
      <dl>
        {lines.map(({ label, hint }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{hint}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Line({ line, total = false }: { line: SumLine; total?: boolean }) {
  return (
    <tr className={total ? classes.total : undefined}>
      <th scope="row">
        {line.label}
        {line.note}
      </th>
      <td>{line.amount}</td>
    </tr>
  );
}
