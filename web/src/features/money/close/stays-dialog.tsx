import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { ListedStay, StayCause } from '@lotkeeper/contract/money/close';
import { closeCauses, listCloseStays, maxListedStays } from '@lotkeeper/contract/money/close';
import { Car } from 'lucide-react';
import { formatDate } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import { useIsAdmin } from '../../../shared/admin-only.tsx';
import { StoryLink } from '../../../shared/story-link.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';

interface StaysDialogProps {
  organizationId: string;
  month: LocalDate;
  spotPk: number | undefined;
  cause: StayCause;
  onClose: () => void;
}

const listColumns = (organizationId: string): DataColumn<ListedStay>[] => [
  {
    key: 'car',
    header: 'Car',
    primary: true,
    render: (stay) => <StayLink organizationId={organizationId} stay={stay} />,
  },
  { key: 'day', header: 'Day', render: ({ local_date }) => formatDate(local_date) },
  {
    key: 'spot',
    header: 'Property',
    render: ({ property }) => <UserText>{property.name}</UserText>,
  },
];

/** The story of the visit, or else of the rental. */
function StayLink({ organizationId, stay }: { organizationId: string; stay: ListedStay }) {
  const { visit, rental } = stay;
  const isAdmin = useIsAdmin(organizationId);
  const plate = stay.plate ?? (isAdmin ? 'No plate' : 'Shown to Admins');
  const organization = Number(organizationId);
  if (visit)
    return (
      <StoryLink {...{ organization }} subject="visit" id={visit.pk}>
        {plate}
      </StoryLink>
    );
  if (!rental) return plate;
  return (
    <StoryLink {...{ organization }} subject="rental" id={rental.uuid}>
      {plate}
    </StoryLink>
  );
}

/** The rentals or visits behind a cause. */
export function StaysDialog(props: StaysDialogProps) {
  const { organizationId, month, spotPk, cause, onClose } = props;
  const stays = useRead(listCloseStays, {
    params: { orgId: organizationId },
    query: { month, cause, ...(spotPk === undefined ? {} : { spot: String(spotPk) }) },
  });
  return (
    <Dialog title={closeCauses[cause]} size="table" onClose={onClose}>
      <DataPanel
        query={stays}
        flush
        skeleton={<TableSkeleton rows={5} columns={3} />}
        isEmpty={(rows) => rows.length === 0}
        empty={{ icon: Car, title: 'None', text: 'There are none any more.' }}
      >
        {(rows) => (
          <>
            {rows.length === maxListedStays ? (
              <p className="ui-dimmed">The newest {maxListedStays} are listed.</p>
            ) : null}
            <DataTable
              caption={closeCauses[cause]}
              rows={rows}
              rowKey={({ visit, rental }) => visit?.pk ?? rental?.uuid ?? ''}
              columns={listColumns(organizationId)}
            />
          </>
        )}
      </DataPanel>
    </Dialog>
  );
}
