import { toEpochSeconds, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { InputOf } from '@lotkeeper/contract/kernel/endpoint';
import { isPlaceholder } from '@lotkeeper/contract/kernel/plates';
import { findHomePair, stateOfPair } from '@lotkeeper/contract/kernel/state-names';
import { isUsable, listVisitorCodes } from '@lotkeeper/contract/operations/visitor-codes';
import type { Visitor } from '@lotkeeper/contract/operations/visitors';
import {
  createVisitor,
  listVisitors,
  removeVisitor,
  updateVisitor,
  visitorMessages,
} from '@lotkeeper/contract/operations/visitors';
import { useState } from 'react';
import { pickChanged, pickShown } from '../../../kernel/changes.ts';
import { now } from '../../../kernel/clock.ts';
import { useRead, useSend } from '../../../kernel/queries.ts';
import { describeCodeUse } from '../../../shared/code-until.ts';
import { PhoneInput } from '../../../shared/phone-input.tsx';
import { StateSelect } from '../../../shared/state-select.tsx';
import classes from '../../../ui/form/form.module.css';
import { explainDisabled, Form } from '../../../ui/form/form.tsx';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { findProblems, useForm } from '../../../ui/form/use-form.ts';
import { ConfirmSend } from '../../../ui/frame/confirm-dialog.tsx';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import { Segments } from '../../../ui/frame/segments.tsx';
import type { Until } from './until.ts';
import { findEnd, toUntil } from './until.ts';
import { UntilFields } from './until-fields.tsx';

const listed = new Intl.ListFormat('en-US');

interface VisitorDialogProps {
  spot: { pk: number; timezone: string; address: { state: string } };
  /** null = a new one. */
  visitor: Visitor | null;
  onDone: (message: string) => void;
  onClose: () => void;
}

export function VisitorDialog(props: VisitorDialogProps) {
  const { visitor, onDone, onClose } = props;
  const [removing, setRemoving] = useState(false);
  if (visitor && removing) {
    return (
      <ConfirmSend
        question={visitorMessages.confirmRemove(visitor.car_details)}
        confirm="Delete"
        endpoint={removeVisitor}
        input={{ params: { id: visitor.pk } }}
        changes={[listVisitors]}
        onDone={() => onDone(visitorMessages.removed)}
        onClose={() => setRemoving(false)}
      >
        Free parking ends immediately. The name and phone number are deleted too.
      </ConfirmSend>
    );
  }
  const title = visitor ? 'Edit Visitor' : 'Add a Visitor';
  return (
    <Dialog title={title} onClose={onClose}>
      <VisitorForm {...props} onRemove={() => setRemoving(true)} />
    </Dialog>
  );
}

/** A visitor's form values. */
interface Draft extends Until {
  /** What lets the visitor park. */
  by: 'code' | 'time';
  code: string | null;
  plate: string;
  /** `country_state`. */
  pair: string | null;
  name: string;
  phone: string;
}

function toDraft(visitor: Visitor | null, spot: VisitorDialogProps['spot']): Draft {
  // Most plates are from the property's state.
  const pair = findHomePair(spot.address.state);
  const until = toUntil(visitor?.valid_until ?? null, spot.timezone);
  if (!visitor) return { by: 'code', ...until, code: null, plate: '', pair, name: '', phone: '' };
  const { plate, state, country } = visitor.car_details;
  const [code] = visitor.codes;
  return {
    by: code || visitor.valid_until === null ? 'code' : 'time',
    ...until,
    code: code ? String(code.pk) : null,
    plate,
    pair: `${country}_${state}`,
    name: visitor.name ?? '',
    phone: visitor.phone ?? '',
  };
}

/** What lets the visitor park, as a request has it. */
function toValidation(draft: Draft, zone: string) {
  if (draft.by === 'code') return draft.code ? { codes: [Number(draft.code)] } : {};
  const end = findEnd(draft, now(), zone);
  return end === null ? {} : { valid_until: toEpochSeconds(end) };
}

/** The draft as a request body, without empty fields. */
function toFields({ plate, pair, name, phone }: Draft) {
  const region = stateOfPair(pair ?? '');
  const car = { plate, state: region?.state, country: region?.country };
  return { ...car, name, phone };
}

const toNewVisitor = ({ pk, timezone }: VisitorDialogProps['spot'], draft: Draft) =>
  ({
    spot: pk,
    validation_source: 'dashboard',
    ...toFields(draft),
    ...toValidation(draft, timezone),
  }) as InputOf<typeof createVisitor>['body'];

const hasOtherValidation = (draft: Draft, before: Draft) =>
  (['by', 'code', 'until', 'date', 'time'] as const).some((name) => draft[name] !== before[name]);

/** What was changed of a visitor. */
function toChange(draft: Draft, before: Draft, zone: string) {
  const { plate, state, country, name, phone } = toFields(draft);
  const hasNewCar = plate !== before.plate || draft.pair !== before.pair;
  return {
    ...pickChanged({ name, phone }, { name: before.name, phone: before.phone }),
    ...(hasNewCar ? { plate, state, country } : {}),
    ...(hasOtherValidation(draft, before) ? toValidation(draft, zone) : {}),
  } as InputOf<typeof updateVisitor>['body'];
}

function useSave({ spot, visitor, onDone }: VisitorDialogProps) {
  const create = useSend(createVisitor, [listVisitors]);
  const update = useSend(updateVisitor, [listVisitors]);
  const message = visitor ? visitorMessages.edited : visitorMessages.added;
  const onSuccess = ({ car_details }: Visitor) => onDone(message(car_details));
  const save = (draft: Draft) => {
    if (visitor) {
      const changed = toChange(draft, toDraft(visitor, spot), spot.timezone);
      const body = { ...changed, shown: pickShown(updateVisitor, visitor) };
      update.mutate({ params: { id: visitor.pk }, body }, { onSuccess });
    } else create.mutate({ body: toNewVisitor(spot, draft) }, { onSuccess });
  };
  const validate = (draft: Draft) =>
    visitor
      ? findProblems(updateVisitor.body, toFields(draft))
      : findProblems(createVisitor.body, toNewVisitor(spot, draft));
  return { save, validate, send: visitor ? update : create };
}

/** Lists the codes of a visitor with several: the field holds one, and a new choice replaces them all. */
function severalCodes(visitor: Visitor | null): string | undefined {
  if (!visitor || visitor.codes.length < 2) return undefined;
  const codes = listed.format(visitor.codes.map(({ code }) => code));
  return `Currently uses ${codes}. Another code replaces all of them.`;
}

/** The property's codes, including deleted ones that the visitor still has. */
function useCodeOptions(spot: VisitorDialogProps['spot'], visitor: Visitor | null) {
  const codes = useRead(listVisitorCodes, { query: { spot: String(spot.pk) } });
  const today = toLocalDate(now(), spot.timezone);
  const usable = (codes.data?.results ?? []).filter((code) => isUsable(code, today));
  const options = usable.map(({ pk, code, name }) => ({
    value: String(pk),
    label: name ? `${code} · ${name}` : code,
  }));
  const known = new Set(options.map(({ value }) => value));
  const others = (visitor?.codes ?? [])
    .filter(({ pk }) => !known.has(String(pk)))
    .map(({ pk, code }) => ({ value: String(pk), label: code }));
  return { options: [...options, ...others], usable, failed: codes.isError };
}

/** Whether a code has to be chosen: only visitors who wait at a kiosk have neither a code nor an end. */
const needsCode = (visitor: Visitor | null) =>
  !visitor || visitor.codes.length > 0 || visitor.valid_until !== null;

/** Why the visitor can't be saved yet, in words. */
function explainMissing(draft: Draft, visitor: Visitor | null): string {
  const { by: method, until, date, code, plate, pair } = draft;
  return explainDisabled(
    [
      { name: 'the validation code', isEmpty: method === 'code' && needsCode(visitor) && !code },
      { name: 'the day', isEmpty: method === 'time' && until === 'time' && !date },
      { name: 'the license plate', isEmpty: !plate.trim() },
      { name: 'the state', isEmpty: !pair },
    ],
    visitor ? 'save' : 'add the visitor',
  );
}

function VisitorForm(props: VisitorDialogProps & { onRemove: () => void }) {
  const { spot, visitor, onClose, onRemove } = props;
  const { options, usable, failed } = useCodeOptions(spot, visitor);
  const { save, validate, send } = useSave(props);
  const form = useForm({
    initial: () => toDraft(visitor, spot),
    validate,
    send,
    onSubmit: save,
  });
  const { values, set, text, errorFor } = form;
  const missing = explainMissing(values, visitor);
  // A code that the visitor already has keeps its end.
  const isNew = values.code !== toDraft(visitor, spot).code;
  const chosen = isNew && usable.find(({ pk }) => String(pk) === values.code);
  return (
    <Form
      form={form}
      submit={visitor ? 'Save' : 'Add'}
      reason={missing}
      onCancel={onClose}
      onDelete={visitor ? onRemove : undefined}
    >
      <Segments
        label="Free parking"
        options={[
          { value: 'code', label: 'With a code' },
          { value: 'time', label: 'Until a time' },
        ]}
        chosen={values.by}
        onChange={(method) => set({ by: method })}
      />
      {values.by === 'code' ? (
        <SearchSelect
          label="Validation Code"
          placeholder="Search for a code"
          options={options}
          value={values.code}
          onChoose={(code) => set({ code })}
          required={needsCode(visitor)}
          startsFocused={!visitor}
          description={
            chosen ? describeCodeUse(chosen, now(), spot.timezone) : severalCodes(visitor)
          }
          error={errorFor('codes') ?? (failed ? listVisitorCodes.failure : undefined)}
        />
      ) : (
        <UntilFields
          values={values}
          timezone={spot.timezone}
          onChange={set}
          error={errorFor('valid_until')}
        />
      )}
      <div className={classes.pair}>
        <TextInput
          label="License Plate"
          {...text('plate')}
          onChange={(event) => set({ plate: event.currentTarget.value.toUpperCase() })}
          maxLength={24}
          autoComplete="off"
          required
          {...(visitor ? { 'data-autofocus': true } : {})}
        />
        <StateSelect
          value={values.pair}
          onChoose={(pair) => set({ pair })}
          required
          error={errorFor('state', 'country')}
        />
      </div>
      {values.plate.trim() && isPlaceholder(values.plate) ? (
        <output className="ui-bottom-wide">{visitorMessages.placeholder}</output>
      ) : null}
      <div className={classes.pair}>
        <TextInput label="Name (optional)" {...text('name')} maxLength={120} autoComplete="off" />
        <PhoneInput
          label="Phone (optional)"
          country={stateOfPair(values.pair ?? '')?.country ?? 'US'}
          {...text('phone')}
          autoComplete="off"
        />
      </div>
      {visitor ? (
        <p className="ui-dimmed">Another code or time replaces the current validity.</p>
      ) : null}
    </Form>
  );
}
