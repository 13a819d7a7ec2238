import type { Slot } from '@lotkeeper/contract/drivers';
import { driverMessages, listSlots, updateSlot } from '@lotkeeper/contract/drivers';
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

interface EditDriverProps {
  slot: Slot;
  onDone: (message: string) => void;
  onClose: () => void;
}

interface Draft {
  plate: string;
  pair: string | null;
  code: string;
}

const toDraft = ({ cars_detail: [car], promo_code_info }: Slot): Draft => ({
  plate: car?.plate ?? '',
  pair: car ? `${car.country}_${car.state}` : null,
  code: promo_code_info?.code ?? '',
});

const carChanged = (draft: Draft, before: Draft) =>
  draft.plate !== before.plate || draft.pair !== before.pair;

/** Sends what was changed in one call, so that either all of it is saved or nothing. */
function useUpdate({ slot }: Pick<EditDriverProps, 'slot'>) {
  const update = useSend(updateSlot, [listSlots]);
  const save = (draft: Draft, onSuccess: () => void) => {
    const before = toDraft(slot);
    const region = stateOfPair(draft.pair ?? '');
    const car = region && { plate: draft.plate, state: region.state, country: region.country };
    const body = {
      ...(carChanged(draft, before) && car ? { car } : {}),
      ...(draft.code === before.code ? {} : { promo_code: draft.code }),
    };
    update.mutate({ params: { id: String(slot.pk) }, body }, { onSuccess });
  };
  return { save, error: update.error, isPending: update.isPending };
}

/** Changes the plate of a rental, or puts a discount code on it. */
export function EditDriverDialog(props: EditDriverProps) {
  const { slot, onDone, onClose } = props;
  const before = toDraft(slot);
  const [draft, setDraft] = useState(before);
  const { save, error, isPending } = useUpdate(props);
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change });
  const changed = carChanged(draft, before) || draft.code !== before.code;
  const plate = carChanged(draft, before) && !draft.plate.trim() ? driverMessages.plate : undefined;
  const state =
    draft.plate.trim() && !stateOfPair(draft.pair ?? '') ? driverMessages.state : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save(draft, () => onDone('Rental updated successfully'));
  };
  return (
    <Dialog label="Edit Driver" onClose={onClose}>
      <h2 className={form.heading}>Edit Driver</h2>
      <form className={form.form} onSubmit={submit} noValidate>
        <div className={form.pair}>
          <TextInput
            label="License Plate"
            value={draft.plate}
            onChange={(event) => set({ plate: event.currentTarget.value.toUpperCase() })}
            error={plate ?? error?.fields['car.plate']}
            maxLength={24}
            autoComplete="off"
            data-autofocus
          />
          <StateSelect
            value={draft.pair}
            onChoose={(pair) => set({ pair })}
            error={state ?? error?.fields['car.state']}
          />
        </div>
        <TextInput
          label="Discount Code"
          value={draft.code}
          onChange={(event) => set({ code: event.currentTarget.value.toUpperCase().trim() })}
          readOnly={before.code !== ''}
          description={before.code ? 'A rental’s discount code can’t be changed.' : undefined}
          error={error?.fields.promo_code}
          maxLength={20}
          autoComplete="off"
        />
        <FormFailure error={error} />
        <div className={form.buttons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!changed || Boolean(plate ?? state)} loading={isPending}>
            Update
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
