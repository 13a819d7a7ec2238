import type { CardSecrets } from '@lotkeeper/contract/money/processor';
import { createCardToken } from '@lotkeeper/contract/money/processor';
import type { DriverRequest } from '@lotkeeper/contract/operations/valet';
import { putCardOnFile } from '@lotkeeper/contract/operations/valet';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../../../kernel/api.ts';
import { useTexts } from '../../../kernel/language.ts';
import { settings } from '../../../kernel/settings.ts';
import { tokenizeCard } from '../../../shared/processor.ts';
import { Button } from '../../../ui/form/button.tsx';
import formClasses from '../../../ui/form/form.module.css';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { findProblems, useForm } from '../../../ui/form/use-form.ts';
import classes from './driver-request.module.css';
import { driverTexts } from './driver-texts.ts';
import { StripeCardForm } from './stripe-card-form.tsx';
import { callInTime } from './valet.api.ts';

const emptyCard: CardSecrets = { number: '', exp_month: '', exp_year: '', cvc: '' };

/** The card that is charged for a balance, and a form for another one. */
export function CardPart(props: {
  token: string;
  card: DriverRequest['card'];
  onSaved: () => void;
}) {
  const { token, card, onSaved } = props;
  const texts = useTexts(driverTexts);
  const [open, setOpen] = useState(false);
  const saved = () => {
    setOpen(false);
    onSaved();
  };
  return (
    <section className={classes.payment} aria-label={texts.method}>
      <p className={classes.cardText}>
        {card ? texts.card(card.brand, card.last_four) : texts.noCard}
      </p>
      {open ? (
        <Form {...{ token }} onSaved={saved} onCancel={() => setOpen(false)} />
      ) : (
        <Button variant="default" size="lg" fullWidth onClick={() => setOpen(true)}>
          {card ? texts.otherCard : texts.addCard}
        </Button>
      )}
    </section>
  );
}

interface FormProps {
  token: string;
  onSaved: () => void;
  onCancel: () => void;
}

/** Stripe's own fields if Stripe is in use, or else the sandbox's. */
function Form(props: FormProps) {
  const { stripe_publishable_key: publishableKey } = settings;
  return publishableKey ? (
    <StripeCardForm {...props} publishableKey={publishableKey} />
  ) : (
    <CardForm {...props} />
  );
}

/** Sends the card only to the processor, and its token to us. */
const useSaveCard = (token: string) =>
  useMutation<unknown, ApiError, CardSecrets>({
    mutationFn: async (secrets) => {
      const cardToken = await tokenizeCard(secrets);
      return callInTime(putCardOnFile, { params: { token }, body: { token: cardToken } });
    },
    networkMode: 'always',
    gcTime: 0,
  });

function CardForm(props: FormProps) {
  const texts = useTexts(driverTexts);
  const save = useSaveCard(props.token);
  const form = useForm({
    initial: emptyCard,
    // Checked here, so a wrong number isn't sent.
    validate: (card) => findProblems(createCardToken.body, card),
    send: save,
    onSubmit: (card) => save.mutate(card, { onSuccess: props.onSaved }),
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
      <p className={formClasses.note}>{texts.cardNote}</p>
      <TextInput {...field('number', texts.number, 19)} autoComplete="cc-number" />
      <div className={classes.cardRow}>
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
      <Button type="submit" size="lg" fullWidth loading={save.isPending}>
        {texts.save}
      </Button>
      <Button variant="default" size="lg" fullWidth onClick={props.onCancel}>
        {texts.cancel}
      </Button>
    </form>
  );
}
