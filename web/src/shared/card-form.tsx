import type { CardSecrets } from '@lotkeeper/contract/money/processor';
import { createCardToken } from '@lotkeeper/contract/money/processor';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../kernel/api.ts';
import { useSpeech, useTexts } from '../kernel/language.ts';
import { settings } from '../kernel/settings.ts';
import { Button } from '../ui/form/button.tsx';
import formClasses from '../ui/form/form.module.css';
import { FormFailure } from '../ui/form/form-failure.tsx';
import { TextInput } from '../ui/form/text-input.tsx';
import { findProblems, useForm } from '../ui/form/use-form.ts';
import classes from './card-form.module.css';
import { cardTexts } from './card-texts.ts';
import { tokenizeCard } from './processor.ts';
import type { StripeFields } from './stripe-fields.ts';
import { openStripeFields } from './stripe-fields.ts';

interface CardFormProps {
  /** The words of the button, and of the note with Stripe's fields. */
  submit: string;
  stripeNote: string;
  /** Starts a card at the processor; stays the same from one drawing to the next. */
  start: () => Promise<{ client_secret: string | null }>;
  /** Sends what the processor answered about the card: we never get its number. */
  send: (card: string) => Promise<unknown>;
  onCancel: () => void;
}

const emptyCard: CardSecrets = { number: '', exp_month: '', exp_year: '', cvc: '' };

/** A form for a card: Stripe's own fields if Stripe is in use, or else the sandbox's. */
export function CardForm(props: CardFormProps) {
  const { stripe_publishable_key: publishableKey } = settings;
  return publishableKey ? (
    <StripeCardForm {...props} publishableKey={publishableKey} />
  ) : (
    <SandboxCardForm {...props} />
  );
}

function Buttons(props: {
  submit: ReactNode;
  disabled?: boolean;
  isPending: boolean;
  onCancel: () => void;
}) {
  const texts = useTexts(cardTexts);
  return (
    <>
      <Button
        type="submit"
        size="lg"
        fullWidth
        disabled={props.disabled ?? false}
        loading={props.isPending}
      >
        {props.submit}
      </Button>
      <Button
        variant="default"
        size="lg"
        fullWidth
        disabled={props.isPending}
        onClick={props.onCancel}
      >
        {texts.cancel}
      </Button>
    </>
  );
}

function SandboxCardForm({ submit, send, onCancel }: CardFormProps) {
  const texts = useTexts(cardTexts);
  const save = useMutation<unknown, ApiError, CardSecrets>({
    mutationFn: async (secrets) => send(await tokenizeCard(secrets)),
    networkMode: 'always',
    gcTime: 0,
  });
  const form = useForm({
    initial: emptyCard,
    // Checked here, so a wrong number isn't sent.
    validate: (card) => findProblems(createCardToken.body, card),
    send: save,
    onSubmit: (card) => save.mutate(card),
  });
  const field = (name: keyof CardSecrets, label: string, maxDigits: number) => ({
    label,
    size: 'lg' as const,
    inputMode: 'numeric' as const,
    ...form.text(name),
    onChange: (event: { currentTarget: { value: string } }) =>
      form.set({ [name]: event.currentTarget.value.replace(/\D/g, '').slice(0, maxDigits) }),
  });
  return (
    <form className={formClasses.form} {...form.props}>
      <p className="ui-dimmed">{texts.cardNote}</p>
      <TextInput {...field('number', texts.number, 19)} autoComplete="cc-number" />
      <div className={classes.row}>
        <TextInput
          {...field('exp_month', texts.month, 2)}
          placeholder={texts.monthFormat}
          autoComplete="cc-exp-month"
        />
        <TextInput
          {...field('exp_year', texts.year, 4)}
          placeholder={texts.yearFormat}
          autoComplete="cc-exp-year"
        />
        <TextInput {...field('cvc', texts.cvc, 4)} autoComplete="cc-csc" />
      </div>
      <FormFailure error={save.error} />
      <Buttons {...{ submit, onCancel }} isPending={save.isPending} />
    </form>
  );
}

/** Mounts the fields in the element, and removes them with it. */
function useFields(start: CardFormProps['start'], publishableKey: string) {
  const { language: locale } = useSpeech();
  const target = useRef<HTMLDivElement>(null);
  const [fields, setFields] = useState<StripeFields | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  useEffect(() => {
    let isGone = false;
    let current: StripeFields | null = null;
    const open = async (element: HTMLElement) => {
      const { client_secret } = await start();
      if (client_secret === null || isGone) return;
      current = await openStripeFields(element, {
        publishableKey,
        clientSecret: client_secret,
        locale,
      });
      if (isGone) current.remove();
      else setFields(current);
    };
    if (target.current) {
      open(target.current).catch((reason: unknown) => {
        if (isGone) return;
        setError(
          reason instanceof ApiError
            ? reason
            : new ApiError(0, { detail: createCardToken.failure, code: 'offline' }),
        );
      });
    }
    return () => {
      isGone = true;
      current?.remove();
    };
  }, [start, publishableKey, locale]);
  return { target, fields, error };
}

/** Stripe's own fields: we get the confirmed card's id, and never its number. */
function StripeCardForm(props: CardFormProps & { publishableKey: string }) {
  const { submit, stripeNote, start, send, onCancel, publishableKey } = props;
  const { target, fields, error } = useFields(start, publishableKey);
  const save = useMutation<unknown, ApiError, StripeFields>({
    mutationFn: async (confirmable) => send(await confirmable.confirm()),
    networkMode: 'always',
    gcTime: 0,
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (fields) save.mutate(fields);
  };
  return (
    <form className={formClasses.form} onSubmit={onSubmit} noValidate>
      <p className="ui-dimmed">{stripeNote}</p>
      <div ref={target} />
      <FormFailure error={save.error ?? error} />
      <Buttons {...{ submit, onCancel }} disabled={!fields} isPending={save.isPending} />
    </form>
  );
}
