import { stateOfPair } from '@lotkeeper/contract/kernel/state-names';
import type { Slot } from '@lotkeeper/contract/people/drivers';
import { driverMessages, listSlots, updateSlot } from '@lotkeeper/contract/people/drivers';
import { pickShown } from '../../../kernel/changes.ts';
import { useSend } from '../../../kernel/queries.ts';
import { StateSelect } from '../../../shared/state-select.tsx';
import classes from '../../../ui/form/form.module.css';
import { Form } from '../../../ui/form/form.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import type { Problems } from '../../../ui/form/use-form.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/frame/dialog.tsx';

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

/** The problems of an edited rental: a plate needs its state, and a new car needs a plate. */
const validateEdit =
  (before: Draft) =>
  (draft: Draft): Problems => ({
    ...(carChanged(draft, before) && !draft.plate.trim()
      ? { 'car.plate': driverMessages.plate }
      : {}),
    ...(draft.plate.trim() && !stateOfPair(draft.pair ?? '')
      ? { 'car.state': driverMessages.state }
      : {}),
  });

/** Sends the changes in one call, so either all of them are saved or none. */
function useUpdate({ slot, onDone }: EditDriverProps) {
  const update = useSend(updateSlot, [listSlots]);
  const save = (draft: Draft) => {
    const before = toDraft(slot);
    const region = stateOfPair(draft.pair ?? '');
    const car = region && { plate: draft.plate, state: region.state, country: region.country };
    const body = {
      ...(carChanged(draft, before) && car ? { car } : {}),
      ...(draft.code === before.code ? {} : { promo_code: draft.code }),
    };
    update.mutate(
      { params: { id: slot.pk }, body: { ...body, shown: pickShown(updateSlot, slot) } },
      { onSuccess: () => onDone('Rental updated successfully') },
    );
  };
  return { save, send: update };
}

/** Changes the plate of a rental, or adds a discount code to it. */
export function EditDriverDialog(props: EditDriverProps) {
  const { slot, onClose } = props;
  const before = toDraft(slot);
  const { save, send } = useUpdate(props);
  const form = useForm({
    initial: before,
    validate: validateEdit(before),
    send,
    onSubmit: save,
  });
  const { values, set, touch, text, errorFor } = form;
  const isChanged = carChanged(values, before) || values.code !== before.code;
  return (
    <Dialog title="Edit Driver" onClose={onClose}>
      <Form
        form={form}
        submit="Update"
        reason={
          isChanged
            ? form.explain('update', { 'car.plate': 'the plate', 'car.state': 'the state' })
            : 'Change something to update.'
        }
        onCancel={onClose}
      >
        <div className={classes.pair}>
          <TextInput
            label="License Plate"
            {...text('plate', 'car.plate')}
            onChange={(event) => set({ plate: event.currentTarget.value.toUpperCase() })}
            onBlur={() => touch('car.plate', 'car.state')}
            maxLength={24}
            autoComplete="off"
            data-autofocus
          />
          <StateSelect
            value={values.pair}
            onChoose={(pair) => set({ pair })}
            error={errorFor('car.state')}
          />
        </div>
        <TextInput
          label="Discount Code"
          {...text('code', 'promo_code')}
          onChange={(event) => set({ code: event.currentTarget.value.toUpperCase().trim() })}
          readOnly={before.code !== ''}
          description={before.code ? 'A rental’s discount code can’t be changed.' : undefined}
          maxLength={20}
          autoComplete="off"
        />
      </Form>
    </Dialog>
  );
}
