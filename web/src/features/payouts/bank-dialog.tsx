import { holdHours } from '@lotkeeper/contract/payouts';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { Button } from '../../ui/form/button.tsx';
import { isCodeComplete } from '../../ui/form/code-input.rules.ts';
import { CodeInput } from '../../ui/form/code-input.tsx';
import form from '../../ui/form/form.module.css';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { Dialog } from '../../ui/frame/dialog.tsx';
import type { Faults } from './payouts.api.ts';
import { useAccountChange, useCode, useToken, validateSecrets } from './payouts.api.ts';
import classes from './payouts.module.css';

interface BankDialogProps {
  organizationId: string;
  onClose: () => void;
}

/** Changes the bank account: the numbers go to the processor, then a fresh code proves who asks. */
export function BankDialog({ organizationId, onClose }: BankDialogProps) {
  const token = useToken();
  const code = useCode();
  const ready = token.data !== undefined && code.data !== undefined;
  return (
    <Dialog label="Edit bank account" onClose={onClose}>
      <h2 className={form.heading}>Edit bank account</h2>
      {ready ? (
        <CodeStep
          organizationId={organizationId}
          token={token.data ?? ''}
          code={code}
          onClose={onClose}
        />
      ) : (
        <NumbersStep
          onNumbers={(numbers) =>
            token.mutate(
              { kind: 'bank_account', ...numbers },
              { onSuccess: () => code.mutate({ body: { organization: organizationId } }) },
            )
          }
          error={token.error ?? code.error}
          pending={token.isPending || code.isPending}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

function NumbersStep(props: {
  onNumbers: (numbers: { routing_number: string; account_number: string }) => void;
  error: ReturnType<typeof useToken>['error'];
  pending: boolean;
  onClose: () => void;
}) {
  const [routing, setRouting] = useState('');
  const [account, setAccount] = useState('');
  const [faults, setFaults] = useState<Faults>({});
  const numbers = { routing_number: routing.trim(), account_number: account.trim() };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = validateSecrets({ kind: 'bank_account', ...numbers });
    setFaults(found);
    if (Object.keys(found).length === 0) props.onNumbers(numbers);
  };
  const fieldErrors = { ...props.error?.fields, ...faults };
  return (
    <form className={form.form} onSubmit={submit} noValidate autoComplete="off">
      <p className={classes.lead}>
        The numbers go directly to the payment processor. We store only the bank’s name and the last
        four digits.
      </p>
      <TextInput
        label="Routing number"
        value={routing}
        onChange={(event) => setRouting(event.currentTarget.value)}
        error={fieldErrors.routing_number}
        inputMode="numeric"
        maxLength={9}
        data-autofocus
        required
      />
      <TextInput
        label="Account number"
        value={account}
        onChange={(event) => setAccount(event.currentTarget.value)}
        error={fieldErrors.account_number}
        inputMode="numeric"
        maxLength={17}
        required
      />
      <FormFailure error={props.error} />
      <div className={form.buttons}>
        <Button variant="default" onClick={props.onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          loading={props.pending}
          disabled={!numbers.routing_number || !numbers.account_number}
        >
          Continue
        </Button>
      </div>
    </form>
  );
}

function CodeStep(props: {
  organizationId: string;
  token: string;
  code: ReturnType<typeof useCode>;
  onClose: () => void;
}) {
  const { organizationId: organization, token, code, onClose } = props;
  const change = useAccountChange();
  const [input, setInput] = useState('');
  const send = () =>
    change.mutate({ body: { organization, token, code: input } }, { onSuccess: onClose });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const { medium, target } = code.data ?? { medium: 'emailed', target: '' };
  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <p className={classes.lead}>
        Enter the verification code we {medium} to {target}. Every Admin is notified of the change,
        and payouts are held for {holdHours} hours.
      </p>
      <CodeInput
        label="Verification code"
        value={input}
        onChange={setInput}
        onEnter={send}
        error={change.error?.fields.code}
        refused={change.error}
        autoFocus
      />
      <FormFailure error={change.error ?? code.error} />
      <div className={form.buttons}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="subtle"
          loading={code.isPending}
          onClick={() => code.mutate({ body: { organization } })}
        >
          Send another code
        </Button>
        <Button type="submit" loading={change.isPending} disabled={!isCodeComplete(input)}>
          Change bank account
        </Button>
      </div>
    </form>
  );
}
