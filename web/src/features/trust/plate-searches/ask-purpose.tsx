import { onPurposeRequired } from '../../../kernel/api.ts';
import { lazyDialog } from '../../../ui/frame/lazy-dialog.tsx';
import { useAnswer } from '../../../ui/frame/use-answer.ts';

const PurposeDialog = lazyDialog(async () => ({
  default: (await import('./purpose-dialog.tsx')).PurposeDialog,
}));

/** Asks for the purpose of a search when the server requires one. Searches that wait for it share one dialog. */
export function AskPurpose() {
  const { isOpen, answer } = useAnswer<string | null>(onPurposeRequired, null);
  return isOpen ? <PurposeDialog onState={answer} onClose={() => answer(null)} /> : null;
}
