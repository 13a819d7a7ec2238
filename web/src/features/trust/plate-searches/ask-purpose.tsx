import { useEffect, useRef, useState } from 'react';
import { onPurposeRequired } from '../../../kernel/api.ts';
import { lazyDialog } from '../../../ui/frame/lazy-dialog.tsx';

const PurposeDialog = lazyDialog(async () => ({
  default: (await import('./purpose-dialog.tsx')).PurposeDialog,
}));

/** Asks for the purpose of a search when the server requires one. Searches that wait for it share one dialog. */
export function AskPurpose() {
  const [isOpen, setIsOpen] = useState(false);
  const waiting = useRef<((purpose: string | null) => void)[]>([]);
  useEffect(() => {
    onPurposeRequired(
      () =>
        new Promise((resolve) => {
          waiting.current.push(resolve);
          setIsOpen(true);
        }),
    );
    return () => onPurposeRequired(async () => null);
  }, []);
  const answer = (purpose: string | null) => {
    setIsOpen(false);
    for (const resolve of waiting.current.splice(0)) resolve(purpose);
  };
  return isOpen ? <PurposeDialog onState={answer} onClose={() => answer(null)} /> : null;
}
