import { Check, Copy } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { Button } from './button.tsx';
import classes from './form.module.css';

/** How long the button says that it copied, in milliseconds (platform spec §2.4). */
const saidFor = 2000;

/** Fails, and does not throw, where there is no clipboard: a browser has none without https. */
async function write(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}

interface CopyTextProps {
  text: string;
  label: string;
  copied: string;
  /** What is copied, where several buttons of a page would be named alike. */
  about?: string;
}

/** A text that is to be taken elsewhere, and the button that copies it. */
export function CopyText({ text, label, copied, about }: CopyTextProps) {
  const aboutId = useId();
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
  return (
    <div className={classes.secret}>
      <code>{text}</code>
      <Button
        variant="default"
        leftSection={
          said === 'copied' ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />
        }
        onClick={copy}
        aria-describedby={about ? aboutId : undefined}
      >
        {said === 'copied' ? copied : label}
      </Button>
      {about ? (
        <span id={aboutId} hidden>
          {about}
        </span>
      ) : null}
      <output className={said === 'failed' ? classes.failure : 'ui-hidden'}>
        {said === 'copied' ? copied : ''}
        {said === 'failed' ? 'Could not copy. Select the text and copy it by hand.' : ''}
      </output>
    </div>
  );
}
