import type { Slot } from '@lotkeeper/contract/drivers';
import { listSlots, removeSlot } from '@lotkeeper/contract/drivers';
import { useSend } from '../../kernel/queries.ts';
import { ConfirmDialog } from '../../ui/frame/confirm-dialog.tsx';
import { formatName, formatPlate } from './drivers-table.tsx';

/** Asks before a monthly rental is ended. */
export function RemoveDriverDialog(props: {
  slot: Slot;
  onDone: (message: string) => void;
  onClose: () => void;
}) {
  const { slot, onDone, onClose } = props;
  const remove = useSend(removeSlot, [listSlots]);
  return (
    <ConfirmDialog
      question={`Remove ${formatName(slot) || slot.renter_email || formatPlate(slot)}?`}
      confirm="Remove"
      onConfirm={() =>
        remove.mutate(
          { params: { id: slot.uuid } },
          { onSuccess: () => onDone('Driver removed successfully') },
        )
      }
      onClose={onClose}
      send={remove}
    >
      The rental ends immediately and the driver loses access.
    </ConfirmDialog>
  );
}
