import { describeCause, formatSigned } from '@lotkeeper/contract/money/change-words';
import type { BridgeStep } from '@lotkeeper/contract/money/changes';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatMoney } from '../../../kernel/format.ts';
import classes from './changes.module.css';
import type { ChosenPeriod } from './changes.rules.ts';
import { toPeriodSearch } from './changes.rules.ts';

/** Opens the bridge of a property, or of all properties, for a period. */
export function BridgeLink(props: {
  organizationId: string;
  spotPk?: number;
  chosen: ChosenPeriod;
  children: ReactNode;
}) {
  const { organizationId, spotPk, chosen, children } = props;
  return (
    <Link
      to="/organization/$organizationId/changes"
      params={{ organizationId }}
      search={{
        ...(spotPk !== undefined && { spotPk: String(spotPk) }),
        ...toPeriodSearch(chosen),
      }}
    >
      {children}
    </Link>
  );
}

/** The largest cause of a change in words, with its amount. */
export function Cause({ step }: { step: BridgeStep | null }) {
  if (!step) return <span className="ui-dimmed">No change</span>;
  const words = describeCause(step);
  return (
    <span className={classes.cause} title={words}>
      <span>{words}</span> ({formatSigned(step.amount, formatMoney)})
    </span>
  );
}
