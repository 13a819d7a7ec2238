import { getSpot, listSpots } from '@lotkeeper/contract/platform/spots';
import { getSpotFields, searchSpots, updateSpot } from '@lotkeeper/contract/platform/superuser';
import { useRead, useSend } from '../../../kernel/queries.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { Notice } from '../../../ui/frame/notice.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { toBody, toDraft } from './property-form.rules.ts';
import { PropertyForm } from './property-form.tsx';

/** Edits a property; the organization's audit log keeps the previous values. */
export function EditPropertyPage({ spotId }: { spotId: string }) {
  const fields = useRead(getSpotFields, { params: { id: spotId } });
  const update = useSend(updateSpot, [getSpotFields, getSpot, listSpots, searchSpots]);
  return (
    <>
      <PageHeader title="Edit property" subtitle={fields.data?.name} />
      <Panel>
        <DataPanel query={fields} skeleton={<TableSkeleton rows={10} columns={2} />}>
          {(data) => (
            <PropertyForm
              start={toDraft(data)}
              submit="Save property"
              send={update}
              onSubmit={(draft) => update.mutate({ params: { id: spotId }, body: toBody(draft) })}
            />
          )}
        </DataPanel>
        <Notice
          text={update.isSuccess ? 'Saved. Admins can see this change in their audit log.' : ''}
        />
      </Panel>
    </>
  );
}
