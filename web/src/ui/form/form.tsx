import { type FormEvent, type KeyboardEvent, type ReactNode, type Ref, useId } from 'react';
import type { ApiError } from '../../kernel/api.ts';
import { Announcement } from '../frame/announcement.tsx';
import { Button } from './button.tsx';
import classes from './form.module.css';
import { FormFailure } from './form-failure.tsx';

interface FormActionsProps {
  /** The text of the submit button. */
  submit: string;
  isPending: boolean;
  /** It looks disabled, but Tab reaches it: pressed, it says what is in the way. */
  disabled?: boolean | undefined;
  /** Why it's disabled, from `explain` of the form or `explainDisabled`. */
  reason?: string | undefined;
  /** Says that it was sent; '' = it wasn't yet. */
  done?: string | undefined;
  /** Absent = the form isn’t in a dialog. */
  onCancel?: (() => void) | undefined;
  /** Absent = there is nothing to delete. */
  onDelete?: (() => void) | undefined;
  deleteLabel?: string;
  /** Whether it deletes something permanently. */
  isDestructive?: boolean;
  /** If nothing has to be filled in, Enter alone submits the form. */
  focusSubmit?: boolean;
}

export function FormActions(props: FormActionsProps) {
  const { submit, isPending, disabled = false, reason, onCancel, onDelete } = props;
  const reasonId = useId();
  return (
    <div className={classes.buttons}>
      {disabled && reason ? (
        <p id={reasonId} className={classes.reason}>
          {reason}
        </p>
      ) : null}
      {props.done === undefined ? null : (
        <Announcement className={classes.done}>{props.done}</Announcement>
      )}
      {onDelete ? (
        <Button variant="default" className={classes.apart ?? ''} onClick={onDelete}>
          {props.deleteLabel ?? 'Delete'}
        </Button>
      ) : null}
      {onCancel ? (
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      ) : null}
      <Button
        type="submit"
        loading={isPending}
        {...(disabled
          ? {
              'aria-disabled': true,
              'data-disabled': true,
              'aria-describedby': reason ? reasonId : undefined,
            }
          : {})}
        {...(props.isDestructive ? { color: 'red' } : {})}
        {...(props.focusSubmit ? { 'data-autofocus': true } : {})}
      >
        {submit}
      </Button>
    </div>
  );
}

interface FormProps extends Omit<FormActionsProps, 'isPending'> {
  /** Returned by `useForm`. */
  form: {
    props: {
      ref: Ref<HTMLFormElement>;
      noValidate: boolean;
      onKeyDown: (event: KeyboardEvent<HTMLFormElement>) => void;
      onSubmit: (event: FormEvent<HTMLFormElement>) => void;
    };
    /** Shows what is in the way of sending it. */
    showProblems: (form: HTMLFormElement) => void;
    error: ApiError | null;
    isPending: boolean;
  };
  /** The failed action, if the message should name it. */
  action?: string | undefined;
  /** Replaces the layout of a form in a dialog. */
  className?: string | undefined;
  children: ReactNode;
}

const words = new Intl.ListFormat('en', { type: 'conjunction' });

/** A field as a sentence names it, "the role", and what keeps the form from being sent. */
interface NamedField {
  name: string;
  /** For required fields. */
  isEmpty?: boolean;
  problem?: string | undefined;
}

/** Why a form's button is disabled: what is empty, or else what is wrong; '' if nothing is in the way. */
export function explainDisabled(fields: readonly NamedField[], purpose: string): string {
  const list = (found: readonly NamedField[]) => words.format(found.map(({ name }) => name));
  const empty = fields.filter(({ isEmpty }) => isEmpty);
  if (empty.length > 0) return `Fill in ${list(empty)} to ${purpose}.`;
  const wrong = fields.filter(({ problem }) => problem !== undefined);
  return wrong.length > 0 ? `Correct ${list(wrong)} to ${purpose}.` : '';
}

/** Fields, the form-level error, and the buttons. */
export function Form({ form, action, className, children, ...actions }: FormProps) {
  const disabled = actions.disabled ?? Boolean(actions.reason);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (!disabled) return form.props.onSubmit(event);
    event.preventDefault();
    form.showProblems(event.currentTarget);
  };
  return (
    <form className={className ?? classes.form} {...form.props} onSubmit={submit}>
      {children}
      <FormFailure error={form.error} {...(action ? { action } : {})} />
      <FormActions {...actions} disabled={disabled} isPending={form.isPending} />
    </form>
  );
}
