import { getOrganization, listOrganizations } from '@lotkeeper/contract/organizations';
import { payoutSchedules } from '@lotkeeper/contract/payouts';
import type { OrganizationFields } from '@lotkeeper/contract/superuser';
import {
  getOrganizationFields,
  searchOrganizations,
  updateOrganization,
} from '@lotkeeper/contract/superuser';
import type { FormEvent } from 'react';
import { useState } from 'react';
import type { ApiError } from '../../kernel/api.ts';
import { useRead, useSend } from '../../kernel/queries.ts';
import { DataPanel } from '../../ui/data/data-panel.tsx';
import { TableSkeleton } from '../../ui/data/skeleton.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Choices } from '../../ui/form/choices.tsx';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { numberProblem, parseNumber } from '../../ui/form/number-input.rules.ts';
import { NumberInput } from '../../ui/form/number-input.tsx';
import { SearchSelect } from '../../ui/form/search-select.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { Notice } from '../../ui/frame/notice.tsx';
import { PageHeader } from '../../ui/frame/page-header.tsx';
import { Panel } from '../../ui/frame/panel.tsx';
import { toOption } from './option.ts';
import { percentRules } from './percent-rules.ts';
import classes from './superuser.module.css';

/** Changes an organization; what was before stays readable in its audit log. */
export function EditOrganizationPage({ organizationId }: { organizationId: string }) {
  const params = { id: organizationId };
  const fields = useRead(getOrganizationFields, { params });
  const update = useSend(updateOrganization, [
    getOrganizationFields,
    getOrganization,
    listOrganizations,
    searchOrganizations,
  ]);
  return (
    <>
      <title>Edit organization · Lotkeeper</title>
      <PageHeader title="Edit organization" subtitle={fields.data?.name} />
      <Panel>
        <DataPanel
          query={fields}
          errorTitle={getOrganizationFields.failure}
          skeleton={<TableSkeleton rows={5} columns={1} />}
        >
          {(data) => (
            <OrganizationForm
              start={data}
              pending={update.isPending}
              error={update.error}
              onSubmit={(body) => update.mutate({ params, body })}
            />
          )}
        </DataPanel>
        <Notice
          text={update.isSuccess ? 'Saved. Admins can see this change in their audit log.' : ''}
        />
      </Panel>
    </>
  );
}

const percents = [
  ['commission_percent', 'Commission in percent', 'Our share of adjusted revenue, 0 to 50.'],
  ['tax_percent', 'Tax in percent', 'On top of the price.'],
  ['processing_percent', 'Processing fee in percent', 'Of what a driver pays.'],
] as const;

const canAddDriver = [{ value: 'can_add_driver', label: 'Can add drivers' }] as const;

function OrganizationForm(props: {
  start: OrganizationFields;
  pending: boolean;
  error: ApiError | null;
  onSubmit: (fields: OrganizationFields) => void;
}) {
  const { start, pending, error } = props;
  const [draft, setDraft] = useState(start);
  const [input, setInput] = useState({
    commission_percent: String(start.commission_percent),
    tax_percent: String(start.tax_percent),
    processing_percent: String(start.processing_percent),
  });
  const fields = error?.fields ?? {};
  const [isSubmitted, setIsSubmitted] = useState(false);
  const problemFor = (name: keyof typeof input) => numberProblem(input[name], percentRules[name]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    if (percents.some(([name]) => problemFor(name))) return;
    const numbers = Object.fromEntries(
      percents.map(([name]) => [name, parseNumber(input[name], percentRules[name])]),
    );
    props.onSubmit({ ...draft, ...numbers });
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        label="Name"
        value={draft.name}
        onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
        error={fields.name}
        maxLength={120}
      />
      {percents.map(([name, label, description]) => (
        <NumberInput
          key={name}
          label={label}
          description={description}
          rules={percentRules[name]}
          value={input[name]}
          onChange={(text) => setInput({ ...input, [name]: text })}
          error={(isSubmitted ? problemFor(name) : undefined) ?? fields[name]}
        />
      ))}
      <SearchSelect
        label="Payouts"
        options={payoutSchedules.map(toOption)}
        value={draft.payout_schedule}
        onChoose={(value) =>
          setDraft({ ...draft, payout_schedule: value as OrganizationFields['payout_schedule'] })
        }
        error={fields.payout_schedule}
      />
      <Choices
        label="Settings"
        options={canAddDriver}
        chosen={draft.can_add_driver ? ['can_add_driver'] : []}
        onChange={(chosen) => setDraft({ ...draft, can_add_driver: chosen.length > 0 })}
      />
      <FormFailure error={error} />
      <Button type="submit" loading={pending} disabled={!draft.name.trim()}>
        Save organization
      </Button>
    </form>
  );
}
