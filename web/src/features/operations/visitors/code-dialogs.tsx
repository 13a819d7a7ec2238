import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { listEvents } from '@lotkeeper/contract/operations/events';
import type { CodeEvent, VisitorCode } from '@lotkeeper/contract/operations/visitor-codes';
import {
  codeMessages,
  listVisitorCodes,
  refreshVisitorCodes,
  removeVisitorCode,
} from '@lotkeeper/contract/operations/visitor-codes';
import { useState } from 'react';
import { ConfirmSend } from '../../../ui/frame/confirm-dialog.tsx';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import { CodeForm } from './code-form.tsx';

interface DialogProps {
  spot: number;
  onDone: (message: string) => void;
  onClose: () => void;
}

export function CodeDialog(
  props: DialogProps & {
    today: LocalDate;
    code: VisitorCode | null;
    events: readonly CodeEvent[];
  },
) {
  const { spot, today, code, events, onDone, onClose } = props;
  const [removing, setRemoving] = useState(false);
  if (code && removing) {
    return (
      <ConfirmSend
        question={codeMessages.confirmRemove(code.code)}
        confirm="Delete"
        endpoint={removeVisitorCode}
        input={{ params: { id: code.pk } }}
        changes={[listVisitorCodes, listEvents]}
        onDone={() => onDone(codeMessages.removed(code.code))}
        onClose={() => setRemoving(false)}
      >
        It can no longer be used. Visitors who already used it keep their time.
      </ConfirmSend>
    );
  }
  const title = code ? 'Edit Validation Code' : 'Add Validation Code';
  return (
    <Dialog title={title} onClose={onClose}>
      <CodeForm
        {...{ spot, today, code, events, onClose }}
        onSaved={onDone}
        {...(code ? { onRemove: () => setRemoving(true) } : {})}
      />
    </Dialog>
  );
}

/** Asks before all temporary codes are replaced. */
export function RefreshDialog({ spot, onDone, onClose }: DialogProps) {
  return (
    <ConfirmSend
      question="Refresh Temporary Codes?"
      confirm="Refresh"
      endpoint={refreshVisitorCodes}
      input={{ query: { spot: String(spot) } }}
      changes={[listVisitorCodes, listEvents]}
      onDone={() => onDone(codeMessages.refreshed)}
      onClose={onClose}
    >
      Each code valid for hours or days is replaced with a new random one. Visitors keep the time
      they have.
    </ConfirmSend>
  );
}
