import { states } from '@lotkeeper/contract/kernel/places';
import { getOrganization } from '@lotkeeper/contract/organizations';
import { classifications, listSpots } from '@lotkeeper/contract/spots';
import { createSpot, searchSpots } from '@lotkeeper/contract/superuser';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { useRead, useSend } from '../../kernel/queries.ts';
import { Button } from '../../ui/button.tsx';
import { FormFailure } from '../../ui/form-failure.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SearchSelect } from '../../ui/search-select.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import type { Draft } from './new-property.rules.ts';
import { emptyDraft, isComplete, toBody } from './new-property.rules.ts';
import classes from './superuser.module.css';

const option = (value: string) => ({ value, label: value.replaceAll('_', ' ') });
const zones = Intl.supportedValuesOf('timeZone')
  .filter((zone) => zone.startsWith('America/') || zone.startsWith('Pacific/'))
  .map(option);
const places = [...states.US, ...states.CA, ...states.MX];
const stateOptions = [...new Set(places)].map(option);

/** Creates a property of an organization. */
export function NewPropertyPage(props: {
  organizationId: string;
  onCreated: (pk: number) => void;
}) {
  const { organizationId, onCreated } = props;
  const [draft, setDraft] = useState<Draft>(emptyDraft);
  const organization = useRead(
    getOrganization,
    organizationId ? { params: { id: organizationId } } : null,
  );
  const create = useSend(createSpot, [listSpots, searchSpots, getOrganization]);
  const fields = create.error?.fields ?? {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(
      { body: toBody(draft, Number(organizationId)) },
      { onSuccess: ({ pk }) => onCreated(pk) },
    );
  };
  const text = (
    name: Exclude<keyof Draft, 'state' | 'timezone' | 'classification'>,
    label: string,
  ) => (
    <TextInput
      label={label}
      value={draft[name]}
      onChange={(event) => {
        const { value } = event.currentTarget;
        setDraft((before) => ({ ...before, [name]: value }));
      }}
      error={fields[name]}
      maxLength={200}
    />
  );
  const choice = (
    name: 'state' | 'timezone' | 'classification',
    label: string,
    options: { value: string; label: string }[],
  ) => (
    <SearchSelect
      label={label}
      options={options}
      value={draft[name] || null}
      onChoose={(value) => setDraft((before) => ({ ...before, [name]: value }))}
      error={fields[name]}
    />
  );
  return (
    <>
      <title>Add Spot · Lotkeeper</title>
      <PageHeader
        title="Add Spot"
        subtitle={organization.data?.name ?? 'Choose an organization first'}
      />
      <Panel>
        <form className={classes.form} onSubmit={submit} noValidate>
          {text('name', 'Name')}
          {text('address_line1', 'Address')}
          <div className={classes.pair}>
            {text('city', 'City')}
            {choice('state', 'State', stateOptions)}
          </div>
          <div className={classes.pair}>
            {choice('timezone', 'Time zone', zones)}
            {choice('classification', 'Classification', classifications.map(option))}
          </div>
          <div className={classes.pair}>
            {text('quantity', 'Spaces')}
            {text('quantity_monthly', 'Spaces for monthly drivers')}
          </div>
          <div className={classes.pair}>
            {text('price_hourly', 'Price of an hour in $ (empty = not sold)')}
            {text('price_daily', 'Price of a day in $ (empty = not sold)')}
            {text('price_monthly', 'Price of a month in $ (empty = not sold)')}
          </div>
          <FormFailure error={create.error} />
          <Button
            type="submit"
            loading={create.isPending}
            disabled={!organization.data || !isComplete(draft)}
          >
            Add Spot
          </Button>
        </form>
      </Panel>
    </>
  );
}
