import '@mantine/core/styles/Tooltip.layer.css';
import { Tooltip, UnstyledButton } from '@mantine/core';
import { CircleHelp } from 'lucide-react';
import { type PointerEvent, useState } from 'react';
import classes from './stat.module.css';

const byMouse = (event: PointerEvent) => event.pointerType === 'mouse';

/** An explanation behind a small button: on hover, focus and touch; closed by Escape. */
export function Hint({ about, text }: { about: string; text: string }) {
  const [opened, setOpened] = useState(false);
  return (
    <Tooltip
      label={text}
      opened={opened}
      multiline
      withinPortal={false}
      floatingStrategy="fixed"
      classNames={{ tooltip: classes.bubble ?? '' }}
    >
      <UnstyledButton
        className={classes.hint}
        aria-label={`About ${about}`}
        onPointerEnter={(event) => byMouse(event) && setOpened(true)}
        onPointerLeave={(event) => byMouse(event) && setOpened(false)}
        onFocus={() => setOpened(true)}
        onBlur={() => setOpened(false)}
        // A phone's tap neither hovers nor, in Safari, focuses.
        onClick={() => setOpened(true)}
        onKeyDown={(event) => event.key === 'Escape' && setOpened(false)}
      >
        <CircleHelp size={14} aria-hidden />
      </UnstyledButton>
    </Tooltip>
  );
}
