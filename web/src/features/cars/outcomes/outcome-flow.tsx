import type { OutcomeCount, OutcomeGroup, VisitOutcome } from '@lotkeeper/contract/cars/outcomes';
import { outcomeGroupLabels, outcomeHints, outcomeLabels } from '@lotkeeper/contract/cars/outcomes';
import type { ReactNode } from 'react';
import { formatCount, formatMoney, formatPercent } from '../../../kernel/format.ts';
import { chartColor } from '../../../ui/charts/chart-colors.ts';
import { Definitions } from '../../../ui/data/sum-table.tsx';
import { flowSizes, layoutRibbons, listFlowRows } from './outcome-flow.rules.ts';
import classes from './outcomes.module.css';

const groupColors = { paid: 'main', free: 'quiet', open: 'pending', unpaid: 'lost' } as const;

const colorOf = (group: OutcomeGroup) => chartColor(groupColors[group]);

interface OutcomeFlowProps {
  counts: readonly OutcomeCount[];
  /** The outcome whose visits are listed. */
  chosen: VisitOutcome;
  /** Wraps the number of an outcome's cars in a link to them. */
  renderLink: (outcome: VisitOutcome, cars: ReactNode) => ReactNode;
}

/** From the cars that cameras saw to the outcomes of their visits: a picture, and the table that it is drawn beside. */
export function OutcomeFlow({ counts, chosen, renderLink }: OutcomeFlowProps) {
  const rows = listFlowRows(counts);
  const total = rows.reduce((cars, { outcome, visits }) => cars + (outcome ? visits : 0), 0);
  const height = rows.length * flowSizes.row;
  return (
    <>
      <div className={classes.flow}>
        <svg
          className={classes.picture}
          viewBox={`0 0 ${flowSizes.width} ${height}`}
          width={flowSizes.width}
          style={{ height: `calc(${rows.length} * var(--ui-control))` }}
          preserveAspectRatio="none"
          aria-hidden
          focusable="false"
        >
          {layoutRibbons(rows).map(({ group, outcome, top, height: part, path }) => (
            <g
              key={outcome}
              style={{ fill: colorOf(group) }}
              data-chosen={outcome === chosen || undefined}
            >
              <rect x={0} y={top} width={flowSizes.edge} height={part} />
              <path d={path} />
            </g>
          ))}
        </svg>
        <table className={classes.table}>
          <caption className="ui-hidden">Outcomes of {formatCount(total)} cars</caption>
          <thead>
            <tr>
              <th scope="col">Outcome</th>
              <th scope="col">Cars</th>
              <th scope="col" className={classes.share}>
                Share
              </th>
              <th scope="col">Not collected</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ group, outcome, visits, uncollected }) => (
              <tr
                key={outcome ?? group}
                data-group={outcome === null || undefined}
                data-chosen={outcome === chosen || undefined}
              >
                <th scope="row">
                  {outcome === null ? (
                    <>
                      <span className={classes.dot} style={{ background: colorOf(group) }} />
                      {outcomeGroupLabels[group]}
                    </>
                  ) : (
                    <span className={classes.name}>{outcomeLabels[outcome]}</span>
                  )}
                </th>
                <td>
                  {outcome === null || visits === 0
                    ? formatCount(visits)
                    : renderLink(outcome, formatCount(visits))}
                </td>
                <td className={classes.share}>{total > 0 ? formatPercent(visits / total) : '–'}</td>
                <td>{uncollected > 0 ? formatMoney(uncollected) : '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Definitions
        lines={rows.flatMap(({ outcome }) =>
          outcome === null ? [] : [{ label: outcomeLabels[outcome], hint: outcomeHints[outcome] }],
        )}
      />
    </>
  );
}
