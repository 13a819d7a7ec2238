import { cents, centsAsTyped, dollarsText, typedToCents } from '@lotkeeper/contract/kernel/money';
import type { CardPayment } from '@lotkeeper/contract/money/refunds';
import {
  createRefund,
  createViolationRefund,
  listCardPayments,
  listViolationPayments,
} from '@lotkeeper/contract/money/refunds';
import { getRentalStory, getViolationStory } from '@lotkeeper/contract/trust/stories';
import { useState } from 'react';
import { formatInstant } from '../../../kernel/format.ts';
import { useRead, useSend } from '../../../kernel/queries.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { findProblems, useForm, useRequestKey } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import classes from './stories.module.css';

const calls = {
  rental: { list: listCardPayments, send: createRefund, story: getRentalStory },
  violation: { list: listViolationPayments, send: createViolationRefund, story: getViolationStory },
} as const;

/** What was paid: a rental or a violation, by its uuid. */
interface Paid {
  record: keyof typeof calls;
  id: string;
}

/** The card payments of a rental or a violation, each with a refund button; only for Admins. */
export function StoryRefund({ timezone, ...paid }: Paid & { timezone: string }) {
  const payments = useRead(calls[paid.record].list, { params: { id: paid.id } });
  const [dialog, setDialog] = useState<CardPayment | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  if (payments.error) {
    return (
      <Panel title="Card payments">
        <FormFailure error={payments.error} />
      </Panel>
    );
  }
  if (!payments.data || payments.data.length === 0) return null;
  return (
    <Panel title="Card payments">
      {payments.data.map((payment) => (
        <div key={payment.payment} className={classes.payment}>
          <p className="ui-note">
            {dollarsText(payment.amount)} on {formatInstant(payment.paid_at / 1000, timezone)}
            {payment.left === payment.amount ? '' : `, ${dollarsText(payment.left)} not refunded`}
          </p>
          {payment.left > 0 ? (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Refund ${dollarsText(payment.left)}`}
              onClick={() => {
                setNotice(null);
                setDialog(payment);
              }}
            >
              Refund
            </Button>
          ) : null}
        </div>
      ))}
      <p role="status" className="ui-note">
        {notice}
      </p>
      {dialog ? (
        <RefundDialog
          paid={paid}
          payment={dialog}
          onRefunded={(amount) => setNotice(`${dollarsText(cents(amount))} was refunded.`)}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </Panel>
  );
}

function RefundDialog(props: {
  paid: Paid;
  payment: CardPayment;
  onRefunded: (amount: number) => void;
  onClose: () => void;
}) {
  const { paid, payment, onClose } = props;
  const { list, send, story } = calls[paid.record];
  const request = useRequestKey();
  const refund = useSend(send, [list, story]);
  const toBody = ({ amount }: { amount: string }) => ({
    payment: payment.payment,
    amount: typedToCents(amount) ?? Number.NaN,
    request,
  });
  const form = useForm({
    initial: { amount: centsAsTyped(payment.left) },
    validate: (values) => findProblems(createRefund.body, toBody(values)),
    send: refund,
    onSubmit: (values) => {
      const body = toBody(values);
      refund.mutate(
        { params: { id: paid.id }, body },
        {
          onSuccess: () => {
            props.onRefunded(body.amount);
            onClose();
          },
        },
      );
    },
  });
  return (
    <Dialog title="Refund this payment?" onClose={onClose}>
      <Form
        form={form}
        submit="Refund"
        reason={form.explain('refund', { amount: 'the amount' })}
        onCancel={onClose}
      >
        <p className="ui-bottom-wide">
          The amount goes back to the driver’s card and can’t be taken back. Processing fees aren’t
          returned. Up to {dollarsText(payment.left)} can be refunded.
        </p>
        <TextInput
          label="Amount in dollars"
          {...form.text('amount')}
          inputMode="decimal"
          data-autofocus
          required
        />
      </Form>
    </Dialog>
  );
}
