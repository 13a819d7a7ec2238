import { onConfirmationRequired } from '../../../kernel/api.ts';
import { lazyDialog } from '../../../ui/frame/lazy-dialog.tsx';
import { useAnswer } from '../../../ui/frame/use-answer.ts';

const ConfirmDialog = lazyDialog(async () => ({
  default: (await import('./confirm-dialog.tsx')).ConfirmDialog,
}));

/** Lets a person prove who they are when a call needs it. Calls that wait for it share one dialog. */
export function AskConfirmation() {
  const { isOpen, answer } = useAnswer<boolean>(onConfirmationRequired, false);
  return isOpen ? (
    <ConfirmDialog onConfirmed={() => answer(true)} onClose={() => answer(false)} />
  ) : null;
}
