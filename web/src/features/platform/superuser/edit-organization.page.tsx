import { addMonths, startOfMonth, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { payoutSchedules } from '@lotkeeper/contract/platform/organization-terms';
import { getOrganization, listOrganizations } from '@lotkeeper/contract/platform/organizations';
import type { OrganizationFields } from '@lotkeeper/contract/platform/superuser';
import {
  getOrganizationFields,
  searchOrganizations,
  updateOrganization,
} from '@lotkeeper/contract/platform/superuser';
import { useState } from 'react';
import type { Sending } from '../../../kernel/api.ts';
import { pickChanged, pickShown } from '../../../kernel/changes.ts';
import { now } from '../../../kernel/clock.ts';
import { useRead, useSend } from '../../../kernel/queries.ts';
import { toOption } from '../../../shared/option.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { Choices } from '../../../ui/form/choices.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import classes from '../../../ui/form/form.module.css';
import { explainDisabled, Form } from '../../../ui/form/form.tsx';
import { parseNumber } from '../../../ui/form/number-input.rules.ts';
import { NumberInput } from '../../../ui/form/number-input.tsx';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { findNumberProblems, findProblems, useForm } from '../../../ui/form/use-form.ts';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { CommissionBaseSelect } from './commission-base-select.tsx';
import { percentRules } from './percent-rules.ts';

/** Edits an organization; its audit log keeps the previous values. */
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
      <PageHeader title="Edit organization" subtitle={fields.data?.name} />
      <Panel>
        <DataPanel query={fields} skeleton={<TableSkeleton rows={5} columns={1} />}>
          {(data) => (
            <OrganizationForm
              start={data}
              send={update}
              done={update.isSuccess ? 'Saved. Admins can see this change in their audit log.' : ''}
              onSubmit={(changed, shownFields, onSaved) =>
                update.mutate(
                  {
                    params,
                    body: { ...changed, shown: pickShown(updateOrganization, shownFields) },
                  },
                  { onSuccess: onSaved },
                )
              }
            />
          )}
        </DataPanel>
      </Panel>
    </>
  );
}

const percents = [
  ['commission_percent', 'Commission in percent', 'Our share, 0 to 50.'],
  ['tax_percent', 'Tax in percent', 'On top of the price.'],
  ['processing_percent', 'Processing fee in percent', 'Of what a driver pays.'],
] as const;

const canAddDriver = [{ value: 'can_add_driver', label: 'Can add drivers' }] as const;

const toDraft = (fields: OrganizationFields) => ({
  ...fields,
  commission_percent: String(fields.commission_percent),
  tax_percent: String(fields.tax_percent),
  processing_percent: String(fields.processing_percent),
});
type Draft = ReturnType<typeof toDraft>;

const toBody = (draft: Draft) => ({
  ...draft,
  ...(Object.fromEntries(
    percents.map(([name]) => [name, parseNumber(draft[name], percentRules[name])]),
  ) as Pick<OrganizationFields, (typeof percents)[number][0]>),
});

const validateOrganization = (draft: Draft) => ({
  ...findProblems(updateOrganization.body, toBody(draft)),
  ...findNumberProblems(
    Object.fromEntries(
      percents.map(([name]) => [name, [draft[name], percentRules[name]] as const]),
    ),
  ),
});

function OrganizationForm(props: {
  start: OrganizationFields;
  send: Sending | null;
  done: string;
  onSubmit: (
    changed: Partial<OrganizationFields>,
    shown: OrganizationFields,
    onSaved: (saved: OrganizationFields) => void,
  ) => void;
}) {
  const { start, send, done, onSubmit } = props;
  const [shownFields, setShownFields] = useState(start);
  const form = useForm({
    initial: () => toDraft(start),
    validate: validateOrganization,
    send,
    onSubmit: (draft) =>
      onSubmit(pickChanged(toBody(draft), toBody(toDraft(shownFields))), shownFields, (saved) => {
        setShownFields(saved);
        form.reset(toDraft(saved));
      }),
  });
  const { values, set, text, number, errorFor } = form;
  const isUnnamed = !values.name.trim();
  const today = toLocalDate(now(), 'UTC');
  return (
    <Form
      form={form}
      submit="Save organization"
      done={done}
      disabled={isUnnamed}
      reason={explainDisabled([{ name: 'the name', isEmpty: isUnnamed }], 'save the organization')}
      className={classes.page}
    >
      <TextInput label="Name" {...text('name')} maxLength={120} required />
      <CommissionBaseSelect
        value={values.commission_base}
        onChoose={(commission_base) =>
          set({
            commission_base,
            commission_base_from:
              commission_base === shownFields.commission_base
                ? shownFields.commission_base_from
                : addMonths(startOfMonth(today), 1),
          })
        }
      />
      {values.commission_base_from === null ? null : (
        <DateField
          label="Base in force from"
          description="Entries that are recorded keep their commission."
          value={values.commission_base_from}
          today={today}
          onChange={(commission_base_from) => set({ commission_base_from })}
          error={errorFor('commission_base_from')}
        />
      )}
      <div className={classes.pair}>
        {percents.map(([name, label, description]) => (
          <NumberInput
            key={name}
            label={label}
            description={description}
            rules={percentRules[name]}
            {...number(name)}
            required
          />
        ))}
      </div>
      <SearchSelect
        label="Payouts"
        options={payoutSchedules.map(toOption)}
        value={values.payout_schedule}
        onChoose={(value) =>
          set({ payout_schedule: value as OrganizationFields['payout_schedule'] })
        }
        error={errorFor('payout_schedule')}
      />
      <Choices
        label="Settings"
        options={canAddDriver}
        chosen={values.can_add_driver ? ['can_add_driver'] : []}
        onChange={(chosen) => set({ can_add_driver: chosen.length > 0 })}
      />
    </Form>
  );
}
