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
import { useState } from 'react';
import { now } from '../../../kernel/clock.ts';
import { formatDayTime } from '../../../kernel/format.ts';
import { useRead, useSend } from '../../../kernel/queries.ts';
import { StateSelect } from '../../../shared/state-select.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { actionsColumn, RowButton } from '../../../ui/data/row-actions.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import formClasses from '../../../ui/form/form.module.css';
import { Form } from '../../../ui/form/form.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { OneChoice } from '../../../ui/form/one-choice.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { findProblems, useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import { Notice } from '../../../ui/frame/notice.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import classes from './alerts.module.css';

interface PlatesDialogProps {
  organizationId: string;
  onClose: () => void;
}

/** The zone of the reader: a watch ends at the end of a day, so its day is that of the reader’s clock. */
const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Plates whose arrival is alerted; Admins add and remove them. */
export default function PlatesDialog({ organizationId, onClose }: PlatesDialogProps) {
  const [isAdding, setAdding] = useState(false);
  const [notice, setNotice] = useState('');
  const report = (text: string) => {
    setNotice(text);
    setAdding(false);
  };
  return (
    <Dialog title="Watched plates" onClose={onClose}>
      <p className={classes.hint}>
        When a camera reads one of them at an entrance, an alert opens. Each arrival, and each look
        at this list, is in the log of plate searches with its purpose.
      </p>
      {isAdding ? (
        <NewPlate
          organizationId={organizationId}
          onAdded={(plate) => report(`${plate} is watched.`)}
          onCancel={() => setAdding(false)}
        />
      ) : (
        <>
          <Notice text={notice} />
          <PlateList
            organizationId={organizationId}
            onRemoved={(plate) => report(`${plate} isn’t watched any more.`)}
          />
          <div className={formClasses.buttons}>
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
            <Button onClick={() => setAdding(true)}>Watch a plate</Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

const toPurpose = ({ purpose, note }: Pick<WatchedPlate, 'purpose' | 'note'>) =>
  note ?? searchPurposes[purpose];

function PlateList(props: { organizationId: string; onRemoved: (plate: string) => void }) {
  const params = { id: props.organizationId };
  const list = useRead(listWatchedPlates, { params });
  const remove = useSend(removeWatchedPlate, [listWatchedPlates]);
  const columns: DataColumn<WatchedPlate>[] = [
    {
      key: 'plate',
      header: 'License plate',
      render: ({ plate, state }) => (state === null ? plate : `${plate} (${state})`),
    },
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
    actionsColumn('Remove', ({ pk, plate }) => (
      <RowButton
        action="Remove"
        subject={plate}
        loading={remove.isPending && remove.variables.params.watch === pk}
        onClick={() =>
          remove.mutate(
            { params: { ...params, watch: pk } },
            { onSuccess: () => props.onRemoved(plate) },
          )
        }
      />
    )),
  ];
  return (
    <>
      <FormFailure error={remove.error} action={removeWatchedPlate.failure} />
      <DataPanel
        flush
        query={list}
        skeleton={<TableSkeleton rows={3} columns={4} />}
        isEmpty={({ plates }) => plates.length === 0}
        empty={{ title: 'No plate is watched' }}
      >
        {({ plates }) => (
          <DataTable
            caption="Watched plates"
            columns={columns}
            rows={plates}
            rowKey={({ pk }) => pk}
          />
        )}
      </DataPanel>
    </>
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
