import { getOrganization } from '@lotkeeper/contract/platform/organizations';
import { createSpot, listEditableFields } from '@lotkeeper/contract/platform/spot-fields';
import { listSpots } from '@lotkeeper/contract/platform/spots';
import { searchSpots } from '@lotkeeper/contract/platform/superuser';
import { useRead, useSend } from '../../../kernel/queries.ts';
import { useProfile } from '../../../kernel/session.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { emptyDraft, pickFields, toBody } from './property-form.rules.ts';
import { PropertyForm } from './property-form.tsx';

/** Adds a property to an organization. */
export function NewPropertyPage(props: {
  organizationId: string;
  onCreated: (pk: number) => void;
}) {
  const { organizationId: organization, onCreated } = props;
  const editable = listEditableFields(useProfile(), 'new');
  const { data } = useRead(getOrganization, { params: { id: organization } });
  const create = useSend(createSpot, [listSpots, searchSpots, getOrganization]);
  return (
    <>
      <PageHeader title="Add property" subtitle={data?.name} />
      <Panel>
        <PropertyForm
          start={emptyDraft}
          editable={editable}
          verb="Add"
          send={create}
          onSubmit={(draft) =>
            create.mutate(
              { body: { ...pickFields(toBody(draft), editable), organization } },
              { onSuccess: ({ pk }) => onCreated(pk) },
            )
          }
        />
      </Panel>
    </>
  );
}
