import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { getFigure, listFigureEntries } from '@lotkeeper/contract/money/figures';
import { handRentalTypes, recordHandRental } from '@lotkeeper/contract/people/hand-entries';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { now } from '../../../kernel/clock.ts';
import { useSend } from '../../../kernel/queries.ts';
import { rentalTypeNames } from '../../../shared/entry-names.ts';
import { StateSelect } from '../../../shared/state-select.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import classes from '../../../ui/form/form.module.css';
import { explainDisabled, Form } from '../../../ui/form/form.tsx';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { findProblems, useForm, useRequestKey } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import type { HandDraft } from './hand-rental.rules.ts';
import { toHandBody } from './hand-rental.rules.ts';
import { PaidFields } from './paid-fields.tsx';

const typeOptions = handRentalTypes.map((value) => ({ value, label: rentalTypeNames[value] }));

/** Records a rental and its payment that no system sent, such as cash at the gate. */
export function HandRentalDialog(props: {
  spots: readonly SpotSummary[];
  /** The chosen property; null = none. */
  spot: SpotSummary | null;
  onDone: (message: string) => void;
  onClose: () => void;
}) {
  const { spots, onDone, onClose } = props;
  const request = useRequestKey();
  const record = useSend(recordHandRental, [getFigure, listFigureEntries]);
  const findZone = ({ spot }: Pick<HandDraft, 'spot'>) =>
    spots.find(({ pk }) => String(pk) === spot)?.timezone ?? 'UTC';
  const first = props.spot ?? (spots.length === 1 ? spots[0] : null);
  const findToday = (pk: string) =>
    toLocalDate(now(), pk ? findZone({ spot: pk }) : (spots[0]?.timezone ?? 'UTC'));
  const form = useForm<HandDraft>({
    initial: {
      spot: first ? String(first.pk) : '',
      rental_type: 'hourly',
      day: findToday(first ? String(first.pk) : ''),
      starts: '',
      ends: '',
      amount: '',
      tax: '',
      plate: '',
      pair: null,
      reason: '',
    },
    validate: (draft) =>
      findProblems(recordHandRental.body, toHandBody(draft, findZone(draft), request)),
    send: record,
    onSubmit: (draft) =>
      record.mutate(
        { body: toHandBody(draft, findZone(draft), request) },
        { onSuccess: () => onDone(`Recorded a rental of $${draft.amount.trim()}.`) },
      ),
  });
  const { values, set, text, errorFor } = form;
  const today = findToday(values.spot);
  // It may be another day there.
  const chooseSpot = (spot: string) =>
    set({ spot, ...(values.day === today ? { day: findToday(spot) } : {}) });
  const reason = explainDisabled(
    [
      { name: 'the property', isEmpty: values.spot === '' },
      { name: 'both times', isEmpty: values.starts === '' || values.ends === '' },
      { name: 'the amount', isEmpty: values.amount.trim() === '' },
      { name: 'the reason', isEmpty: values.reason.trim() === '' },
    ],
    'record it',
  );
  return (
    <Dialog title="Enter a rental" onClose={onClose}>
      <Form form={form} submit="Record" reason={reason} onCancel={onClose}>
        <p className="ui-dimmed">
          What no system sent, such as cash at the gate. An entry of the ledger is never changed
          afterwards; a refund or a further payment corrects it.
        </p>
        <SearchSelect
          label="Property"
          options={spots.map(({ pk, name }) => ({ value: String(pk), label: name }))}
          value={values.spot || null}
          onChoose={chooseSpot}
          required
        />
        <div className={classes.pair}>
          <SearchSelect
            label="Rental type"
            options={typeOptions}
            value={values.rental_type}
            onChoose={(chosen) => set({ rental_type: chosen })}
          />
          <DateField
            label="Day"
            value={values.day}
            today={today}
            onChange={(day) => set({ day })}
            required
          />
        </div>
        <div className={classes.pair}>
          <TextInput
            label="Starts and is paid"
            type="time"
            {...text('starts', 'starts_at')}
            required
          />
          <TextInput
            label="Ends"
            type="time"
            description="Before the start: on the next day."
            {...text('ends', 'ends_at')}
            required
          />
        </div>
        <div className={classes.pair}>
          <TextInput
            label="License plate"
            {...text('plate', 'car.plate')}
            maxLength={24}
            autoComplete="off"
          />
          <StateSelect
            value={values.pair}
            onChoose={(pair) => set({ pair })}
            error={errorFor('car.state')}
          />
        </div>
        <PaidFields text={text} />
      </Form>
    </Dialog>
  );
}
