import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import classes from '../data/states.module.css';
import { Button } from '../form/button.tsx';

interface NoticeProps {
  text: string;
  /** Undoes what the text reports. The button gets focus, because the one that was pressed is gone. */
  onUndo?: (() => void) | null | undefined;
}

/**
 * Confirms that something was done, and has it read aloud. It stays in the page while empty,
 * because screen readers announce only changes.
 */
export function Notice({ text, onUndo }: NoticeProps) {
  const output = useRef<HTMLOutputElement>(null);
  const undo = () => {
    output.current?.focus();
    onUndo?.();
  };
  return (
    <div className={text ? classes.done : undefined}>
      <output ref={output} tabIndex={-1}>
        {text ? <CircleCheck size={16} aria-hidden /> : null}
        {text}
      </output>
      {text && onUndo ? <UndoButton onUndo={undo} /> : null}
    </div>
  );
}

function UndoButton({ onUndo }: { onUndo: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Button ref={button} variant="subtle" size="compact-sm" onClick={onUndo}>
      Undo
    </Button>
  );
}
