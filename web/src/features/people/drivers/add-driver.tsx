import { stateOfPair } from '@lotkeeper/contract/kernel/state-names';
import { createSlot, listSlots } from '@lotkeeper/contract/people/drivers';
import { useSend } from '../../../kernel/queries.ts';
import { StateSelect } from '../../../shared/state-select.tsx';
import classes from '../../../ui/form/form.module.css';
import { Form } from '../../../ui/form/form.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { useForm, useRequestKey } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import { validateDriver } from './drivers.rules.ts';

interface AddDriverProps {
  spot: { pk: number };
  onDone: (message: string) => void;
  onClose: () => void;
}

const emptyDraft = { email: '', first: '', last: '', plate: '', pair: null as string | null };

/** Adds a monthly driver; the email is required, and plate and state go together. */
export function AddDriverDialog({ spot, onDone, onClose }: AddDriverProps) {
  const request = useRequestKey();
  const create = useSend(createSlot, [listSlots]);
  const form = useForm({
    initial: emptyDraft,
    validate: validateDriver,
    send: create,
    onSubmit: ({ email, first, last, plate, pair }) => {
      const region = stateOfPair(pair ?? '');
      const cars = region ? [{ plate, state: region.state, country: region.country }] : [];
      create.mutate(
        { body: { spot: spot.pk, email, first_name: first, last_name: last, cars, request } },
        { onSuccess: () => onDone('Driver added successfully') },
      );
    },
  });
  const { values, set, touch, text, errorFor } = form;
  const name = { maxLength: 80, autoComplete: 'off' } as const;
  return (
    <Dialog title="Add Driver" onClose={onClose}>
      <Form
        form={form}
        submit="Add Driver"
        reason={form.explain('add the driver', {
          email: 'the email',
          plate: 'the plate',
          state: 'the state',
        })}
        onCancel={onClose}
      >
        <TextInput
          label="Email"
          type="email"
          {...text('email')}
          onBlur={() => touch('email')}
          maxLength={200}
          autoComplete="off"
          data-autofocus
        />
        <div className={classes.pair}>
          <TextInput label="First Name (optional)" {...text('first', 'first_name')} {...name} />
          <TextInput label="Last Name (optional)" {...text('last', 'last_name')} {...name} />
        </div>
        <div className={classes.pair}>
          <TextInput
            label="License Plate (optional)"
            {...text('plate')}
            onChange={(event) => set({ plate: event.currentTarget.value.toUpperCase() })}
            onBlur={() => touch('plate', 'state')}
            maxLength={24}
            autoComplete="off"
          />
          <StateSelect
            value={values.pair}
            onChoose={(pair) => {
              set({ pair });
              touch('plate', 'state');
            }}
            error={errorFor('state')}
          />
        </div>
      </Form>
    </Dialog>
  );
}
