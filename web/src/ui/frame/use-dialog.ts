import { useState } from 'react';

/** A page's open dialog, if any, and the message of what the last one did. */
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
