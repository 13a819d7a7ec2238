import type { SpotFields } from '@lotkeeper/contract/platform/spot-fields';
import {
  getSpotFields,
  listEditableFields,
  updateSpot,
} from '@lotkeeper/contract/platform/spot-fields';
import { getSpot, listSpots } from '@lotkeeper/contract/platform/spots';
import { searchSpots } from '@lotkeeper/contract/platform/superuser';
import { useState } from 'react';
import { pickShown } from '../../../kernel/changes.ts';
import { useRead, useSend } from '../../../kernel/queries.ts';
import { useProfile } from '../../../kernel/session.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { ReadText, TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import {
  describePriceNow,
  listChanges,
  pickFields,
  toBody,
  toDraft,
} from './property-form.rules.ts';
import { PropertyForm } from './property-form.tsx';

/** Edits a property; the organization's audit log keeps the previous values. */
export function EditPropertyPage({ spotId }: { spotId: string }) {
  const fields = useRead(getSpotFields, { params: { id: spotId } });
  // The form keeps what it starts with, so it doesn't start with what an earlier visit had read.
  const { data: spot, isPending } = useRead(getSpot, { params: { id: spotId } });
  const data = fields.isFetchedAfterMount && !isPending ? fields.data : undefined;
  return (
    <>
      <PageHeader
        title="Edit property"
        subtitle={
          <ReadText read={fields} like="The Historic Depot">
            {({ name }) => name}
          </ReadText>
        }
      />
      <Panel>
        <DataPanel query={{ ...fields, data }} skeleton={<TableSkeleton rows={10} columns={2} />}>
          {(start) => (
            <EditForm
              spotId={spotId}
              fields={start}
              priceNote={spot ? describePriceNow(spot) : ''}
            />
          )}
        </DataPanel>
      </Panel>
    </>
  );
}

/** Sends only what was changed here, so what somebody else changed meanwhile stays. */
function EditForm(props: { spotId: string; fields: SpotFields; priceNote: string }) {
  const { spotId, fields, priceNote } = props;
  const editable = listEditableFields(useProfile(), 'existing');
  const [record, setRecord] = useState(fields);
  // What somebody else changed is in the answer and not in the form, so the form starts again from it.
  const [round, setRound] = useState(0);
  const saved = toDraft(record);
  const update = useSend(updateSpot, [getSpotFields, getSpot, listSpots, searchSpots]);
  return (
    <PropertyForm
      key={round}
      start={saved}
      editable={editable}
      verb="Save"
      done={update.isSuccess ? 'Saved. The audit log has the previous values.' : ''}
      priceNote={priceNote}
      send={update}
      onSubmit={(draft) =>
        update.mutate(
          {
            params: { id: spotId },
            body: {
              ...pickFields(toBody(draft), listChanges(saved, draft, editable)),
              shown: pickShown(updateSpot, record),
            },
          },
          {
            onSuccess: (answer) => {
              setRecord(answer);
              if (listChanges(toDraft(answer), draft, editable).length > 0) setRound(round + 1);
            },
          },
        )
      }
    />
  );
}
