import '@mantine/core/styles/Tooltip.layer.css';
import { Tooltip, UnstyledButton } from '@mantine/core';
import { CircleHelp } from 'lucide-react';
import { type PointerEvent, useState } from 'react';
import classes from '../data/stat.module.css';

const byMouse = (event: PointerEvent) => event.pointerType === 'mouse';

/** An explanation behind a small button: on hover, focus and touch; closed by Escape. */
export function Hint({ subject, text }: { subject: string; text: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Tooltip
      label={text}
      opened={isOpen}
      multiline
      withinPortal={false}
      floatingStrategy="fixed"
      classNames={{ tooltip: classes.bubble ?? '' }}
    >
      <UnstyledButton
        className={`${classes.hint} ui-screen`}
        aria-label={`About ${subject}`}
        onPointerEnter={(event) => byMouse(event) && setIsOpen(true)}
        onPointerLeave={(event) => byMouse(event) && setIsOpen(false)}
        onFocus={() => setIsOpen(true)}
        onBlur={() => setIsOpen(false)}
        // A phone's tap neither hovers nor, in Safari, focuses.
        onClick={() => setIsOpen(true)}
        onKeyDown={(event) => event.key === 'Escape' && setIsOpen(false)}
      >
        <CircleHelp size={14} aria-hidden />
      </UnstyledButton>
    </Tooltip>
  );
}
