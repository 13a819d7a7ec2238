import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Announcement } from '../frame/announcement.tsx';
import { Button } from './button.tsx';
import classes from './form.module.css';

/** How long the button says that it copied, in milliseconds. */
const saidFor = 2000;

/** Rejects instead of throwing when there is no clipboard: browsers have none without https. */
async function write(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}

function useCopy(text: string) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);
  useEffect(() => {
    if (outcome === null) return undefined;
    const timer = setTimeout(() => setOutcome(null), saidFor);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () =>
    void write(text).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  return { outcome, copy };
}

function Told({ outcome, copied }: { outcome: 'copied' | 'failed' | null; copied: string }) {
  return (
    <Announcement className={outcome === 'failed' ? classes.failure : undefined}>
      {outcome === 'failed'
        ? 'Could not copy. Select the text and copy it by hand.'
        : outcome && copied}
    </Announcement>
  );
}

interface CopyTextProps {
  text: string;
  label: string;
  copied: string;
  /** The id of a description, when several buttons on a page have the same name. */
  describedBy?: string;
  /** Looks like the other buttons of a table's row. */
  isInRow?: boolean;
}

/** A text to copy, with its button. */
export function CopyText(props: CopyTextProps) {
  return (
    <div className={classes.secret}>
      <code>{props.text}</code>
      <CopyButton {...props} />
    </div>
  );
}

/** Copies a text that stands elsewhere. */
export function CopyButton(props: CopyTextProps) {
  const { text, label, copied, describedBy, isInRow = false } = props;
  const { outcome, copy } = useCopy(text);
  const Icon = outcome === 'copied' ? Check : Copy;
  return (
    <>
      <Button
        {...(isInRow
          ? { className: 'ui-row-button', variant: 'subtle', size: 'compact-sm' }
          : { variant: 'default', leftSection: <Icon size={16} aria-hidden /> })}
        onClick={copy}
        aria-describedby={describedBy}
      >
        {outcome === 'copied' ? copied : label}
      </Button>
      <Told outcome={outcome} copied={copied} />
    </>
  );
}

/** A short text in a table, with a small button that copies it. */
export function CopyCell({ text, copied }: { text: string; copied: string }) {
  const { outcome, copy } = useCopy(text);
  return (
    <span className={classes.copyCell}>
      <code>{text}</code>
      <Button
        variant="subtle"
        size="compact-sm"
        onClick={copy}
        // The accessible name starts with the visible text.
        aria-label={`${outcome === 'copied' ? copied : 'Copy'} ${text}`}
      >
        {outcome === 'copied' ? copied : <Copy size={14} aria-hidden />}
      </Button>
      <Told outcome={outcome} copied={copied} />
    </span>
  );
}
