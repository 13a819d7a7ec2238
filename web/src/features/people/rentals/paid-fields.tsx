import type { ComponentProps } from 'react';
import classes from '../../../ui/form/form.module.css';
import { TextInput } from '../../../ui/form/text-input.tsx';

/** What was paid, and why it's entered by hand. */
export function PaidFields(props: {
  text: (name: 'amount' | 'tax' | 'reason') => Omit<ComponentProps<typeof TextInput>, 'label'>;
}) {
  const { text } = props;
  return (
    <>
      <div className={classes.pair}>
        <TextInput label="Amount in dollars" inputMode="decimal" {...text('amount')} required />
        <TextInput label="Tax in it" inputMode="decimal" {...text('tax')} />
      </div>
      <TextInput
        label="Reason"
        description="It stays in the audit log."
        {...text('reason')}
        maxLength={200}
        required
      />
    </>
  );
}
