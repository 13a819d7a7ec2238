import type { Slot } from '@lotkeeper/contract/people/drivers';
import { listSlots, removeSlot } from '@lotkeeper/contract/people/drivers';
import { ConfirmSend } from '../../../ui/frame/confirm-dialog.tsx';
import { formatName, formatPlate } from './drivers-table.tsx';

/** Asks before a monthly rental is ended. */
export function RemoveDriverDialog(props: {
  slot: Slot;
  onDone: (message: string) => void;
  onClose: () => void;
}) {
  const { slot, onDone, onClose } = props;
  return (
    <ConfirmSend
      question={`Remove ${formatName(slot) || slot.renter_email || formatPlate(slot)}?`}
      confirm="Remove"
      endpoint={removeSlot}
      input={{ params: { id: slot.uuid } }}
      changes={[listSlots]}
      onDone={() => onDone('Driver removed successfully')}
      onClose={onClose}
    >
      The rental ends immediately and the driver loses access.
    </ConfirmSend>
  );
}
