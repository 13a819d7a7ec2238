import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import classes from '../data/states.module.css';
import { Button } from '../form/button.tsx';

interface NoticeProps {
  text: string;
  /** Undoes what the text reports. */
  onUndo?: (() => void) | null | undefined;
  /** The key that undoes it too. Without one the button gets focus, because the one that was pressed is gone. */
  undoKey?: string;
}

/**
 * Confirms that something was done, and has it read aloud. It stays in the page while empty,
 * because screen readers announce only changes.
 */
export function Notice({ text, onUndo, undoKey }: NoticeProps) {
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
      {text && onUndo ? <UndoButton onUndo={undo} undoKey={undoKey} /> : null}
    </div>
  );
}

function UndoButton({ onUndo, undoKey }: { onUndo: () => void; undoKey: string | undefined }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!undoKey) button.current?.focus();
  }, [undoKey]);
  return (
    <Button
      ref={button}
      variant="subtle"
      size="compact-sm"
      aria-keyshortcuts={undoKey?.toLowerCase()}
      onClick={onUndo}
    >
      Undo {undoKey ? <kbd className="ui-key">{undoKey}</kbd> : null}
    </Button>
  );
}
