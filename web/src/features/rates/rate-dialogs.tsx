import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { ExperimentDay, Rate } from '@lotkeeper/contract/rates';
import {
  createRate,
  listRateDays,
  rateMessages,
  removeRate,
  updateRate,
} from '@lotkeeper/contract/rates';
import type { Spot } from '@lotkeeper/contract/spots';
import { getSpot, listSpots } from '@lotkeeper/contract/spots';
import { useSend } from '../../kernel/queries.ts';
import { ConfirmDialog } from '../../ui/frame/confirm-dialog.tsx';
import { Dialog } from '../../ui/frame/dialog.tsx';
import { ExperimentDetails, RateDetails } from './rate-details.tsx';
import { toBody } from './rate-form.rules.ts';
import { RateForm } from './rate-form.tsx';
import { newRate } from './rates.rules.ts';

export type OpenDialog =
  | { kind: 'add' }
  | { kind: 'rate' | 'edit' | 'delete'; rate: Rate }
  | { kind: 'experiment'; experiment: ExperimentDay };

/** Properties show the rate that is in force. */
const changes = [listRateDays, getSpot, listSpots];

interface DialogProps {
  onDone: (said: string) => void;
  onClose: () => void;
}

interface FormDialogProps extends DialogProps {
  spot: Pick<Spot, 'pk' | 'daily_min' | 'display_daily_max'>;
  today: LocalDate;
}

/** Asks for a new rate of a property. */
function AddRateDialog({ spot, today, onDone, onClose }: FormDialogProps) {
  const create = useSend(createRate, changes);
  return (
    <Dialog title="Add Rate" onClose={onClose}>
      <RateForm
        start={newRate(today)}
        spot={spot}
        today={today}
        failure={createRate.failure}
        send={create}
        onSave={(rate) =>
          create.mutate(
            { body: { ...rate, spot: spot.pk } },
            { onSuccess: ({ name }) => onDone(rateMessages.added(name)) },
          )
        }
        onCancel={onClose}
      />
    </Dialog>
  );
}

/** Changes a rate. */
function EditRateDialog(props: FormDialogProps & { rate: Rate }) {
  const { rate, spot, today, onDone, onClose } = props;
  const update = useSend(updateRate, changes);
  return (
    <Dialog title="Edit Rate" onClose={onClose}>
      <RateForm
        start={rate}
        spot={spot}
        today={today}
        failure={updateRate.failure}
        send={update}
        onSave={(changed) =>
          update.mutate(
            { params: { id: rate.pk }, body: toBody(changed) },
            { onSuccess: ({ name }) => onDone(rateMessages.changed(name)) },
          )
        }
        onCancel={onClose}
      />
    </Dialog>
  );
}

/** Asks before a rate is deleted. */
function DeleteRateDialog({ rate, onDone, onClose }: DialogProps & { rate: Rate }) {
  const remove = useSend(removeRate, changes);
  return (
    <ConfirmDialog
      question={`Delete ${rate.name}?`}
      confirm="Delete rate"
      onConfirm={() =>
        remove.mutate(
          { params: { id: rate.pk } },
          { onSuccess: () => onDone(rateMessages.removed(rate.name)) },
        )
      }
      onClose={onClose}
      send={remove}
    >
      It no longer applies, and disappears from past days too. Its charges are kept.
    </ConfirmDialog>
  );
}

/** The dialog that the page has open. */
export default function RateDialogs(
  props: FormDialogProps & { dialog: OpenDialog; open: (dialog: OpenDialog) => void },
) {
  const { dialog, open, ...shared } = props;
  if (dialog.kind === 'add') return <AddRateDialog {...shared} />;
  if (dialog.kind === 'experiment') {
    return <ExperimentDetails experiment={dialog.experiment} onClose={shared.onClose} />;
  }
  const { rate } = dialog;
  if (dialog.kind === 'edit') return <EditRateDialog {...shared} rate={rate} />;
  if (dialog.kind === 'delete') return <DeleteRateDialog {...shared} rate={rate} />;
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
