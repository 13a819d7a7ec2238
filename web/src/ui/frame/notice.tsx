import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTexts } from '../../kernel/language.ts';
import { Button } from '../form/button.tsx';
import classes from './notice.module.css';

/** The texts of a notice. */
export const noticeTexts = { undo: 'Undo' };

interface NoticeProps {
  text: string;
  /** Undoes what the text reports. */
  onUndo?: (() => void) | null | undefined;
  /** It's in a place that is kept for it, until its owner empties it. */
  stays?: boolean;
}

/**
 * Confirms for a while that something was done, over the page, and has it read aloud; what is pointed at or has the
 * focus stays. Its output stays in the page while empty, because screen readers announce only changes.
 */
export function Notice({ text, onUndo, stays = false }: NoticeProps) {
  const output = useRef<HTMLOutputElement>(null);
  const [over, setOver] = useState('');
  if (over && over !== text) setOver('');
  const shownText = text === over ? '' : text;
  const takeFocus = () => output.current?.focus();
  const undo = () => {
    takeFocus();
    onUndo?.();
  };
  return (
    <div className={stays ? classes.line : `${classes.notice} ui-screen`}>
      <output ref={output} tabIndex={-1} onAnimationEnd={() => setOver(text)}>
        {shownText ? <span key={shownText}>{shownText}</span> : null}
      </output>
      {shownText && onUndo ? <UndoButton onUndo={undo} onLeave={takeFocus} /> : null}
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
