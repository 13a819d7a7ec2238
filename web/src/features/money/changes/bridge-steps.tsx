import type { BridgePeriod, BridgeStep, RevenueBridge } from '@lotkeeper/contract/money/changes';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import type { ReactNode } from 'react';
import { formatCount, formatMoneyExact } from '../../../kernel/format.ts';
import type { FigureAddress } from '../../../shared/figure-link.tsx';
import { FigureLink, useFigureOpener } from '../../../shared/figure-link.tsx';
import { Waterfall } from '../../../ui/charts/waterfall.tsx';
import classes from './changes.module.css';
import {
  describeChange,
  describeDays,
  describeStep,
  namePeriods,
  nameStep,
} from './changes.rules.ts';

interface BridgeStepsProps {
  organizationId: string;
  spot: SpotSummary | null;
  bridge: RevenueBridge;
  period: BridgePeriod;
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

/** The change in words and as a chart: from one net to the next, in steps that link to their entries. */
export function BridgeSteps(props: BridgeStepsProps) {
  const { organizationId, bridge, period } = props;
  const { earlier, later, steps } = bridge;
  const names = namePeriods(bridge, period);
  const opener = useFigureOpener(Number(organizationId), 'amount', (_, index) => {
    if (index === 0) return toFigure(props, 'earlier');
    const step = steps[index - 1];
    if (!step) return toFigure(props, 'later');
    // A sum that no longer exists has entries only in the earlier period.
    return toFigure(props, step.is_exact && step.later === 0 ? 'earlier' : 'later', step);
  });
  const daysNote = describeDays(bridge, period);
  const hasComparison = steps.some(({ is_exact }) => !is_exact);
  return (
    <>
      <Headline {...props} names={names} />
      {daysNote ? <p className={classes.hint}>{daysNote}</p> : null}
      <Waterfall
        title={`Net revenue from ${names.earlier} to ${names.later} by cause`}
        rowLabel="Cause"
        start={{ key: 'start', label: `Net revenue, ${names.earlier}`, amount: earlier.net }}
        steps={steps.map((step) => ({
          key: `${step.rental_group} ${step.cause}`,
          label: nameStep(step),
          text: <StepText {...props} step={step} names={names} />,
          amount: step.amount,
        }))}
        end={{ key: 'end', label: `Net revenue, ${names.later}`, amount: later.net }}
        format={formatMoneyExact}
        opener={opener}
      />
      {hasComparison ? (
        <p className={classes.hint}>
          Rentals, mix, stay and price compare what drivers paid, tax included. Their entries are
          all charges and penalties of both periods.
        </p>
      ) : null}
    </>
  );
}

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
  const { organizationId, step, names } = props;
  const link = (side: Side, text: ReactNode) => (
    <FigureLink organization={organizationId} figure={toFigure(props, side, step)}>
      {text}
    </FigureLink>
  );
  if (step.is_exact) {
    return (
      <>
        {link('earlier', formatMoneyExact(step.earlier ?? 0))} in {names.earlier},{' '}
        {link('later', formatMoneyExact(step.later ?? 0))} in {names.later}.
      </>
    );
  }
  if (step.cause === 'properties') return <SpotNames {...props} />;
  return (
    <>
      {describeStep(step)} Entries: {link('earlier', names.earlier)}, {link('later', names.later)}
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
