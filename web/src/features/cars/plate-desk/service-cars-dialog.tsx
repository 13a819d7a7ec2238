import { getOutcomes } from '@lotkeeper/contract/cars/outcomes';
import type { ServiceCar, ServiceKind } from '@lotkeeper/contract/cars/service-cars';
import {
  addServiceCar,
  listServiceCars,
  removeServiceCar,
  serviceCarRules,
  serviceKindLabels,
  serviceKinds,
} from '@lotkeeper/contract/cars/service-cars';
import { findHomePair, stateOfPair } from '@lotkeeper/contract/kernel/state-names';
import { useState } from 'react';
import { useRead, useSend } from '../../../kernel/queries.ts';
import { StateSelect } from '../../../shared/state-select.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { actionsColumn, RowButton } from '../../../ui/data/row-actions.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { OneChoice } from '../../../ui/form/one-choice.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { findProblems, useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import { Notice } from '../../../ui/frame/notice.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import classes from './plate-desk.module.css';

interface ServiceCarsDialogProps {
  organizationId: string;
  /** The car that somebody just found to be no customer’s; null without one. */
  found: { plate: string; state: string | null } | null;
  /** Visits wait no more, or wait again. */
  onChange: () => void;
  onClose: () => void;
}

interface Values {
  plate: string;
  pair: string | null;
  kind: ServiceKind;
  note: string;
}

const toBody = ({ pair, ...values }: Values) => {
  const place = stateOfPair(pair ?? '');
  return { ...values, state: place?.state ?? '', country: place?.country ?? ('US' as const) };
};

const changedReads = [listServiceCars, getOutcomes];

/** The cars of staff, services and tow trucks, which are never customers; Admins add and remove them. */
export default function ServiceCarsDialog(props: ServiceCarsDialogProps) {
  const { organizationId, found, onChange, onClose } = props;
  const params = { id: organizationId };
  const list = useRead(listServiceCars, { params });
  const add = useSend(addServiceCar, changedReads);
  const remove = useSend(removeServiceCar, changedReads);
  const [notice, setNotice] = useState('');
  const report = (text: string) => {
    setNotice(text);
    onChange();
  };
  const initial: Values = {
    plate: found?.plate ?? '',
    pair: findHomePair(found?.state ?? ''),
    kind: 'staff',
    note: '',
  };
  const form = useForm<Values>({
    initial,
    validate: (values) => findProblems(addServiceCar.body, toBody(values)),
    send: add,
    onSubmit: (values) =>
      add.mutate(
        { params, body: toBody(values) },
        {
          onSuccess: () => {
            form.reset({ ...initial, plate: '', kind: values.kind });
            report(`${values.plate.trim().toUpperCase()} is in the list.`);
          },
        },
      ),
  });
  const columns: DataColumn<ServiceCar>[] = [
    {
      key: 'plate',
      header: 'License plate',
      render: ({ car_details: { plate, state } }) => `${plate} (${state})`,
    },
    { key: 'kind', header: 'Kind', render: ({ kind }) => serviceKindLabels[kind] },
    { key: 'note', header: 'Note', render: ({ note }) => <UserText>{note}</UserText> },
    actionsColumn('Remove', ({ pk, car_details: { plate } }) => (
      <RowButton
        action="Remove"
        subject={plate}
        loading={remove.isPending && remove.variables.params.car === pk}
        onClick={() =>
          remove.mutate(
            { params: { ...params, car: pk } },
            { onSuccess: () => report(`${plate} is a customer’s car again.`) },
          )
        }
      />
    )),
  ];
  return (
    <Dialog title="Staff and service cars" onClose={onClose}>
      <p className={classes.none}>
        They are never charged, at any property. Their visits count as “Not a customer”, also those
        of the last {serviceCarRules.daysBefore} days that nobody paid for.
      </p>
      <Form form={form} submit="Add" onCancel={onClose}>
        <TextInput
          label="License plate"
          maxLength={24}
          autoComplete="off"
          autoCapitalize="characters"
          required
          {...form.text('plate')}
        />
        <StateSelect
          value={form.values.pair}
          onChoose={(pair) => form.set({ pair })}
          error={form.errorFor('state')}
          required
        />
        <OneChoice<ServiceKind>
          label="Kind"
          options={serviceKinds.map((kind) => ({ value: kind, label: serviceKindLabels[kind] }))}
          chosen={form.values.kind}
          onChange={(kind) => form.set({ kind })}
        />
        <TextInput
          label="Note"
          description="Optional, such as a name or a company."
          maxLength={80}
          {...form.text('note')}
        />
      </Form>
      <Notice text={notice} />
      <FormFailure error={remove.error} action={removeServiceCar.failure} />
      <DataPanel
        flush
        query={list}
        skeleton={<TableSkeleton rows={3} columns={4} />}
        isEmpty={({ cars }) => cars.length === 0}
        empty={{ title: 'No car is in the list yet' }}
      >
        {({ cars }) => (
          <DataTable
            caption="Staff and service cars"
            columns={columns}
            rows={cars}
            rowKey={({ pk }) => pk}
          />
        )}
      </DataPanel>
    </Dialog>
  );
}
