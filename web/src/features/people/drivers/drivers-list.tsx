import { adminOnly } from '@lotkeeper/contract/kernel/access';
import type { Slot } from '@lotkeeper/contract/people/drivers';
import { driversPageSize, listSlots } from '@lotkeeper/contract/people/drivers';
import { CarFront } from 'lucide-react';
import { useState } from 'react';
import { useRead } from '../../../kernel/queries.ts';
import { useHasRole } from '../../../kernel/session.tsx';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { PagedTable } from '../../../ui/data/paged-table.tsx';
import { lazyDialog } from '../../../ui/frame/lazy-dialog.tsx';
import { DriverFilterBar } from './driver-filters.tsx';
import type { DriverFilters } from './driver-search.ts';
import type { DriversSpot } from './drivers.rules.ts';
import { defaultTypes } from './drivers.rules.ts';
import { driverColumns } from './drivers-table.tsx';

const RemoveDriverDialog = lazyDialog(async () => ({
  default: (await import('./remove-driver.tsx')).RemoveDriverDialog,
}));

const EditDriverDialog = lazyDialog(async () => ({
  default: (await import('./edit-driver.tsx')).EditDriverDialog,
}));

const words = {
  monthly: {
    caption: 'Monthly drivers',
    failure: 'Could not fetch monthly renters',
    empty: "Monthly drivers' information will show up here",
  },
  transient: {
    caption: 'Transient drivers',
    failure: 'Could not fetch daily renters',
    empty: "Transient drivers' information will show up here",
  },
} as const;

type OpenDialog = { act: 'edit' | 'remove'; slot: Slot } | null;

interface DriversListProps extends FilterProps<DriverFilters> {
  organizationPk: number;
  spot: DriversSpot;
  tab: keyof typeof words;
  onSaid: (message: string) => void;
}

/** A page of one tab's rentals, with their actions. */
export function DriversList(props: DriversListProps) {
  const { spot, tab, filters, onFilter, onSaid } = props;
  const { slotState = 'active', page = 1, searchTerm = '' } = filters;
  const types = filters.rentalType ?? defaultTypes(spot);
  const slots = useRead(listSlots, {
    query: {
      spotId: String(spot.pk),
      page,
      state: slotState === 'active' ? 'ACTIVE' : 'UPCOMING',
      searchTerm,
      rentalType: tab === 'monthly' ? 'monthly' : types.join(','),
    },
  });
  const mayEdit = useHasRole(props.organizationPk)(adminOnly);
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const open = (act: 'edit' | 'remove') => (slot: Slot) => {
    onSaid('');
    setDialog({ act, slot });
  };
  const done = (message: string) => {
    setDialog(null);
    onSaid(message);
  };
  const { caption, failure, empty } = words[tab];
  const actions = mayEdit ? { onEdit: open('edit'), onRemove: open('remove') } : null;
  return (
    <>
      <DriverFilterBar tab={tab} spot={spot} filters={filters} onFilter={onFilter} />
      <PagedTable
        caption={caption}
        query={slots}
        errorTitle={failure}
        rowKey={({ pk }) => pk}
        columns={driverColumns(
          tab,
          { organization: props.organizationPk, timezone: spot.timezone },
          actions,
          slots.data?.results.some(({ end_date }) => end_date !== null) ?? true,
        )}
        empty={{ icon: CarFront, title: empty }}
        filtered={{
          title: 'No drivers found',
          by: [searchTerm],
          onClear: () => onFilter({ ...filters, tab, searchTerm: undefined, page: undefined }),
        }}
        page={page}
        size={driversPageSize}
        onPage={(next, mode) => onFilter({ ...filters, tab, page: next }, mode)}
      />
      {dialog?.act === 'edit' ? (
        <EditDriverDialog slot={dialog.slot} onDone={done} onClose={() => setDialog(null)} />
      ) : null}
      {dialog?.act === 'remove' ? (
        <RemoveDriverDialog slot={dialog.slot} onDone={done} onClose={() => setDialog(null)} />
      ) : null}
    </>
  );
}
