import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import { confirmSandboxPayment } from '@lotkeeper/contract/money/processor';
import type { DriverRequest } from '@lotkeeper/contract/operations/valet';
import { checkDriverPayment, startPaymentConfirmation } from '@lotkeeper/contract/operations/valet';
import { useMutation } from '@tanstack/react-query';
import type { ApiError } from '../../../kernel/api.ts';
import { formatMoneyExact } from '../../../kernel/format.ts';
import { settings } from '../../../kernel/settings.ts';
import { useMoment } from '../../../kernel/use-moment.ts';
import { confirmStripePayment } from '../../../shared/stripe-fields.ts';
import { Button } from '../../../ui/form/button.tsx';
import formClasses from '../../../ui/form/form.module.css';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import classes from './driver-request.module.css';
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

/** How long a payment can still be confirmed. */
function formatTimeLeft(confirmBy: number, moment: number): string {
  const minutes = Math.max(1, Math.ceil((confirmBy - moment) / minuteMs));
  return minutes === 1 ? 'within a minute' : `within ${minutes} minutes`;
}

/** Asks a driver to confirm a payment when their bank requires it. */
export function ConfirmPart(props: {
  token: string;
  payment: NonNullable<DriverRequest['payment']>;
  onChange: () => void;
}) {
  const { token, payment, onChange } = props;
  const confirm = useConfirmation(token);
  const moment = useMoment(15);
  return (
    <section className={classes.payment} aria-label="Confirm your payment">
      <p role="status">
        Your bank wants you to confirm the payment of {formatMoneyExact(payment.amount)}. Confirm it{' '}
        {formatTimeLeft(payment.confirm_by, moment)}, or it’s canceled.
      </p>
      {settings.stripe_publishable_key ? null : (
        <p className={formClasses.note}>
          This is the sandbox: no bank is asked, and no money moves.
        </p>
      )}
      <FormFailure error={confirm.error} />
      <Button
        size="xl"
        fullWidth
        loading={confirm.isPending}
        onClick={() => confirm.mutate(undefined, { onSettled: onChange })}
      >
        Confirm payment
      </Button>
    </section>
  );
}
