import { toLocalDate, toLocalTime } from '@lotkeeper/contract/kernel/calendar';
import { recordHandPayment } from '@lotkeeper/contract/people/hand-entries';
import { getRentalStory } from '@lotkeeper/contract/trust/stories';
import { now } from '../../../kernel/clock.ts';
import { useSend } from '../../../kernel/queries.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import classes from '../../../ui/form/form.module.css';
import { explainDisabled, Form } from '../../../ui/form/form.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { findProblems, useForm, useRequestKey } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import type { PaymentDraft } from './hand-rental.rules.ts';
import { toPaymentBody } from './hand-rental.rules.ts';
import { PaidFields } from './paid-fields.tsx';

/** Records a further payment of a rental that no system sent. */
export function HandPaymentDialog(props: {
  rental: string;
  timezone: string;
  onClose: () => void;
}) {
  const { rental, timezone, onClose } = props;
  const request = useRequestKey();
  const record = useSend(recordHandPayment, [getRentalStory]);
  const today = toLocalDate(now(), timezone);
  const form = useForm<PaymentDraft>({
    initial: () => ({
      day: today,
      time: toLocalTime(now(), timezone).slice(-5),
      amount: '',
      tax: '',
      reason: '',
    }),
    validate: (draft) =>
      findProblems(recordHandPayment.body, toPaymentBody(draft, timezone, request)),
    send: record,
    onSubmit: (draft) =>
      record.mutate(
        { params: { id: rental }, body: toPaymentBody(draft, timezone, request) },
        { onSuccess: onClose },
      ),
  });
  const { values, set, text } = form;
  const reason = explainDisabled(
    [
      { name: 'the amount', isEmpty: values.amount.trim() === '' },
      { name: 'the reason', isEmpty: values.reason.trim() === '' },
    ],
    'record it',
  );
  return (
    <Dialog title="Enter a payment" onClose={onClose}>
      <Form form={form} submit="Record" reason={reason} onCancel={onClose}>
        <div className={classes.pair}>
          <DateField
            label="Day"
            value={values.day}
            today={today}
            onChange={(day) => set({ day })}
            required
          />
          <TextInput label="Time" type="time" {...text('time', 'paid_at')} required />
        </div>
        <PaidFields text={text} />
      </Form>
    </Dialog>
  );
}
