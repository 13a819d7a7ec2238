import { getOrganization } from '@lotkeeper/contract/platform/organizations';
import { listSpots } from '@lotkeeper/contract/platform/spots';
import { createSpot, searchSpots } from '@lotkeeper/contract/platform/superuser';
import { useRead, useSend } from '../../../kernel/queries.ts';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { emptyDraft, toBody } from './property-form.rules.ts';
import { PropertyForm } from './property-form.tsx';

export function NewPropertyPage(props: {
  organizationId: string;
  onCreated: (pk: number) => void;
}) {
  const { organizationId, onCreated } = props;
  const organization = useRead(
    getOrganization,
    organizationId ? { params: { id: organizationId } } : null,
  );
  const create = useSend(createSpot, [listSpots, searchSpots, getOrganization]);
  return (
    <>
      <PageHeader
        title="Add Spot"
        subtitle={organization.data?.name ?? 'Choose an organization first'}
      />
      <Panel>
        <PropertyForm
          start={emptyDraft}
          submit="Add Spot"
          disabled={!organization.data}
          send={create}
          onSubmit={(draft) =>
            create.mutate(
              { body: { ...toBody(draft), organization: Number(organizationId) } },
              { onSuccess: ({ pk }) => onCreated(pk) },
            )
          }
        />
      </Panel>
    </>
  );
}
