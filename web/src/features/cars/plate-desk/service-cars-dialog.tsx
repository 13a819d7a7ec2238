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
import { useRead, useSend } from '../../../kernel/queries.ts';
import { PlateListDialog } from '../../../shared/plate-list-dialog.tsx';
import { StateSelect } from '../../../shared/state-select.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { OneChoice } from '../../../ui/form/one-choice.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { findProblems, useForm } from '../../../ui/form/use-form.ts';
import { UserText } from '../../../ui/frame/user-text.tsx';

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

const columns: DataColumn<ServiceCar>[] = [
  { key: 'kind', header: 'Kind', render: ({ kind }) => serviceKindLabels[kind] },
  { key: 'note', header: 'Note', render: ({ note }) => <UserText>{note}</UserText> },
];

/** The cars of staff, services and tow trucks, which are never customers; Admins add and remove them. */
export default function ServiceCarsDialog(props: ServiceCarsDialogProps) {
  const { organizationId, found } = props;
  const params = { id: organizationId };
  const list = useRead(listServiceCars, { params });
  const remove = useSend(removeServiceCar, changedReads);
  return (
    <PlateListDialog
      title="Staff and service cars"
      hint={`They are never charged, at any property. Their visits count as “Not a customer”, also those of the last ${serviceCarRules.daysBefore} days that nobody paid for.`}
      empty="No car is in the list yet"
      add="Add a car"
      startsAdding={found !== null}
      query={{ ...list, data: list.data?.cars }}
      columns={columns}
      getPlate={({ car_details: car }) => car}
      removal={{ ...remove, failure: removeServiceCar.failure }}
      onRemove={({ pk }, onSuccess) =>
        remove.mutate({ params: { ...params, car: pk } }, { onSuccess })
      }
      describeRemoved={(plate) => `${plate} is a customer’s car again.`}
      renderForm={({ isFirst, onAdded, onCancel }) => (
        <NewCar
          organizationId={organizationId}
          found={isFirst ? found : null}
          onAdded={(plate) => onAdded(`${plate} is in the list.`)}
          onCancel={onCancel}
        />
      )}
      onChange={props.onChange}
      onClose={props.onClose}
    />
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
