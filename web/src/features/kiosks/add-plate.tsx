import { carMessages } from '@lotkeeper/contract/cars';
import { stateOfPair } from '@lotkeeper/contract/kernel/state-names';
import { visitorMessages } from '@lotkeeper/contract/visitors';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { StateSelect } from '../../shared/state-select.tsx';
import { Button } from '../../ui/form/button.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import classes from './kiosk.module.css';
import type { TypedPlate } from './plates-to-send.ts';

/** Asks a guest for the plate and the state. */
export function AddPlate(props: {
  homeState: string | null;
  onAdd: (typed: Omit<TypedPlate, 'request' | 'at'>) => void;
}) {
  const { homeState, onAdd } = props;
  const [plate, setPlate] = useState('');
  const [pair, setPair] = useState(homeState);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const region = stateOfPair(pair ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    if (!plate.trim() || !region) return;
    onAdd({ plate: plate.trim(), state: region.state, country: region.country });
    setPlate('');
    setPair(homeState);
    setIsSubmitted(false);
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        label="License Plate"
        size="lg"
        value={plate}
        onChange={(event) => setPlate(event.currentTarget.value.toUpperCase())}
        error={isSubmitted && !plate.trim() ? visitorMessages.required : undefined}
        maxLength={24}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        classNames={{ input: classes.plateInput ?? '' }}
      />
      <StateSelect
        size="lg"
        value={pair}
        onChoose={setPair}
        error={isSubmitted && !region ? carMessages.state : undefined}
      />
      <Button type="submit" size="lg" fullWidth>
        Request Validation
      </Button>
    </form>
  );
}
