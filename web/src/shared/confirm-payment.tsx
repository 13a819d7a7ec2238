import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { confirmSandboxPayment } from '@lotkeeper/contract/money/processor';
import { useMutation } from '@tanstack/react-query';
import type { ApiError } from '../kernel/api.ts';
import { callInTime } from '../kernel/call-in-time.ts';
import { useTexts } from '../kernel/language.ts';
import { useFormats } from '../kernel/language-formats.ts';
import { settings } from '../kernel/settings.ts';
import { useMoment } from '../kernel/use-moment.ts';
import { Button } from '../ui/form/button.tsx';
import { FormFailure } from '../ui/form/form-failure.tsx';
import { cardTexts } from './card-texts.ts';
import { confirmStripePayment } from './stripe-fields.ts';

interface ConfirmPaymentProps {
  payment: { amount: Cents; confirm_by: number };
  /** Starts the confirmation; its answer is what the processor's script needs. */
  start: () => Promise<{ client_secret: string; payment_method: string }>;
  /** Has the server read the result from the processor. */
  check: () => Promise<unknown>;
  onChange?: () => void;
}

/** Has the driver confirm the payment: in their bank's dialog through Stripe's script, or else in the sandbox. */
async function confirmPayment(start: ConfirmPaymentProps['start']): Promise<void> {
  const { client_secret, payment_method } = await start();
  const { stripe_publishable_key: publishableKey } = settings;
  if (publishableKey) {
    const names = { clientSecret: client_secret, paymentMethod: payment_method };
    await confirmStripePayment({ publishableKey, ...names });
  } else {
    await callInTime(confirmSandboxPayment, { body: { client_secret } });
  }
}

/** Asks a driver to confirm a payment when their bank requires it. */
export function ConfirmPayment({ payment, start, check, onChange }: ConfirmPaymentProps) {
  const confirm = useMutation<unknown, ApiError>({
    async mutationFn() {
      try {
        await confirmPayment(start);
      } finally {
        // A payment that the bank declined is also final.
        await check();
      }
    },
    networkMode: 'always',
    gcTime: 0,
  });
  const moment = useMoment(15);
  const texts = useTexts(cardTexts);
  const { formatMoney } = useFormats();
  const minutesLeft = Math.max(1, Math.ceil((payment.confirm_by - moment) / minuteMs));
  return (
    <section className="ui-parts" aria-label={texts.confirmTitle}>
      <p role="status">{texts.confirmHint(formatMoney(payment.amount), minutesLeft)}</p>
      {settings.stripe_publishable_key ? null : <p className="ui-dimmed">{texts.sandbox}</p>}
      <FormFailure error={confirm.error} />
      <Button
        size="xl"
        fullWidth
        loading={confirm.isPending}
        onClick={() => confirm.mutate(undefined, { onSettled: () => onChange?.() })}
      >
        {texts.confirm}
      </Button>
    </section>
  );
}
