import { carMessages } from '@lotkeeper/contract/cars';
import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { stateOfPair } from '@lotkeeper/contract/kernel/state-names';
import { isUsable, listVisitorCodes } from '@lotkeeper/contract/visitor-codes';
import type { Visitor } from '@lotkeeper/contract/visitors';
import {
  createVisitor,
  listVisitors,
  removeVisitor,
  updateVisitor,
  visitorMessages,
} from '@lotkeeper/contract/visitors';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { now } from '../../kernel/clock.ts';
import { useRead, useSend } from '../../kernel/queries.ts';
import { StateSelect } from '../../shared/state-select.tsx';
import { Button } from '../../ui/form/button.tsx';
import form from '../../ui/form/form.module.css';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { SearchSelect } from '../../ui/form/search-select.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { ConfirmDialog } from '../../ui/frame/confirm-dialog.tsx';
import { Dialog } from '../../ui/frame/dialog.tsx';

const listed = new Intl.ListFormat('en-US');

interface VisitorDialogProps {
  spot: { pk: number; timezone: string };
  /** null = a new one. */
  visitor: Visitor | null;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Adds a visitor, or changes or deletes the one that is given. */
export function VisitorDialog(props: VisitorDialogProps) {
  const { visitor, onDone, onClose } = props;
  const [removing, setRemoving] = useState(false);
  if (visitor && removing) {
    return <RemoveDialog visitor={visitor} onDone={onDone} onClose={() => setRemoving(false)} />;
  }
  const title = visitor ? 'Edit Visitor' : 'Add a Visitor';
  return (
    <Dialog label={title} onClose={onClose}>
      <h2 className={form.heading}>{title}</h2>
      <VisitorForm {...props} onRemove={() => setRemoving(true)} />
    </Dialog>
  );
}

/** What is typed of a visitor. */
interface Draft {
  code: string | null;
  plate: string;
  /** `country_state`. */
  pair: string | null;
  name: string;
  phone: string;
}

function toDraft(visitor: Visitor | null): Draft {
  if (!visitor) return { code: null, plate: '', pair: null, name: '', phone: '' };
  const { plate, state, country } = visitor.car_details;
  const [code] = visitor.codes;
  return {
    code: code ? String(code.pk) : null,
    plate,
    pair: `${country}_${state}`,
    name: visitor.name ?? '',
    phone: visitor.phone ?? '',
  };
}

/** What is missing (operations spec §5). Who was validated without a code needs none. */
function validateVisitor(draft: Draft, visitor: Visitor | null): Record<string, string> {
  const mayLackCode = visitor !== null && visitor.codes.length === 0;
  return {
    ...(draft.code || mayLackCode ? {} : { codes: visitorMessages.required }),
    ...(draft.plate.trim() ? {} : { plate: visitorMessages.required }),
    ...(stateOfPair(draft.pair ?? '') ? {} : { state: carMessages.state }),
  };
}

/** Sends what was typed; of a visitor who is there only what is another. */
function useSave({ spot, visitor }: Pick<VisitorDialogProps, 'spot' | 'visitor'>) {
  const create = useSend(createVisitor, [listVisitors]);
  const update = useSend(updateVisitor, [listVisitors]);
  const save = (draft: Draft, onSuccess: (saved: Visitor) => void) => {
    const region = stateOfPair(draft.pair ?? '');
    if (!region) return;
    const { state, country } = region;
    const car = { plate: draft.plate, state, country };
    const person = { name: draft.name, phone: draft.phone };
    const codes = draft.code ? [Number(draft.code)] : [];
    if (!visitor) {
      const validation_source = 'dashboard' as const;
      create.mutate(
        { body: { spot: spot.pk, validation_source, codes, ...car, ...person } },
        { onSuccess },
      );
      return;
    }
    const before = toDraft(visitor);
    const other = draft.plate !== before.plate || draft.pair !== before.pair;
    const body = {
      ...person,
      ...(other ? car : {}),
      ...(draft.code !== before.code && draft.code ? { codes } : {}),
    };
    update.mutate({ params: { id: String(visitor.pk) }, body }, { onSuccess });
  };
  const { error, isPending } = visitor ? update : create;
  return { save, error, isPending };
}

/** Says by which codes a visitor parks who has several: the field holds one, and another replaces them all. */
function severalCodes(visitor: Visitor | null): string | undefined {
  if (!visitor || visitor.codes.length < 2) return undefined;
  const codes = listed.format(visitor.codes.map(({ code }) => code));
  return `Currently uses ${codes}. Another code replaces all of them.`;
}

/** The codes of the property, and those by which the visitor parks though they were deleted. */
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
  return { options: [...options, ...others], failed: codes.isError };
}

