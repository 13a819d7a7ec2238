import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRef } from 'react';
import { useTexts } from '../../kernel/language.ts';
import { FailuresContext } from '../data/failures.tsx';
import { Button } from '../form/button.tsx';
import { useFocusReturn } from '../use-focus-return.ts';
import classes from './dialog.module.css';
import { dialogProps } from './dialog-props.ts';

/** A dialog has a heading, or an accessible name only. */
type DialogName = { title: string; label?: never } | { title?: never; label: string };

/** The texts of a dialog's frame. */
export const dialogTexts = { dismiss: 'Dismiss' };

/** Pixels as rem: a question or a field or two, a form, a table or an image. */
const widths = { question: '25rem', form: '32.5rem', table: '45rem' } as const;

interface DialogProps {
  size?: keyof typeof widths;
  /** null = only its own buttons close it. */
  onClose: (() => void) | null;
  children: ReactNode;
}

/** Whether no other dialog lies over one: each is appended to the page when it opens. */
const isOnTop = (content: Element | null) =>
  [...document.querySelectorAll('[aria-modal="true"]')].at(-1) === content;

/** A dialog over the page, closed by Escape or a click outside; Escape leaves those below it open. */
export function Dialog(props: DialogName & DialogProps) {
  const { title, label = title, size = 'form', onClose } = props;
  const texts = useTexts(dialogTexts);
  const content = useRef<HTMLDivElement>(null);
  useFocusReturn();
  return (
    <Modal.Root
      {...dialogProps}
      onClose={() => isOnTop(content.current) && onClose?.()}
      size={widths[size]}
      yOffset="2rem"
      classNames={classes}
    >
      <Modal.Overlay />
      <Modal.Content ref={content} aria-label={label}>
        <Modal.Body>
          {title ? <h2 className="ui-bottom-wide">{title}</h2> : null}
          <FailuresContext value={null}>{props.children}</FailuresContext>
          {title && onClose ? (
            <Button
              className={classes.close ?? ''}
              variant="subtle"
              color="gray"
              size="compact-sm"
              aria-label={texts.dismiss}
              onClick={onClose}
            >
              <X size={16} aria-hidden />
            </Button>
          ) : null}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
