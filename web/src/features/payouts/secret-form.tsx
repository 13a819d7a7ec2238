import type { ProcessorSecrets } from '@lotkeeper/contract/processor';
import type { FormEvent, ReactNode } from 'react';
import { useState } from 'react';
import { Button } from '../../ui/form/button.tsx';
import form from '../../ui/form/form.module.css';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { Dialog } from '../../ui/frame/dialog.tsx';
import type { Faults } from './payouts.api.ts';
import { useAccountChange, useToken, validateSecrets } from './payouts.api.ts';
import classes from './payouts.module.css';

/** A dialog whose fields go to the processor and come back as a token, with which the account is changed. */
export function SecretDialog(props: {
  title: string;
  text: string;
  organizationId: string;
  secrets: ProcessorSecrets;
  /** Whether every field has something in it. */
  filled: boolean;
  onClose: () => void;
  children: (faults: Faults) => ReactNode;
}) {
  const { title, organizationId: organization, secrets, onClose } = props;
  const token = useToken();
  const change = useAccountChange();
  const [faults, setFaults] = useState<Faults>({});
  const error = token.error ?? change.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = validateSecrets(secrets);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    token.mutate(secrets, {
      onSuccess: (token) =>
        change.mutate({ body: { organization, token } }, { onSuccess: onClose }),
    });
  };
  return (
    <Dialog label={title} onClose={onClose}>
      <h2 className={form.heading}>{title}</h2>
      <form className={form.form} onSubmit={submit} noValidate autoComplete="off">
        <p className={classes.lead}>{props.text}</p>
        {props.children({ ...error?.fields, ...faults })}
        <FormFailure error={error} />
        <div className={form.buttons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            loading={token.isPending || change.isPending}
            disabled={!props.filled}
          >
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
