import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import classes from './form.module.css';

/** How long the button says that it copied, in milliseconds (platform spec §2.4). */
const saidFor = 2000;

/** Fails, and does not throw, where there is no clipboard: a browser has none without https. */
async function write(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}

/** Copies a text, and says for a while how that went. */
function useCopy(text: string) {
  const [said, setSaid] = useState<'copied' | 'failed' | null>(null);
  useEffect(() => {
    if (said === null) return undefined;
    const timer = setTimeout(() => setSaid(null), saidFor);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = () =>
    void write(text).then(
      () => setSaid('copied'),
      () => setSaid('failed'),
    );
  return { said, copy };
}

function Told({ said, copied }: { said: 'copied' | 'failed' | null; copied: string }) {
  return (
    <output className={said === 'failed' ? classes.failure : 'ui-hidden'}>
      {said === 'copied' ? copied : ''}
      {said === 'failed' ? 'Could not copy. Select the text and copy it by hand.' : ''}
    </output>
  );
}

interface CopyTextProps {
  text: string;
  label: string;
  copied: string;
  /** The id of what says of what it is, where several buttons of a page are named alike. */
  describedBy?: string;
}

/** A text that is to be taken elsewhere, and the button that copies it. */
export function CopyText({ text, label, copied, describedBy }: CopyTextProps) {
  const { said, copy } = useCopy(text);
  return (
    <div className={classes.secret}>
      <code>{text}</code>
      <Button
        variant="default"
        leftSection={
          said === 'copied' ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />
        }
        onClick={copy}
        aria-describedby={describedBy}
      >
        {said === 'copied' ? copied : label}
      </Button>
      <Told said={said} copied={copied} />
    </div>
  );
}

/** A short text of a table with a small button that copies it. */
export function CopyCell({ text, copied }: { text: string; copied: string }) {
  const { said, copy } = useCopy(text);
  return (
    <span className={classes.copyCell}>
      <code>{text}</code>
      <Button
        variant="subtle"
        size="compact-sm"
        onClick={copy}
        // What is heard begins with what is seen.
        aria-label={`${said === 'copied' ? copied : 'Copy'} ${text}`}
      >
        {said === 'copied' ? copied : <Copy size={14} aria-hidden />}
      </Button>
      <Told said={said} copied={copied} />
    </span>
  );
}
