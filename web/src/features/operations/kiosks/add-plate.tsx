import { stateOfPair } from '@lotkeeper/contract/kernel/state-names';
import { createVisitor } from '@lotkeeper/contract/operations/visitors';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../../kernel/language.ts';
import { StateSelect } from '../../../shared/state-select.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { findProblems, useForm } from '../../../ui/form/use-form.ts';
import classes from './kiosk.module.css';
import { kioskTexts } from './kiosk-texts.ts';
import type { TypedPlate } from './plates-to-send.ts';

type Typed = Pick<TypedPlate, 'plate' | 'state' | 'country'>;

/** A guest's plate; `typedPlate` is one to correct. The server's rules are checked before it's sent or kept. */
export function AddPlate(props: {
  homeState: string | null;
  typedPlate: Typed | null;
  onAdd: (typedPlate: Typed) => void;
}) {
  const { homeState, typedPlate, onAdd } = props;
  const texts = useTexts(kioskTexts);
  const empty = { plate: '', pair: homeState };
  const read = ({ plate, pair }: typeof empty) => {
    const { state, country } = stateOfPair(pair ?? '') ?? { state: '', country: 'US' as const };
    return { plate: plate.trim(), state, country };
  };
  const form = useForm({
    initial: typedPlate
      ? {
          plate: typedPlate.plate,
          pair: `${typedPlate.country}_${typedPlate.state}` as string | null,
        }
      : empty,
    validate: (values) =>
      findProblems(createVisitor.body, { spot: 1, validation_source: 'kiosk', ...read(values) }),
    send: null,
    onSubmit: (values) => {
      onAdd(read(values));
      form.reset(empty);
    },
  });
  const { values, set, text, errorFor } = form;
  const field = useRef<HTMLInputElement>(null);
  const isCorrection = typedPlate !== null;
  useEffect(() => {
    if (isCorrection) field.current?.focus();
  }, [isCorrection]);
  return (
    <form className="ui-stack" {...form.props}>
      <TextInput
        ref={field}
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
