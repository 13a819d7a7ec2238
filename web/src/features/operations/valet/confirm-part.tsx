import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import { confirmSandboxPayment } from '@lotkeeper/contract/money/processor';
import type { DriverRequest } from '@lotkeeper/contract/operations/valet';
import { checkDriverPayment, startPaymentConfirmation } from '@lotkeeper/contract/operations/valet';
import { useMutation } from '@tanstack/react-query';
import type { ApiError } from '../../../kernel/api.ts';
import { useTexts } from '../../../kernel/language.ts';
import { useFormats } from '../../../kernel/language-formats.ts';
import { settings } from '../../../kernel/settings.ts';
import { useMoment } from '../../../kernel/use-moment.ts';
import { confirmStripePayment } from '../../../shared/stripe-fields.ts';
import { Button } from '../../../ui/form/button.tsx';
import formClasses from '../../../ui/form/form.module.css';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import classes from './driver-request.module.css';
import { driverTexts } from './driver-texts.ts';
import { callInTime } from './valet.api.ts';

/** Has the driver confirm the payment: in their bank's dialog through Stripe's script, or else in the sandbox. */
async function confirmPayment(token: string): Promise<void> {
  const { client_secret, payment_method } = await callInTime(startPaymentConfirmation, {
    params: { token },
  });
  const { stripe_publishable_key: publishableKey } = settings;
  if (publishableKey) {
    const names = { clientSecret: client_secret, paymentMethod: payment_method };
    await confirmStripePayment({ publishableKey, ...names });
  } else {
    await callInTime(confirmSandboxPayment, { body: { client_secret } });
  }
}

const useConfirmation = (token: string) =>
  useMutation<unknown, ApiError>({
    async mutationFn() {
      try {
        await confirmPayment(token);
      } finally {
        // A payment that the bank declined is also final.
        await callInTime(checkDriverPayment, { params: { token } });
      }
    },
    networkMode: 'always',
    gcTime: 0,
  });

/** Asks a driver to confirm a payment when their bank requires it. */
export function ConfirmPart(props: {
  token: string;
  payment: NonNullable<DriverRequest['payment']>;
  onChange: () => void;
}) {
  const { token, payment, onChange } = props;
  const confirm = useConfirmation(token);
  const moment = useMoment(15);
  const texts = useTexts(driverTexts);
  const { formatMoney } = useFormats();
  const minutesLeft = Math.max(1, Math.ceil((payment.confirm_by - moment) / minuteMs));
  return (
    <section className={classes.payment} aria-label={texts.confirmTitle}>
      <p role="status">{texts.confirmHint(formatMoney(payment.amount), minutesLeft)}</p>
      {settings.stripe_publishable_key ? null : <p className={formClasses.note}>{texts.sandbox}</p>}
      <FormFailure error={confirm.error} />
      <Button
        size="xl"
        fullWidth
        loading={confirm.isPending}
        onClick={() => confirm.mutate(undefined, { onSettled: onChange })}
      >
        {texts.confirm}
      </Button>
    </section>
  );
}
