import { maxWaiting } from '@lotkeeper/contract/cars/plate-desk';
import { allProperties } from '@lotkeeper/contract/money/statement-groups';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { CircleCheck } from 'lucide-react';
import { formatCount } from '../../../kernel/format.ts';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { chosenSpot } from '../../../shared/report-ranges.ts';
import { SpotFilter } from '../../../shared/spot-filter.tsx';
import { WithReportSpots } from '../../../shared/with-report-spots.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { lazyDialog } from '../../../ui/frame/lazy-dialog.tsx';
import { Notice } from '../../../ui/frame/notice.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { DeskActions } from './desk-actions.tsx';
import { DeskFigures } from './desk-figures.tsx';
import { DeskItemView } from './desk-item.tsx';
import { verdictWords } from './desk-words.ts';
import classes from './plate-desk.module.css';
import type { PlateDeskFilters } from './plate-desk-search.ts';
import type { LastDecision } from './use-desk.ts';
import { useDesk } from './use-desk.ts';

const FindingDialog = lazyDialog(() => import('./finding-dialog.tsx'));

const title = 'Plate Desk';
const panelTitle = 'Is this right?';

interface PlateDeskPageProps extends FilterProps<PlateDeskFilters> {
  organizationId: string;
}

/** Doubtful visits one after the other: a person compares images and reads, and decides. */
export function PlateDeskPage(props: PlateDeskPageProps) {
  return (
    <WithReportSpots
      organizationId={props.organizationId}
      title={title}
      panel={{
        title: panelTitle,
        columns: 2,
        icon: CircleCheck,
        text: 'Cars that the cameras aren’t sure of will wait here.',
      }}
    >
      {(spots) => <OfSpots {...props} spots={spots} />}
    </WithReportSpots>
  );
}

const describeWaiting = (waiting: number) => {
  if (waiting === 0) return 'No car waits';
  const count = waiting === maxWaiting ? `${formatCount(waiting)} or more` : formatCount(waiting);
  return `${count} ${waiting === 1 ? 'car waits' : 'cars wait'}`;
};

const describeLast = ({ plate, verdict }: LastDecision) =>
  `${plate} ${verdictWords[verdict].done}.`;

const nothing = {
  icon: CircleCheck,
  title: 'Every car is accounted for',
  text: 'Doubtful cars wait here until somebody has looked at them.',
};

function OfSpots(props: PlateDeskPageProps & { spots: readonly SpotSummary[] }) {
  const { organizationId, filters, onFilter, spots } = props;
  const spot = chosenSpot(spots, filters);
  return (
    <>
      <PageHeader title={title} subtitle={spot ? spot.name : allProperties} />
      <div className={classes.filters}>
        <SpotFilter
          spots={spots}
          spot={spot}
          onChoose={(chosen) => onFilter({ spotPk: chosen ? String(chosen.pk) : '' })}
        />
      </div>
      <Desk key={spot?.pk ?? 'all'} organizationId={organizationId} spot={spot?.pk ?? null} />
    </>
  );
}

function Desk({ organizationId, spot }: { organizationId: string; spot: number | null }) {
  const desk = useDesk(organizationId, spot);
  const { last } = desk;
  const onUndo = last ? () => desk.undo(last) : null;
  const waiting = desk.taking.data?.waiting;
  return (
    <>
      <Notice text={last ? describeLast(last) : ''} />
      {onUndo ? (
        <Button variant="subtle" size="compact-sm" disabled={desk.isBusy} onClick={onUndo}>
          Undo <kbd className={classes.key}>U</kbd>
        </Button>
      ) : null}
      <FormFailure error={desk.failure} />
      <DataPanel
        title={panelTitle}
        query={desk.taking}
        actions={waiting === undefined ? undefined : <output>{describeWaiting(waiting)}</output>}
        skeleton={<TableSkeleton rows={8} columns={2} />}
        isEmpty={({ item }) => item === null}
        empty={
          desk.back
            ? {
                icon: CircleCheck,
                title: 'You skipped the rest',
                action: <Button onClick={desk.startOver}>Show them again</Button>,
              }
            : nothing
        }
      >
        {({ item }) =>
          item ? (
            <>
              <DeskItemView organizationId={organizationId} item={item} />
              <DeskActions
                organizationId={organizationId}
                item={item}
                isBusy={desk.isBusy}
                onDecide={(finding) => desk.decide(item, finding)}
                onOpen={desk.setDialog}
                onSkip={() => desk.skip(item)}
                onBack={desk.back}
                onUndo={onUndo}
              />
              {desk.dialog ? (
                <FindingDialog
                  organizationId={organizationId}
                  item={item}
                  verdict={desk.dialog}
                  isPending={desk.isDeciding}
                  onDecide={(finding) => desk.decide(item, finding)}
                  onClose={() => desk.setDialog(null)}
                />
              ) : null}
            </>
          ) : null
        }
      </DataPanel>
      <DeskFigures organizationId={organizationId} spot={spot} />
    </>
  );
}
