import type { Hold } from '@lotkeeper/contract/trust/retention';
import { listHolds, releaseHold } from '@lotkeeper/contract/trust/retention';
import { useState } from 'react';
import { now } from '../../../kernel/clock.ts';
import { formatAgo } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import { StoryLink } from '../../../shared/story-link.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { actionsColumn, RowButton } from '../../../ui/data/row-actions.tsx';
import { TablePanel } from '../../../ui/data/table-panel.tsx';
import { ConfirmSend } from '../../../ui/frame/confirm-dialog.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';

const subjectNames = { rental: 'Rental', visit: 'Visit', violation: 'Violation' } as const;

const columnsFor = (organization: number, onRelease: (hold: Hold) => void): DataColumn<Hold>[] => [
  {
    key: 'subject',
    header: 'On hold',
    primary: true,
    render: ({ subject, story, plate }) => (
      <StoryLink {...{ organization, subject }} id={story}>
        {plate ? `${subjectNames[subject]} of ${plate}` : subjectNames[subject]}
      </StoryLink>
    ),
  },
  { key: 'reason', header: 'Reason', render: (hold) => <UserText>{hold.reason}</UserText> },
  {
    key: 'placed',
    header: 'Placed',
    render: (hold) => `${formatAgo(hold.placed_at, now())} by ${hold.placed_by}`,
  },
  actionsColumn<Hold>((hold) =>
    hold.released_at === null ? (
      <RowButton
        action="Release"
        subject={`hold on ${hold.subject} ${hold.story}`}
        onClick={() => onRelease(hold)}
      />
    ) : (
      `${formatAgo(hold.released_at, now())} by ${hold.released_by}`
    ),
  ),
];

/** What is kept whatever the rules say. Holds are placed on the page of a rental, visit, or violation. */
export function HoldsPanel({ organizationId }: { organizationId: string }) {
  const holds = useRead(listHolds, { params: { id: organizationId } });
  const [released, setReleased] = useState<Hold | null>(null);
  return (
    <>
      <TablePanel
        title="Holds"
        query={holds}
        skeletonRows={2}
        caption="Holds"
        rowKey={(hold) => hold.pk}
        columns={columnsFor(Number(organizationId), setReleased)}
        empty={{
          title: 'Holds will be listed here',
          text: 'To keep a rental, visit, or violation with all its evidence, open its page and choose Place Hold.',
        }}
      />
      {released ? (
        <ConfirmSend
          question="Release this hold?"
          confirm="Release hold"
          endpoint={releaseHold}
          input={{ params: { id: organizationId, hold: released.pk } }}
          changes={[listHolds]}
          onClose={() => setReleased(null)}
        >
          What is older than your rules allow is deleted within a week, and can’t be restored.
        </ConfirmSend>
      ) : null}
    </>
  );
}
