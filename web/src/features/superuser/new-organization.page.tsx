import { listOrganizations } from '@lotkeeper/contract/organizations';
import { createOrganization, searchOrganizations } from '@lotkeeper/contract/superuser';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { useSend } from '../../kernel/queries.ts';
import { Button } from '../../ui/form/button.tsx';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { numberProblem, parseNumber } from '../../ui/form/number-input.rules.ts';
import { NumberInput } from '../../ui/form/number-input.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { PageHeader } from '../../ui/frame/page-header.tsx';
import { Panel } from '../../ui/frame/panel.tsx';
import { percentRules } from './percent-rules.ts';
import classes from './superuser.module.css';

/** Creates an organization. */
export function NewOrganizationPage({ onCreated }: { onCreated: (pk: number) => void }) {
  const [name, setName] = useState('');
  const [commission, setCommission] = useState('10');
  const create = useSend(createOrganization, [listOrganizations, searchOrganizations]);
  const fields = create.error?.fields ?? {};
  const isWrong = numberProblem(commission, percentRules.commission_percent) !== undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const percent = parseNumber(commission, percentRules.commission_percent);
    if (percent === null || Number.isNaN(percent)) return;
    create.mutate(
      { body: { name, commission_percent: percent } },
      { onSuccess: ({ pk }) => onCreated(pk) },
    );
  };
  return (
    <>
      <title>Add new organization · Lotkeeper</title>
      <PageHeader title="Add new organization" />
      <Panel>
        <form className={classes.form} onSubmit={submit} noValidate>
          <TextInput
            label="Name"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={fields.name}
            maxLength={120}
            required
          />
          <NumberInput
            label="Commission in percent"
            description="Our share of adjusted revenue, 0 to 50."
            rules={percentRules.commission_percent}
            value={commission}
            onChange={setCommission}
            error={fields.commission_percent}
            required
          />
          <FormFailure error={create.error} />
          <Button type="submit" loading={create.isPending} disabled={!name.trim() || isWrong}>
            Add organization
          </Button>
        </form>
      </Panel>
    </>
  );
}
