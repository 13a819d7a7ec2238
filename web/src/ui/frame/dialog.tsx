import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFocusReturn } from '../use-focus-return.ts';
import classes from './dialog.module.css';
import { dialogProps } from './dialog-props.ts';

/** A dialog over the page, closed by Escape or a click beside it. Its name is spoken; what is seen is the caller's. */
export function Dialog(props: { label: string; onClose: () => void; children: ReactNode }) {
  useFocusReturn();
  return (
    <Modal.Root
      {...dialogProps}
      onClose={props.onClose}
      size="lg"
      yOffset="10dvh"
      classNames={classes}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={props.label}>
        <Modal.Body pt="md">{props.children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
