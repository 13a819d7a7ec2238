import { carMessages } from '@lotkeeper/contract/cars/cars';
import { stateOfPair } from '@lotkeeper/contract/kernel/state-names';
import { visitorMessages } from '@lotkeeper/contract/operations/visitors';
import { useTexts } from '../../../kernel/language.ts';
import { StateSelect } from '../../../shared/state-select.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import classes from './kiosk.module.css';
import { kioskTexts } from './kiosk-texts.ts';
import type { TypedPlate } from './plates-to-send.ts';

export function AddPlate(props: {
  homeState: string | null;
  onAdd: (typed: Pick<TypedPlate, 'plate' | 'state' | 'country'>) => void;
}) {
  const { homeState, onAdd } = props;
  const texts = useTexts(kioskTexts);
  const form = useForm({
    initial: { plate: '', pair: homeState },
    validate: ({ plate, pair }) => ({
      plate: plate.trim() ? undefined : visitorMessages.required,
      state: stateOfPair(pair ?? '') ? undefined : carMessages.state,
    }),
    send: null,
    onSubmit: ({ plate, pair }) => {
      const region = stateOfPair(pair ?? '');
      if (!region) return;
      onAdd({ plate: plate.trim(), state: region.state, country: region.country });
      form.reset({ plate: '', pair: homeState });
    },
  });
  const { values, set, text, errorFor } = form;
  return (
    <form className={classes.form} {...form.props}>
      <TextInput
        label={texts.plate}
        size="lg"
        {...text('plate')}
        onChange={(event) => set({ plate: event.currentTarget.value.toUpperCase() })}
        maxLength={24}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        classNames={{ input: classes.plateInput ?? '' }}
      />
      <StateSelect
        size="lg"
        value={values.pair}
        onChoose={(pair) => set({ pair })}
        error={errorFor('state')}
      />
      <Button type="submit" size="lg" fullWidth>
        {texts.send}
      </Button>
    </form>
  );
}
