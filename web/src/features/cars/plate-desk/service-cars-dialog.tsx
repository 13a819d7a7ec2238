import { getOutcomes } from '@lotkeeper/contract/cars/outcomes';
import type { ServiceCar, ServiceKind } from '@lotkeeper/contract/cars/service-cars';
import {
  createServiceCar,
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
import { Button } from '../../../ui/form/button.tsx';
import formClasses from '../../../ui/form/form.module.css';
import { Form } from '../../../ui/form/form.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { OneChoice } from '../../../ui/form/one-choice.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { findProblems, useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import { Notice } from '../../../ui/frame/notice.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import classes from './plate-desk.module.css';

interface FoundCar {
  plate: string;
  state: string | null;
}

interface ServiceCarsDialogProps {
  organizationId: string;
  /** The car that somebody just found to be no customer’s; null without one. */
  found: FoundCar | null;
  /** Visits wait no more, or wait again. */
  onChange: () => void;
  onClose: () => void;
}

const changedReads = [listServiceCars, getOutcomes];

/** The cars of staff, services and tow trucks, which are never customers; Admins add and remove them. */
export default function ServiceCarsDialog(props: ServiceCarsDialogProps) {
  const { organizationId, found, onChange, onClose } = props;
  const [isAdding, setAdding] = useState(found !== null);
  const [notice, setNotice] = useState('');
  const report = (text: string) => {
    setNotice(text);
    setAdding(false);
    onChange();
  };
  return (
    <Dialog title="Staff and service cars" onClose={onClose}>
      <p className={classes.none}>
        They are never charged, at any property. Their visits count as “Not a customer”, also those
        of the last {serviceCarRules.daysBefore} days that nobody paid for.
      </p>
      {isAdding ? (
        <NewCar
          organizationId={organizationId}
          found={notice ? null : found}
          onAdded={(plate) => report(`${plate} is in the list.`)}
          onCancel={() => setAdding(false)}
        />
      ) : (
        <>
          <Notice text={notice} />
          <CarList
            organizationId={organizationId}
            onRemoved={(plate) => report(`${plate} is a customer’s car again.`)}
          />
          <div className={formClasses.buttons}>
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
            <Button onClick={() => setAdding(true)}>Add a car</Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

function CarList(props: { organizationId: string; onRemoved: (plate: string) => void }) {
  const params = { id: props.organizationId };
  const list = useRead(listServiceCars, { params });
  const remove = useSend(removeServiceCar, changedReads);
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
            { onSuccess: () => props.onRemoved(plate) },
          )
        }
      />
    )),
  ];
  return (
    <>
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
    </>
  );
}

interface Values {
  plate: string;
  /** A `country_state` pair; null = not chosen yet. */
  pair: string | null;
  kind: ServiceKind;
  note: string;
}

const toBody = ({ pair, ...values }: Values) => {
  const region = stateOfPair(pair ?? '');
  return { ...values, state: region?.state ?? '', country: region?.country ?? ('US' as const) };
};

function NewCar(props: {
  organizationId: string;
  found: FoundCar | null;
  onAdded: (plate: string) => void;
  onCancel: () => void;
}) {
  const { organizationId, found, onAdded, onCancel } = props;
  const add = useSend(createServiceCar, changedReads);
  const form = useForm<Values>({
    initial: {
      plate: found?.plate ?? '',
      pair: findHomePair(found?.state ?? ''),
      kind: 'staff',
      note: '',
    },
    validate: (values) => findProblems(createServiceCar.body, toBody(values)),
    send: add,
    onSubmit: (values) =>
      add.mutate(
        { params: { id: organizationId }, body: toBody(values) },
        { onSuccess: () => onAdded(values.plate.trim().toUpperCase()) },
      ),
  });
  return (
    <Form form={form} submit="Add" onCancel={onCancel}>
      <TextInput
        label="License plate"
        maxLength={24}
        autoComplete="off"
        autoCapitalize="characters"
        required
        autoFocus
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
  );
}