function VisitorForm(props: VisitorDialogProps & { onRemove: () => void }) {
  const { spot, visitor, onDone, onClose, onRemove } = props;
  const [draft, setDraft] = useState(() => toDraft(visitor));
  const [isSubmitted, setIsSubmitted] = useState(false);
  const { options, failed } = useCodeOptions(spot, visitor);
  const { save, error, isPending } = useSave({ spot, visitor });
  const problems = validateVisitor(draft, visitor);
  const errorFor = (field: string) =>
    (isSubmitted ? problems[field] : undefined) ?? error?.fields[field];
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    if (Object.keys(problems).length > 0) return;
    const message = visitor ? visitorMessages.edited : visitorMessages.added;
    save(draft, (saved) => onDone(message(saved.car_details)));
  };
  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <SearchSelect
        label="Validation Code"
        placeholder="Search for a code"
        options={options}
        value={draft.code}
        onChoose={(code) => set({ code })}
        required={!visitor || visitor.codes.length > 0}
        description={severalCodes(visitor)}
        error={errorFor('codes') ?? (failed ? listVisitorCodes.failure : undefined)}
      />
      <div className={form.pair}>
        <TextInput
          label="License Plate"
          value={draft.plate}
          onChange={(event) => set({ plate: event.currentTarget.value.toUpperCase() })}
          error={errorFor('plate')}
          maxLength={24}
          autoComplete="off"
          required
          data-autofocus
        />
        <StateSelect
          value={draft.pair}
          onChoose={(pair) => set({ pair })}
          required
          error={errorFor('state') ?? errorFor('country')}
        />
      </div>
      <div className={form.pair}>
        <TextInput
          label="Name (optional)"
          value={draft.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
          error={errorFor('name')}
          maxLength={120}
          autoComplete="off"
        />
        <TextInput
          label="Phone (optional)"
          type="tel"
          value={draft.phone}
          onChange={(event) => set({ phone: event.currentTarget.value })}
          error={errorFor('phone')}
          maxLength={40}
          autoComplete="off"
        />
      </div>
      {visitor ? (
        <p className={form.note}>Choosing another code replaces the current validity.</p>
      ) : null}
      <FormFailure error={error} />
      <div className={form.buttons}>
        {visitor ? (
          <Button variant="default" className={form.apart ?? ''} onClick={onRemove}>
            Delete
          </Button>
        ) : null}
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending}>
          {visitor ? 'Save' : 'Add'}
        </Button>
      </div>
    </form>
  );
}

function RemoveDialog(props: Omit<VisitorDialogProps, 'spot' | 'visitor'> & { visitor: Visitor }) {
  const { visitor, onDone, onClose } = props;
  const remove = useSend(removeVisitor, [listVisitors]);
  return (
    <ConfirmDialog
      question={visitorMessages.confirmRemove(visitor.car_details)}
      confirm="Delete"
      onConfirm={() =>
        remove.mutate(
          { params: { id: String(visitor.pk) } },
          { onSuccess: () => onDone(visitorMessages.removed) },
        )
      }
      onClose={onClose}
      pending={remove.isPending}
      error={remove.error}
    >
      Free parking ends immediately. The name and phone number are deleted too.
    </ConfirmDialog>
  );
}
