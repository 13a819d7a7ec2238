import { createSlot, listSlots } from '@lotkeeper/contract/drivers';
import { stateOfPair } from '@lotkeeper/contract/kernel/state-names';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { useSend } from '../../kernel/queries.ts';
import { StateSelect } from '../../shared/state-select.tsx';
import { Button } from '../../ui/form/button.tsx';
import form from '../../ui/form/form.module.css';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { Dialog } from '../../ui/frame/dialog.tsx';
import { validateDriver } from './drivers.rules.ts';

interface AddDriverProps {
  spot: { pk: number };
  onDone: (message: string) => void;
  onClose: () => void;
}

const emptyDraft = { email: '', first: '', last: '', plate: '', pair: null as string | null };
type Field = 'email' | 'plate' | 'state';

/** Adds a monthly driver; e-mail is asked for, plate and state come together. */
export function AddDriverDialog({ spot, onDone, onClose }: AddDriverProps) {
  const [draft, setDraft] = useState(emptyDraft);
  const [left, setLeft] = useState<readonly Field[]>([]);
  const [request] = useState(() => crypto.randomUUID());
  const create = useSend(createSlot, [listSlots]);
  const problems: Partial<Record<Field, string>> = validateDriver(draft);
  const errorFor = (field: Field) =>
    left.includes(field) ? (problems[field] ?? create.error?.fields[field]) : undefined;
  const set = (change: Partial<typeof emptyDraft>) => setDraft({ ...draft, ...change });
  const leave = (...fields: Field[]) => setLeft([...left, ...fields]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { email, first, last, plate, pair } = draft;
    const region = stateOfPair(pair ?? '');
    const cars = region ? [{ plate, state: region.state, country: region.country }] : [];
    leave('email', 'plate', 'state');
    create.mutate(
      { body: { spot: spot.pk, email, first_name: first, last_name: last, cars, request } },
      { onSuccess: () => onDone('Driver added successfully') },
    );
  };
  return (
    <Dialog label="Add Driver" onClose={onClose}>
      <h2 className={form.heading}>Add Driver</h2>
      <form className={form.form} onSubmit={submit} noValidate>
        <TextInput
          label="Email"
          type="email"
          value={draft.email}
          onChange={(event) => set({ email: event.currentTarget.value })}
          onBlur={() => leave('email')}
          error={errorFor('email')}
          maxLength={200}
          autoComplete="off"
          data-autofocus
        />
        <div className={form.pair}>
          <TextInput
            label="First Name (optional)"
            value={draft.first}
            onChange={(event) => set({ first: event.currentTarget.value })}
            maxLength={80}
            autoComplete="off"
          />
          <TextInput
            label="Last Name (optional)"
            value={draft.last}
            onChange={(event) => set({ last: event.currentTarget.value })}
            maxLength={80}
            autoComplete="off"
          />
        </div>
        <div className={form.pair}>
          <TextInput
            label="License Plate (optional)"
            value={draft.plate}
            onChange={(event) => set({ plate: event.currentTarget.value.toUpperCase() })}
            onBlur={() => leave('plate', 'state')}
            error={errorFor('plate')}
            maxLength={24}
            autoComplete="off"
          />
          <StateSelect
            value={draft.pair}
            onChoose={(pair) => {
              set({ pair });
              leave('plate', 'state');
            }}
            error={errorFor('state')}
          />
        </div>
        <FormFailure error={create.error} />
        <div className={form.buttons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            disabled={Object.keys(problems).length > 0}
            loading={create.isPending}
          >
            Add Driver
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
