import { CircleCheck } from 'lucide-react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useTexts } from '../../kernel/language.ts';
import classes from '../data/states.module.css';
import { Button } from '../form/button.tsx';

/** The texts of a notice. */
export const noticeTexts = { undo: 'Undo' };

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
  const takeFocus = () => output.current?.focus();
  const undo = () => {
    takeFocus();
    onUndo?.();
  };
  return (
    <div className={text ? classes.done : undefined}>
      <output ref={output} tabIndex={-1}>
        {text ? <CircleCheck size={16} aria-hidden /> : null}
        {text}
      </output>
      {text && onUndo ? <UndoButton onUndo={undo} undoKey={undoKey} onLeave={takeFocus} /> : null}
    </div>
  );
}

function UndoButton(props: {
  onUndo: () => void;
  undoKey: string | undefined;
  /** Called when the button goes away with the focus. */
  onLeave: () => void;
}) {
  const { onUndo, undoKey } = props;
  const texts = useTexts(noticeTexts);
  const button = useRef<HTMLButtonElement>(null);
  const leave = useEffectEvent(props.onLeave);
  useEffect(() => {
    if (!undoKey) button.current?.focus();
  }, [undoKey]);
  useLayoutEffect(() => {
    const element = button.current;
    return () => {
      if (document.activeElement === element) leave();
    };
  }, []);
  return (
    <Button
      ref={button}
      variant="subtle"
      size="compact-sm"
      aria-keyshortcuts={undoKey?.toLowerCase()}
      onClick={onUndo}
    >
      {texts.undo} {undoKey ? <kbd className="ui-key">{undoKey}</kbd> : null}
    </Button>
  );
}
