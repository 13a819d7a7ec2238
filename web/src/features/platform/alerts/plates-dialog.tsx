import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { SearchPurpose } from '@lotkeeper/contract/kernel/searches';
import { searchPurposeNames, searchPurposes } from '@lotkeeper/contract/kernel/searches';
import { stateOfPair } from '@lotkeeper/contract/kernel/state-names';
import type { WatchedPlate } from '@lotkeeper/contract/platform/watched-plates';
import {
  createWatchedPlate,
  listWatchedPlates,
  removeWatchedPlate,
  watchedPlateRules,
} from '@lotkeeper/contract/platform/watched-plates';
import { now } from '../../../kernel/clock.ts';
import { formatDayTime } from '../../../kernel/format.ts';
import { useRead, useSend } from '../../../kernel/queries.ts';
import { PlateListDialog } from '../../../shared/plate-list-dialog.tsx';
import { StateSelect } from '../../../shared/state-select.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { OneChoice } from '../../../ui/form/one-choice.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { findProblems, useForm } from '../../../ui/form/use-form.ts';
import { UserText } from '../../../ui/frame/user-text.tsx';
import classes from './alerts.module.css';

interface PlatesDialogProps {
  organizationId: string;
  onClose: () => void;
}

/** The zone of the reader: a watch ends at the end of a day, so its day is that of the reader’s clock. */
const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

const toPurpose = ({ purpose, note }: Pick<WatchedPlate, 'purpose' | 'note'>) =>
  note ?? searchPurposes[purpose];

const columns: DataColumn<WatchedPlate>[] = [
  {
    key: 'purpose',
    header: 'Purpose',
    render: (plate) => <UserText>{toPurpose(plate)}</UserText>,
  },
  { key: 'by', header: 'By', render: ({ created_by }) => created_by },
  {
    key: 'until',
    header: 'Until',
    render: ({ ends_at }) => formatDayTime(ends_at - 1, now(), zone()),
  },
];

/** Plates whose arrival is alerted; Admins add and remove them. */
export default function PlatesDialog({ organizationId, onClose }: PlatesDialogProps) {
  const params = { id: organizationId };
  const list = useRead(listWatchedPlates, { params });
  const remove = useSend(removeWatchedPlate, [listWatchedPlates]);
  return (
    <PlateListDialog
      title="Watched Plates"
      hint="When a camera reads one of them at an entrance, an alert opens. Each arrival, and each look at this list, is in the log of plate searches with its purpose."
      empty="No plate is watched"
      add="Watch a plate"
      query={{ ...list, data: list.data?.plates }}
      columns={columns}
      getPlate={(row) => row}
      removal={{ ...remove, failure: removeWatchedPlate.failure }}
      onRemove={({ pk }, onSuccess) =>
        remove.mutate({ params: { ...params, watch: pk } }, { onSuccess })
      }
      describeRemoved={(plate) => `${plate} isn’t watched any more.`}
      renderForm={({ onAdded, onCancel }) => (
        <NewPlate
          organizationId={organizationId}
          onAdded={(plate) => onAdded(`${plate} is watched.`)}
          onCancel={onCancel}
        />
      )}
      onClose={onClose}
    />
  );
}

interface Values {
  plate: string;
  /** A `country_state` pair; null = any. */
  pair: string | null;
  purpose: SearchPurpose | null;
  note: string;
  until: LocalDate;
}

const toBody = ({ pair, note, purpose, ...values }: Values) => ({
  ...values,
  purpose,
  state: stateOfPair(pair ?? '')?.state ?? null,
  note: purpose === 'other' ? note : null,
});

function NewPlate(props: {
  organizationId: string;
  onAdded: (plate: string) => void;
  onCancel: () => void;
}) {
  const { organizationId, onAdded, onCancel } = props;
  const create = useSend(createWatchedPlate, [listWatchedPlates]);
  const today = toLocalDate(now(), zone());
  const form = useForm<Values>({
    initial: { plate: '', pair: null, purpose: null, note: '', until: addDays(today, 30) },
    validate: (values) => findProblems(createWatchedPlate.body, toBody(values)),
    send: create,
    onSubmit: ({ purpose, ...values }) => {
      if (purpose === null) return;
      create.mutate(
        { params: { id: organizationId }, body: { ...toBody({ purpose, ...values }), purpose } },
        { onSuccess: ({ plate }) => onAdded(plate) },
      );
    },
  });
  const { values, set } = form;
  return (
    <Form form={form} submit="Watch plate" onCancel={onCancel}>
      <TextInput
        label="License plate"
        required
        maxLength={24}
        data-autofocus
        {...form.text('plate')}
      />
      <StateSelect
        value={values.pair}
        onChoose={(pair) => set({ pair })}
        error={form.errorFor('state')}
      />
      <p className={classes.hint}>Without a state, the plate of any state counts.</p>
      <OneChoice
        label="Purpose"
        options={searchPurposeNames.map((value) => ({ value, label: searchPurposes[value] }))}
        chosen={values.purpose}
        onChange={(purpose) => set({ purpose })}
        error={form.errorFor('purpose')}
        required
      />
      {values.purpose === 'other' ? (
        <TextInput label="What for" required maxLength={200} {...form.text('note')} />
      ) : null}
      <DateField
        label="Until"
        value={values.until}
        today={today}
        within={[today, addDays(today, watchedPlateRules.maxDays)]}
        onChange={(until) => set({ until })}
        error={form.errorFor('until')}
        required
      />
    </Form>
  );
}
