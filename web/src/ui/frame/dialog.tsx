import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRef } from 'react';
import form from '../form/form.module.css';
import { useFocusReturn } from '../use-focus-return.ts';
import classes from './dialog.module.css';
import { dialogProps } from './dialog-props.ts';

/** A dialog has a heading, or an accessible name only. */
type DialogName = { title: string; label?: never } | { title?: never; label: string };

/** Whether no other dialog lies over one: each is appended to the page when it opens. */
const isOnTop = (content: Element | null) =>
  [...document.querySelectorAll('[aria-modal="true"]')].at(-1) === content;

/** A dialog over the page, closed by Escape or a click outside; Escape leaves those below it open. */
export function Dialog(
  props: DialogName & { size?: string; onClose: () => void; children: ReactNode },
) {
  const { title, label = title, size = 'lg' } = props;
  const content = useRef<HTMLDivElement>(null);
  useFocusReturn();
  return (
    <Modal.Root
      {...dialogProps}
      onClose={() => isOnTop(content.current) && props.onClose()}
      size={size}
      yOffset="10dvh"
      classNames={classes}
    >
      <Modal.Overlay />
      <Modal.Content ref={content} aria-label={label}>
        <Modal.Body pt="md">
          {title ? <h2 className={form.heading}>{title}</h2> : null}
          {props.children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
