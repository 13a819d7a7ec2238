import { adminAndEmployee } from '@lotkeeper/contract/kernel/access';
import { useState } from 'react';
import { useHasRole } from '../../../kernel/session.tsx';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { Button } from '../../../ui/form/button.tsx';
import { lazyDialog } from '../../../ui/frame/lazy-dialog.tsx';
import { Notice } from '../../../ui/frame/notice.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { Segments } from '../../../ui/frame/segments.tsx';
import type { DriverFilters } from './driver-search.ts';
import type { DriversSpot } from './drivers.rules.ts';
import { defaultTab } from './drivers.rules.ts';
import { DriversList } from './drivers-list.tsx';
import { TenantsPanel } from './tenants-panel.tsx';

const AddDriverDialog = lazyDialog(async () => ({
  default: (await import('./add-driver.tsx')).AddDriverDialog,
}));

interface DriversPageProps extends FilterProps<DriverFilters> {
  organization: { pk: number; can_add_driver: boolean };
  spot: DriversSpot;
}

const tabs = [
  { value: 'monthly', label: 'Monthly' },
  { value: 'transient', label: 'Transient' },
  { value: 'tenants', label: 'Tenants' },
] as const;

/** Who parks at a property: monthly drivers, transient drivers, and tenants. */
export function DriversPage({ organization, spot, filters, onFilter }: DriversPageProps) {
  const tab = filters.tab ?? defaultTab(spot);
  const hasRole = useHasRole(organization.pk);
  const [adding, setAdding] = useState(false);
  const [notice, setNotice] = useState('');
  const mayAdd = tab === 'monthly' && organization.can_add_driver && hasRole(adminAndEmployee);
  const add = () => {
    setNotice('');
    setAdding(true);
  };
  return (
    <>
      <PageHeader
        title="Drivers"
        subtitle={`Who parks at ${spot.name}`}
        actions={
          <>
            <Segments
              label="Which drivers"
              options={tabs}
              chosen={tab}
              onChange={(next) => {
                setNotice('');
                onFilter({ tab: next });
              }}
            />
            {mayAdd ? <Button onClick={add}>Add Driver</Button> : null}
          </>
        }
      />
      <Notice text={notice} />
      {tab === 'tenants' ? (
        <TenantsPanel spot={spot} />
      ) : (
        <DriversList
          key={tab}
          organizationPk={organization.pk}
          spot={spot}
          tab={tab}
          filters={filters}
          onFilter={onFilter}
          onSaid={setNotice}
        />
      )}
      {adding ? (
        <AddDriverDialog
          spot={spot}
          onDone={(message) => {
            setAdding(false);
            setNotice(message);
          }}
          onClose={() => setAdding(false)}
        />
      ) : null}
    </>
  );
}
