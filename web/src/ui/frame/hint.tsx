import { CircleHelp } from 'lucide-react';
import { type PointerEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import classes from './hint.module.css';

const byMouse = (event: PointerEvent) => event.pointerType === 'mouse';

/** Pixels between the button and its bubble, and between the bubble and the edge of the window. */
const gap = 6;

/** An explanation behind a small button: opens on hover, focus, and touch; closes on Escape. */
export function Hint({ subject, text }: { subject: string; text: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  return (
    <>
      <button
        type="button"
        ref={button}
        className={`${classes.button} ui-screen`}
        aria-label={`About ${subject}`}
        aria-describedby={isOpen ? id : undefined}
        onPointerEnter={(event) => byMouse(event) && setIsOpen(true)}
        onPointerLeave={(event) => byMouse(event) && setIsOpen(false)}
        onFocus={() => setIsOpen(true)}
        onBlur={() => setIsOpen(false)}
        // A tap on a phone neither hovers nor, in Safari, focuses.
        onClick={() => setIsOpen(true)}
        onKeyDown={(event) => event.key === 'Escape' && setIsOpen(false)}
      >
        <CircleHelp size={14} aria-hidden />
      </button>
      {isOpen ? <Bubble {...{ id, button, text }} /> : null}
    </>
  );
}

/** A label and, if there is one, its explanation: never alone on a line. */
export function Hinted({ label, hint }: { label: ReactNode; hint?: string | undefined }) {
  if (!hint) return label;
  if (typeof label !== 'string') {
    return (
      <>
        {label}
        <Hint subject="this" text={hint} />
      </>
    );
  }
  const words = label.split(' ');
  return (
    <>
      {words.slice(0, -1).join(' ')}{' '}
      <span className="ui-nowrap">
        {words.at(-1)}
        <Hint subject={label} text={hint} />
      </span>
    </>
  );
}

/** Above the button if there is room, otherwise below it. */
function Bubble(props: { id: string; button: { current: HTMLElement | null }; text: string }) {
  const { id, button, text } = props;
  const bubble = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const move = () => {
      if (!bubble.current || !button.current) return;
      const target = button.current.getBoundingClientRect();
      const { width, height } = bubble.current.getBoundingClientRect();
      const left = target.left + target.width / 2 - width / 2;
      const maxLeft = document.documentElement.clientWidth - width - gap;
      const top = target.top - height - gap;
      bubble.current.style.left = `${Math.max(gap, Math.min(left, maxLeft))}px`;
      bubble.current.style.top = `${top < gap ? target.bottom + gap : top}px`;
    };
    move();
    // For any element: scroll events don't bubble.
    const options = { capture: true, passive: true };
    addEventListener('scroll', move, options);
    return () => removeEventListener('scroll', move, options);
  }, [button]);
  return (
    <span ref={bubble} id={id} role="tooltip" className={classes.bubble}>
      {text}
    </span>
  );
}
