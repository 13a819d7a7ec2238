import type { Endpoint, InputOf } from '@lotkeeper/contract/kernel/endpoint';
import type { ReactNode } from 'react';
import type { Sending } from '../../kernel/api.ts';
import { useSend } from '../../kernel/queries.ts';
import { Button } from '../form/button.tsx';
import classes from '../form/form.module.css';
import { FormFailure } from '../form/form-failure.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  /** The question, such as 'Revoke this key?'. */
  question: string;
  /** What will happen. */
  children: ReactNode;
  /** Choices and lists below the text. */
  details?: ReactNode;
  confirm: string;
  /** The text of the cancel button; 'Cancel' by default. */
  cancel?: string;
  onConfirm: () => void;
  onClose: () => void;
  /** null = confirming sends nothing. */
  send: Sending | null;
}

/** Asks before something that can't be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Dialog title={props.question} size="question" onClose={props.onClose}>
      <p className="ui-bottom-wide">{props.children}</p>
      {props.details}
      <FormFailure error={props.send?.error ?? null} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={props.onClose} data-autofocus>
          {props.cancel ?? 'Cancel'}
        </Button>
        <Button color="red" loading={props.send?.isPending ?? false} onClick={props.onConfirm}>
          {props.confirm}
        </Button>
      </div>
    </Dialog>
  );
}

interface ConfirmSendProps<E extends Endpoint>
  extends Omit<ConfirmDialogProps, 'onConfirm' | 'send'> {
  endpoint: E;
  input: InputOf<E>;
  /** The reads that it changes. */
  changes: readonly Endpoint[];
  /** Absent = it closes. */
  onDone?: () => void;
}

/** The same for an endpoint, which it calls on confirmation. */
export function ConfirmSend<E extends Endpoint>(props: ConfirmSendProps<E>) {
  const { endpoint, input, changes, onDone, ...dialog } = props;
  const send = useSend(endpoint, changes);
  const confirm = () => send.mutate(input, { onSuccess: () => (onDone ?? dialog.onClose)() });
  return <ConfirmDialog {...dialog} send={send} onConfirm={confirm} />;
}
