import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { ExperimentDay, Rate, RateDraft } from '@lotkeeper/contract/operations/rates';
import {
  createRate,
  listRateDays,
  rateMessages,
  removeRate,
  updateRate,
} from '@lotkeeper/contract/operations/rates';
import type { Spot } from '@lotkeeper/contract/platform/spots';
import { getSpot, listSpots } from '@lotkeeper/contract/platform/spots';
import { pickChanged, pickShown } from '../../../kernel/changes.ts';
import { useSend } from '../../../kernel/queries.ts';
import { ConfirmSend } from '../../../ui/frame/confirm-dialog.tsx';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import { ExperimentDetails, RateDetails } from './rate-details.tsx';
import { readDraft, toBody, toDraft } from './rate-form.rules.ts';
import { RateForm } from './rate-form.tsx';
import { newRate } from './rates.rules.ts';

export type OpenDialog =
  | { kind: 'add' }
  | { kind: 'rate' | 'edit' | 'delete'; rate: Rate }
  | { kind: 'experiment'; experiment: ExperimentDay };

/** Properties show the current rate. */
const changes = [listRateDays, getSpot, listSpots];

interface DialogProps {
  spot: Pick<Spot, 'pk' | 'daily_min' | 'display_daily_max'>;
  today: LocalDate;
  onDone: (notice: string) => void;
  onClose: () => void;
}

/** Creates a rate (null), or edits one. */
function RateDialog({ rate, spot, today, onDone, onClose }: DialogProps & { rate: Rate | null }) {
  const create = useSend(createRate, changes);
  const update = useSend(updateRate, changes);
  const save = (draft: RateDraft) => {
    if (rate) {
      update.mutate(
        {
          params: { id: rate.pk },
          body: {
            ...pickChanged(toBody(draft), toBody(readDraft(toDraft(rate)).rate ?? rate)),
            shown: pickShown(updateRate, rate),
          },
        },
        { onSuccess: ({ name }) => onDone(rateMessages.changed(name)) },
      );
    } else {
      create.mutate(
        { body: { ...draft, spot: spot.pk } },
        { onSuccess: ({ name }) => onDone(rateMessages.added(name)) },
      );
    }
  };
  return (
    <Dialog title={rate ? 'Edit Rate' : 'Add Rate'} onClose={onClose}>
      <RateForm
        start={rate ?? newRate(today)}
        spot={spot}
        today={today}
        failure={(rate ? updateRate : createRate).failure}
        send={rate ? update : create}
        onSave={save}
        onCancel={onClose}
      />
    </Dialog>
  );
}

export default function RateDialogs(
  props: DialogProps & { dialog: OpenDialog; open: (dialog: OpenDialog) => void },
) {
  const { dialog, open, ...shared } = props;
  if (dialog.kind === 'add') return <RateDialog {...shared} rate={null} />;
  if (dialog.kind === 'experiment') {
    return <ExperimentDetails experiment={dialog.experiment} onClose={shared.onClose} />;
  }
  const { rate } = dialog;
  if (dialog.kind === 'edit') return <RateDialog {...shared} rate={rate} />;
  if (dialog.kind === 'delete') {
    return (
      <ConfirmSend
        question={`Delete ${rate.name}?`}
        confirm="Delete rate"
        endpoint={removeRate}
        input={{ params: { id: rate.pk } }}
        changes={changes}
        onDone={() => shared.onDone(rateMessages.removed(rate.name))}
        onClose={shared.onClose}
      >
        It no longer applies, and disappears from past days too. Its charges are kept.
      </ConfirmSend>
    );
  }
  return (
    <RateDetails
      rate={rate}
      spot={shared.spot}
      onEdit={() => open({ kind: 'edit', rate })}
      onDelete={() => open({ kind: 'delete', rate })}
      onClose={shared.onClose}
    />
  );
}
