import { holdHours } from '@lotkeeper/contract/money/payouts';
import { nothingSends } from '@lotkeeper/contract/people/session';
import { useSends } from '../../../kernel/session.tsx';
import { CodeForm } from '../../../shared/code-form.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import { useAccountChange, useCode, useToken, validateSecrets } from './payouts.api.ts';

interface BankDialogProps {
  organizationId: string;
  onClose: () => void;
}

/** Changes the bank account: the numbers go to the processor, then a fresh code verifies the person. */
export function BankDialog({ organizationId, onClose }: BankDialogProps) {
  const token = useToken();
  const code = useCode();
  const ready = token.data !== undefined && code.data !== undefined;
  return (
    <Dialog title="Edit bank account" onClose={onClose}>
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

interface BankNumbers {
  routing_number: string;
  account_number: string;
}

const trim = ({ routing_number, account_number }: BankNumbers): BankNumbers => ({
  routing_number: routing_number.trim(),
  account_number: account_number.trim(),
});

function NumbersStep(props: {
  onNumbers: (numbers: BankNumbers) => void;
  error: ReturnType<typeof useToken>['error'];
  pending: boolean;
  onClose: () => void;
}) {
  const form = useForm({
    initial: { routing_number: '', account_number: '' },
    validate: (draft) => validateSecrets({ kind: 'bank_account', ...trim(draft) }),
    send: { error: props.error, isPending: props.pending },
    onSubmit: (draft) => props.onNumbers(trim(draft)),
  });
  const { values, text } = form;
  return (
    <Form
      form={form}
      submit="Continue"
      disabled={!values.routing_number.trim() || !values.account_number.trim()}
      reason={form.explain('continue', {
        routing_number: 'the routing number',
        account_number: 'the account number',
      })}
      onCancel={props.onClose}
    >
      <p>
        The numbers go directly to the payment processor. We store only the bank’s name and the last
        four digits.
      </p>
      <TextInput
        label="Routing number"
        {...text('routing_number')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        data-autofocus
        required
      />
      <TextInput
        label="Account number"
        {...text('account_number')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={17}
        required
      />
    </Form>
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
  const sends = useSends();
  return (
    <CodeForm
      sent={code.data}
      submit="Change bank account"
      check={change}
      onCode={(typedCode) =>
        change.mutate({ body: { organization, token, code: typedCode } }, { onSuccess: onClose })
      }
      request={code}
      onRequest={() => code.mutate({ body: { organization } })}
      onCancel={onClose}
    >
      Payouts are held for {holdHours} hours.{' '}
      {sends.email
        ? 'Every Admin is notified of the change.'
        : `${nothingSends.email} Tell the other Admins of the change yourself.`}
    </CodeForm>
  );
}
