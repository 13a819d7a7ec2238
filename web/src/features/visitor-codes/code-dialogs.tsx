import { listEvents } from '@lotkeeper/contract/events';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { CodeEvent, VisitorCode } from '@lotkeeper/contract/visitor-codes';
import {
  codeMessages,
  listVisitorCodes,
  refreshVisitorCodes,
  removeVisitorCode,
} from '@lotkeeper/contract/visitor-codes';
import { useState } from 'react';
import { useSend } from '../../kernel/queries.ts';
import { ConfirmDialog } from '../../ui/frame/confirm-dialog.tsx';
import { Dialog } from '../../ui/frame/dialog.tsx';
import { CodeForm } from './code-form.tsx';

interface DialogProps {
  spot: number;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Makes a code, or changes or deletes the one that is given. */
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
    return <RemoveDialog code={code} onDone={onDone} onClose={() => setRemoving(false)} />;
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

function RemoveDialog(props: Omit<DialogProps, 'spot'> & { code: VisitorCode }) {
  const { code, onDone, onClose } = props;
  const remove = useSend(removeVisitorCode, [listVisitorCodes, listEvents]);
  return (
    <ConfirmDialog
      question={codeMessages.confirmRemove(code.code)}
      confirm="Delete"
      onConfirm={() =>
        remove.mutate(
          { params: { id: code.pk } },
          { onSuccess: () => onDone(codeMessages.removed) },
        )
      }
      onClose={onClose}
      send={remove}
    >
      It can no longer be used. Visitors who already used it keep their time.
    </ConfirmDialog>
  );
}

/** Asks before every temporary code becomes another. */
export function RefreshDialog({ spot, onDone, onClose }: DialogProps) {
  const refresh = useSend(refreshVisitorCodes, [listVisitorCodes, listEvents]);
  return (
    <ConfirmDialog
      question="Refresh Temporary Codes?"
      confirm="Refresh"
      onConfirm={() =>
        refresh.mutate(
          { query: { spot: String(spot) } },
          { onSuccess: () => onDone(codeMessages.refreshed) },
        )
      }
      onClose={onClose}
      send={refresh}
    >
      Each code valid for hours or days is replaced with a new random one. Visitors keep the time
      they have.
    </ConfirmDialog>
  );
}
