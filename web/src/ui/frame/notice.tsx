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
}

/**
 * Confirms that something was done, and has it read aloud. It stays in the page while empty,
 * because screen readers announce only changes.
 */
export function Notice({ text, onUndo }: NoticeProps) {
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
      {text && onUndo ? <UndoButton onUndo={undo} onLeave={takeFocus} /> : null}
    </div>
  );
}

/** Takes the focus, because the button that was pressed is gone. */
function UndoButton(props: {
  onUndo: () => void;
  /** Called when the button goes away with the focus. */
  onLeave: () => void;
}) {
  const texts = useTexts(noticeTexts);
  const button = useRef<HTMLButtonElement>(null);
  const leave = useEffectEvent(props.onLeave);
  useEffect(() => button.current?.focus(), []);
  useLayoutEffect(() => {
    const element = button.current;
    return () => {
      if (document.activeElement === element) leave();
    };
  }, []);
  return (
    <Button ref={button} variant="subtle" size="compact-sm" onClick={props.onUndo}>
      {texts.undo}
    </Button>
  );
}
