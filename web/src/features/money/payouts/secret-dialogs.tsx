import { birthDateAsTyped, formatTypedEin } from '@lotkeeper/contract/money/processor';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { SecretDialog } from './secret-form.tsx';

interface DialogProps {
  organizationId: string;
  onClose: () => void;
}

export function EinDialog(props: DialogProps) {
  return (
    <SecretDialog
      {...props}
      title="Edit organization EIN"
      text="The EIN goes directly to the payment processor. We store only whether there is one."
      initial={{ ein: '' }}
      names={{ ein: 'the EIN' }}
      toSecrets={({ ein }) => ({ kind: 'ein', ein })}
    >
      {({ text, set }) => (
        <TextInput
          label="EIN"
          description="Nine digits, such as 12-3456789."
          {...text('ein')}
          onChange={(event) => set({ ein: formatTypedEin(event.currentTarget.value) })}
          inputMode="numeric"
          autoComplete="off"
          data-autofocus
          required
        />
      )}
    </SecretDialog>
  );
}

export function RepresentativeDialog(props: DialogProps) {
  return (
    <SecretDialog
      {...props}
      title="Edit account representative"
      text="The birth date goes directly to the payment processor. We store only the name."
      initial={{ first_name: '', last_name: '', birth_date: '' }}
      names={{
        first_name: 'the first name',
        last_name: 'the last name',
        birth_date: 'the birth date',
      }}
      toSecrets={({ first_name, last_name, birth_date }) => ({
        kind: 'representative',
        first_name: first_name.trim(),
        last_name: last_name.trim(),
        birth_date,
      })}
    >
      {({ text, set }) => (
        <>
          <TextInput
            label="First name"
            {...text('first_name')}
            autoComplete="off"
            maxLength={80}
            data-autofocus
            required
          />
          <TextInput
            label="Last name"
            {...text('last_name')}
            autoComplete="off"
            maxLength={80}
            required
          />
          <TextInput
            label="Birth date"
            placeholder="MM/DD/YYYY"
            {...text('birth_date')}
            onChange={(event) => set({ birth_date: birthDateAsTyped(event.currentTarget.value) })}
            inputMode="numeric"
            autoComplete="off"
            required
          />
        </>
      )}
    </SecretDialog>
  );
}
