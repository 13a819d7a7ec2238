import { maxWaiting } from '@lotkeeper/contract/cars/plate-desk';
import { adminOnly } from '@lotkeeper/contract/kernel/access';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '../../../kernel/format.ts';
import { useHasRole } from '../../../kernel/session.tsx';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { ReportPage } from '../../../shared/report-page.tsx';
import { useNoCameras } from '../../../shared/use-no-cameras.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { ReadText, TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { lazyDialog } from '../../../ui/frame/lazy-dialog.tsx';
import { Notice } from '../../../ui/frame/notice.tsx';
import { DeskCar } from './desk-car.tsx';
import { DeskFigures } from './desk-figures.tsx';
import type { PlateDeskFilters } from './plate-desk-search.ts';
import { useDesk } from './use-desk.ts';

const ServiceCarsDialog = lazyDialog(() => import('./service-cars-dialog.tsx'));
const FindingDialog = lazyDialog(() => import('./finding-dialog.tsx'));
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

const emptyQueue = {
  icon: CircleCheck,
  title: 'Every car is accounted for',
  text: 'Doubtful cars wait here until somebody has looked at them.',
};

function Desk({ organizationId, spot }: { organizationId: string; spot: number | null }) {
  const desk = useDesk(organizationId, spot);
  const { last } = desk;
  const mayList = useHasRole(Number(organizationId))(adminOnly);
  const [isListOpen, setListOpen] = useState(false);
  const listButton = mayList ? (
    <Button variant="default" onClick={() => setListOpen(true)}>
      Staff and service cars
    </Button>
  ) : null;
  const onUndo = last ? () => desk.isBusy || desk.undo(last) : null;
  const { waiting, has_cameras: hasCameras } = desk.taking.data ?? {};
  const noCameras = useNoCameras(
    organizationId,
    'Cars that cameras aren’t sure of wait here for somebody to look at them.',
  );
  return (
    <>
      <FormFailure error={desk.failure} />
      <DataPanel
        title={panelTitle}
        query={desk.taking}
        actions={
          <>
            {/* Over the page it would cover the car. With one on the desk, Undo is among its buttons. */}
            <Notice
              stays
              text={desk.news}
              onUndo={desk.taking.data?.item === null ? onUndo : null}
            />
            <output>
              <ReadText read={desk.taking} like="100 cars wait">
                {({ waiting }) => describeWaiting(waiting)}
              </ReadText>
            </output>
            {listButton}
          </>
        }
        skeleton={<TableSkeleton rows={8} columns={2} />}
        isEmpty={({ item }) => item === null}
        empty={
          desk.back
            ? {
                icon: CircleCheck,
                title: 'You skipped the rest',
                action: <Button onClick={desk.startOver}>Show them again</Button>,
              }
            : hasCameras === false && waiting === 0
              ? noCameras
              : emptyQueue
        }
      >
        {({ item }) =>
          item ? (
            <>
              <DeskCar
                key={item.visit}
                organizationId={organizationId}
                item={item}
                isNext={desk.isUnderWay}
                isBusy={desk.isBusy}
                onDecide={(finding) => desk.decide(item, finding)}
                onOpen={desk.setDialog}
                onSkip={() => desk.skip(item)}
                onBack={desk.back}
                onUndo={onUndo}
                onMiss={desk.miss}
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
      {/* Below the car, so it waits for one: it would be pushed out of sight. */}
      {desk.taking.data ? <DeskFigures organizationId={organizationId} spot={spot} /> : null}
      {isListOpen ? (
        <ServiceCarsDialog
          organizationId={organizationId}
          found={last?.verdict === 'not_customer' ? last : null}
          onChange={desk.startOver}
          onClose={() => setListOpen(false)}
        />
      ) : null}
    </>
  );
}
