import { formatSigned, listSmallSteps, nameStep } from '@lotkeeper/contract/money/change-words';
import type { BridgeStep, ComparedPeriod, RevenueBridge } from '@lotkeeper/contract/money/changes';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import type { ReactNode } from 'react';
import { useState } from 'react';
import {
  formatCount,
  formatDateShort,
  formatMoney,
  formatMoneyExact,
} from '../../../kernel/format.ts';
import type { FigureAddress } from '../../../shared/figure-link.tsx';
import { FigureLink, useFigureOpener } from '../../../shared/figure-link.tsx';
import { Waterfall } from '../../../ui/charts/waterfall.tsx';
import { Button } from '../../../ui/form/button.tsx';
import classes from './changes.module.css';
import { describeChange, describeDays, describeStep, namePeriods } from './changes.rules.ts';

interface BridgeStepsProps {
  organizationId: string;
  spot: SpotSummary | null;
  bridge: RevenueBridge;
  period: ComparedPeriod;
  /** Whether there are several properties, so that names are needed. */
  withSpots: boolean;
}

type Side = 'earlier' | 'later';

/** The ledger query for a side of the bridge, or for the entries behind one of its steps. */
const toFigure = (
  { bridge, spot }: Pick<BridgeStepsProps, 'bridge' | 'spot'>,
  side: Side,
  step?: Pick<BridgeStep, 'measure' | 'rental_group'>,
): FigureAddress => ({
  measure: step?.measure ?? 'net',
  group: step?.rental_group ?? undefined,
  spotPk: spot?.pk,
  startDate: bridge[side].start_date,
  endDate: bridge[side].end_date,
});

/**
 * The change in words and as a chart: from one net to the next, in steps that link to their
 * entries. Small ones are one row until somebody asks for them.
 */
export function BridgeSteps(props: BridgeStepsProps) {
  const { organizationId, bridge, period } = props;
  const { earlier, later, steps } = bridge;
  const names = namePeriods(bridge, period);
  const small = listSmallSteps(bridge);
  const [isOpen, setOpen] = useState(false);
  const visibleSteps = isOpen ? steps : steps.filter((step) => !small.includes(step));
  const isFolded = !isOpen && small.length > 0;
  const opener = useFigureOpener(Number(organizationId), 'amount', (_, index) => {
    if (index === 0) return toFigure(props, 'earlier');
    const step = visibleSteps[index - 1];
    if (step) return toStepFigure(props, step);
    return isFolded && index === visibleSteps.length + 1 ? null : toFigure(props, 'later');
  });
  const daysNote = describeDays(bridge, period);
  const hasComparison = visibleSteps.some(({ is_exact }) => !is_exact);
  const rows = visibleSteps.map((step) => ({
    key: `${step.rental_group} ${step.cause}`,
    label: nameStep(step),
    text: <StepText {...props} step={step} names={names} />,
    amount: step.amount,
  }));
  return (
    <>
      <Headline {...props} names={names} />
      {daysNote ? <p className={classes.hint}>{daysNote}</p> : null}
      <Waterfall
        title={`Net revenue from ${names.earlier} to ${names.later} by cause`}
        rowLabel="Cause"
        start={{ key: 'start', label: `Net revenue, ${names.earlier}`, amount: earlier.net }}
        steps={isFolded ? [...rows, toOtherRow(small)] : rows}
        end={{ key: 'end', label: `Net revenue, ${names.later}`, amount: later.net }}
        format={formatMoneyExact}
        formatStep={(amount) => formatSigned(amount, formatMoney)}
        opener={{
          ...opener,
          open: (index) =>
            isFolded && index === visibleSteps.length + 1 ? setOpen(true) : opener.open(index),
        }}
      />
      {small.length > 0 ? (
        <Button
          variant="default"
          size="compact-sm"
          className="ui-top"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Fold small steps' : `Show ${formatCount(small.length)} small steps`}
        </Button>
      ) : null}
      {hasComparison ? (
        <p className={classes.hint}>
          Rentals, mix, stay and price compare what drivers paid, tax included. Their entries are
          all charges and penalties from {formatDateShort(earlier.start_date)} to{' '}
          {formatDateShort(later.end_date)}.
        </p>
      ) : null}
    </>
  );
}

/** The entries of a step in the later period; of a sum that no longer exists, in the earlier one. */
const toStepFigure = (props: Pick<BridgeStepsProps, 'bridge' | 'spot'>, step: BridgeStep) =>
  toFigure(props, step.is_exact && step.later === 0 ? 'earlier' : 'later', step);

/** Small steps as one row. */
const toOtherRow = (steps: readonly BridgeStep[]) => ({
  key: 'other',
  label: `Other, ${steps.length} steps below 1%`,
  amount: steps.reduce((total, { amount }) => total + amount, 0),
});

function Headline(props: BridgeStepsProps & { names: Record<Side, string> }) {
  const { organizationId, bridge, names } = props;
  const change = describeChange(bridge);
  const link = (side: Side) => (
    <FigureLink organization={organizationId} figure={toFigure(props, side)}>
      {formatMoneyExact(bridge[side].net)}
    </FigureLink>
  );
  return (
    <p className={classes.headline}>
      {change ? (
        <>
          Net revenue <strong>{change}</strong>: from {link('earlier')} in {names.earlier} to{' '}
          {link('later')} in {names.later}.
        </>
      ) : (
        <>
          Net revenue didn’t change: {link('earlier')} in {names.earlier} and {link('later')} in{' '}
          {names.later}.
        </>
      )}
    </p>
  );
}

function StepText(props: BridgeStepsProps & { step: BridgeStep; names: Record<Side, string> }) {
  const { organizationId, step } = props;
  const link = (side: Side, text: ReactNode) => (
    <FigureLink organization={organizationId} figure={toFigure(props, side, step)}>
      {text}
    </FigureLink>
  );
  if (step.is_exact) {
    return (
      <>
        {link('earlier', formatMoney(step.earlier ?? 0))} →{' '}
        {link('later', formatMoney(step.later ?? 0))}
      </>
    );
  }
  if (step.cause === 'properties') return <SpotNames {...props} />;
  return (
    <>
      {describeStep(step)}{' '}
      <FigureLink
        organization={organizationId}
        figure={{
          ...toFigure(props, 'later', step),
          startDate: props.bridge.earlier.start_date,
        }}
      >
        Entries<span className="ui-hidden"> of {nameStep(step)}</span>
      </FigureLink>
    </>
  );
}

/** Further names are only counted. */
const maxNames = 6;

/** The properties with charges in only one period, each linked to its own. */
function SpotNames(props: BridgeStepsProps & { step: BridgeStep; names: Record<Side, string> }) {
  const { organizationId, step, names } = props;
  const list = (side: Side) => {
    const otherSide = side === 'earlier' ? 'later' : 'earlier';
    const spots = step.spots.filter((spot) => spot[otherSide] === 0 && spot[side] !== 0);
    if (spots.length === 0) return null;
    const more = spots.length - maxNames;
    return (
      <>
        Charges only in {names[side]}:{' '}
        {spots.slice(0, maxNames).map((spot, index) => (
          <span key={spot.pk}>
            {index > 0 ? ', ' : null}
            <FigureLink
              organization={organizationId}
              figure={{ ...toFigure(props, side, step), spotPk: spot.pk }}
            >
              {spot.name}
            </FigureLink>
          </span>
        ))}
        {more > 0 ? ` and ${formatCount(more)} more` : null}.{' '}
      </>
    );
  };
  return (
    <>
      {list('earlier')}
      {list('later')}
    </>
  );
}
