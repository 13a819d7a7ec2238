import { useState } from 'react';

/** The dialog that a page has open, if any, and the sentence that says what the last one did. */
export function useDialog<Dialog>(initial: () => Dialog | null = () => null) {
  const [dialog, setDialog] = useState(initial);
  const [notice, setNotice] = useState('');
  const open = (nextDialog: Dialog) => {
    setNotice('');
    setDialog(nextDialog);
  };
  const close = () => setDialog(null);
  const done = (message: string) => {
    setNotice(message);
    close();
  };
  return { dialog, notice, open, close, done, setNotice };
}
