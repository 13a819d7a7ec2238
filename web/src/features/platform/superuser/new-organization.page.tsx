import type { CommissionBase } from '@lotkeeper/contract/platform/organization-terms';
import { usualCommissionBase } from '@lotkeeper/contract/platform/organization-terms';
import { listOrganizations } from '@lotkeeper/contract/platform/organizations';
import { createOrganization, searchOrganizations } from '@lotkeeper/contract/platform/superuser';
import { useSend } from '../../../kernel/queries.ts';
import classes from '../../../ui/form/form.module.css';
import { explainDisabled, Form } from '../../../ui/form/form.tsx';
import { parseNumber } from '../../../ui/form/number-input.rules.ts';
import { NumberInput } from '../../../ui/form/number-input.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { findNumberProblems, findProblems, useForm } from '../../../ui/form/use-form.ts';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { CommissionBaseSelect } from './commission-base-select.tsx';
import { percentRules } from './percent-rules.ts';

interface Draft {
  name: string;
  commission: string;
  commission_base: CommissionBase;
}

const toBody = ({ name, commission, commission_base }: Draft) => ({
  name,
  commission_base,
  commission_percent: parseNumber(commission, percentRules.commission_percent) ?? Number.NaN,
});

const validateOrganization = (draft: Draft) => ({
  ...findProblems(createOrganization.body, toBody(draft)),
  ...findNumberProblems({
    commission_percent: [draft.commission, percentRules.commission_percent],
  }),
});

export function NewOrganizationPage({ onCreated }: { onCreated: (pk: number) => void }) {
  const create = useSend(createOrganization, [listOrganizations, searchOrganizations]);
  const form = useForm<Draft>({
    initial: { name: '', commission: '10', commission_base: usualCommissionBase },
    validate: validateOrganization,
    send: create,
    onSubmit: (draft) =>
      create.mutate({ body: toBody(draft) }, { onSuccess: ({ pk }) => onCreated(pk) }),
  });
  const { values, problems, set, text, number } = form;
  return (
    <>
      <PageHeader title="Add new organization" />
      <Panel>
        <Form
          form={form}
          submit="Add organization"
          disabled={!form.isValid}
          reason={explainDisabled(
            [
              { name: 'the name', isEmpty: !values.name.trim(), problem: problems['name'] },
              {
                name: 'the commission',
                isEmpty: !values.commission.trim(),
                problem: problems['commission_percent'],
              },
            ],
            'add the organization',
          )}
          className={classes.page}
        >
          <TextInput label="Name" {...text('name')} maxLength={120} required />
          <NumberInput
            label="Commission in percent"
            description="Our share, 0 to 50."
            rules={percentRules.commission_percent}
            {...number('commission', 'commission_percent')}
            required
          />
          <CommissionBaseSelect
            value={values.commission_base}
            onChoose={(commission_base) => set({ commission_base })}
          />
        </Form>
      </Panel>
    </>
  );
}
