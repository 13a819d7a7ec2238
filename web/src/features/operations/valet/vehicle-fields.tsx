import { StateSelect } from '../../../shared/state-select.tsx';
import { Button } from '../../../ui/form/button.tsx';
import form from '../../../ui/form/form.module.css';
import { TextInput } from '../../../ui/form/text-input.tsx';
import classes from './valet.module.css';
import type { CarDraft } from './valet.rules.ts';

/** The fields of a car. Plate and state are required; the rest helps to find it. */
export function VehicleFields(props: {
  values: CarDraft;
  onChange: (typed: CarDraft) => void;
  /** The server's message for each field. */
  problems: Record<string, string>;
  mayLackPlate: boolean;
}) {
  const { values, onChange, problems, mayLackPlate } = props;
  const { noPlate = false } = values;
  const optional = noPlate ? '' : ' (optional)';
  const field = (
    name: Exclude<keyof CarDraft, 'pair' | 'noPlate'>,
    label: string,
    most: number,
  ) => ({
    label,
    size: 'lg' as const,
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      onChange({ ...values, [name]: name === 'plate' ? value.toUpperCase() : value });
    },
    error: problems[name],
    maxLength: most,
    autoComplete: 'off',
  });
  return (
    <>
      {noPlate ? null : (
        <>
          <TextInput
            {...field('plate', 'License Plate', 24)}
            classNames={{ input: classes.plateInput ?? '' }}
            autoCapitalize="characters"
            spellCheck={false}
            data-autofocus
          />
          <StateSelect
            size="lg"
            value={values.pair}
            onChoose={(pair) => onChange({ ...values, pair })}
            error={problems.state ?? problems.country}
          />
        </>
      )}
      {mayLackPlate ? (
        <Button
          variant="subtle"
          size="md"
          onClick={() => onChange({ ...values, noPlate: !noPlate })}
        >
          {noPlate ? 'It has a plate' : 'It has no plate'}
        </Button>
      ) : null}
      <TextInput {...field('key_tag', 'Key tag (optional)', 20)} />
      <div className={form.pair}>
        <TextInput {...field('make', `Make${optional}`, 60)} />
        <TextInput {...field('model', 'Model (optional)', 60)} />
      </div>
      <TextInput {...field('color', `Color${optional}`, 40)} />
      <TextInput {...field('notes', 'Notes (optional)', 1000)} />
    </>
  );
}
