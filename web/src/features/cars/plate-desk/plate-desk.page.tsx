import { maxWaiting } from '@lotkeeper/contract/cars/plate-desk';
import { CircleCheck } from 'lucide-react';
import { formatCount } from '../../../kernel/format.ts';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { ReportPage } from '../../../shared/report-page.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { Notice } from '../../../ui/frame/notice.tsx';
import { DeskActions, verdictButtons } from './desk-actions.tsx';
import { DeskItemView } from './desk-item.tsx';
import type { PlateDeskFilters } from './plate-desk-search.ts';
import type { LastDecision } from './use-desk.ts';
import { useDesk } from './use-desk.ts';

const panelTitle = 'Is this right?';

interface PlateDeskPageProps extends FilterProps<PlateDeskFilters> {
  organizationId: string;
}

/** Doubtful visits one after the other: a person compares images and reads, and decides. */
export function PlateDeskPage(props: PlateDeskPageProps) {
  return (
    <ReportPage
      {...props}
      title="Plate Desk"
      panel={{
        title: panelTitle,
        columns: 2,
        icon: CircleCheck,
        text: 'Cars that the cameras aren’t sure of will wait here.',
      }}
    >
      {({ spot }) => (
        <Desk
          key={spot?.pk ?? 'all'}
          organizationId={props.organizationId}
          spot={spot?.pk ?? null}
        />
      )}
    </ReportPage>
  );
}

const describeWaiting = (waiting: number) => {
  if (waiting === 0) return 'No car waits';
  const count = waiting === maxWaiting ? `${formatCount(waiting)} or more` : formatCount(waiting);
  return `${count} ${waiting === 1 ? 'car waits' : 'cars wait'}`;
};

const describeLast = ({ plate, verdict }: LastDecision) =>
  `${plate} ${verdictButtons[verdict].done}.`;

const nothing = {
  icon: CircleCheck,
  title: 'Every car is accounted for',
  text: 'Doubtful cars of the last 30 days wait here until somebody has looked at them.',
};

function Desk({ organizationId, spot }: { organizationId: string; spot: number | null }) {
  const desk = useDesk(organizationId, spot);
  const { last } = desk;
  const onUndo = last ? () => desk.isBusy || desk.undo(last) : null;
  const waiting = desk.taking.data?.waiting;
  return (
    <>
      <Notice text={last ? describeLast(last) : ''} onUndo={onUndo} undoKey="U" />
      <FormFailure error={desk.failure} />
      <DataPanel
        title={panelTitle}
        query={desk.taking}
        actions={waiting === undefined ? undefined : <output>{describeWaiting(waiting)}</output>}
        skeleton={<TableSkeleton rows={8} columns={2} />}
        isEmpty={({ item }) => item === null}
        empty={
          desk.hasSkipped
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
                item={item}
                isBusy={desk.isBusy}
                onDecide={(verdict) => desk.decide(item, verdict)}
                onSkip={() => desk.skip(item)}
                onUndo={onUndo}
              />
            </>
          ) : null
        }
      </DataPanel>
    </>
  );
}
