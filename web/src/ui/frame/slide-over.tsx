import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { CloseButton, Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFocusReturn } from '../use-focus-return.ts';
import { dialogProps } from './dialog-props.ts';
import classes from './slide-over.module.css';

/** A panel that slides in from the left over the page. */
export default function SlideOver(props: {
  label: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const { label, onClose, children } = props;
  useFocusReturn();
  return (
    <Drawer.Root {...dialogProps} onClose={onClose} size="min(20rem, 88vw)">
      <Drawer.Overlay />
      <Drawer.Content aria-label={label}>
        <div className={classes.head}>
          <span>{label}</span>
          <CloseButton size="lg" aria-label={`Close ${label.toLowerCase()}`} onClick={onClose} />
        </div>
        <Drawer.Body>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
