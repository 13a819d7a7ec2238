import { birthDateAsTyped, formatTypedEin } from '@lotkeeper/contract/processor';
import { useState } from 'react';
import { TextInput } from '../../ui/form/text-input.tsx';
import { SecretDialog } from './secret-form.tsx';

interface DialogProps {
  organizationId: string;
  onClose: () => void;
}

/** Changes the EIN of the organization. */
export function EinDialog(props: DialogProps) {
  const [ein, setEin] = useState('');
  return (
    <SecretDialog
      {...props}
      title="Edit organization EIN"
      text="The EIN goes directly to the payment processor. We store only whether there is one."
      secrets={{ kind: 'ein', ein }}
      filled={ein !== ''}
    >
      {(faults) => (
        <TextInput
          label="EIN"
          description="Nine digits, such as 12-3456789."
          value={ein}
          onChange={(event) => setEin(formatTypedEin(event.currentTarget.value))}
          error={faults.ein}
          inputMode="numeric"
          data-autofocus
          required
        />
      )}
    </SecretDialog>
  );
}

/** Changes who answers for the account. */
export function RepresentativeDialog(props: DialogProps) {
  const [firstName, setFirstName] = useState('');
  const [lastName, setLastName] = useState('');
  const [born, setBorn] = useState('');
  const secrets = {
    kind: 'representative' as const,
    first_name: firstName.trim(),
    last_name: lastName.trim(),
    birth_date: born,
  };
  return (
    <SecretDialog
      {...props}
      title="Edit account representative"
      text="The birth date goes directly to the payment processor. We store only the name."
      secrets={secrets}
      filled={Boolean(secrets.first_name && secrets.last_name && born)}
    >
      {(faults) => (
        <>
          <TextInput
            label="First name"
            value={firstName}
            onChange={(event) => setFirstName(event.currentTarget.value)}
            error={faults.first_name}
            maxLength={80}
            data-autofocus
            required
          />
          <TextInput
            label="Last name"
            value={lastName}
            onChange={(event) => setLastName(event.currentTarget.value)}
            error={faults.last_name}
            maxLength={80}
            required
          />
          <TextInput
            label="Birth date"
            placeholder="MM/DD/YYYY"
            value={born}
            onChange={(event) => setBorn(birthDateAsTyped(event.currentTarget.value))}
            error={faults.birth_date}
            inputMode="numeric"
            required
          />
        </>
      )}
    </SecretDialog>
  );
}
