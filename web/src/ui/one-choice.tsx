import { useId } from 'react';
import classes from './form.module.css';

interface OneChoiceProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string; description?: string }[];
  chosen: Value;
  onChange: (chosen: Value) => void;
}

/** One of a few, all in sight, as radio buttons. */
export function OneChoice<Value extends string>(props: OneChoiceProps<Value>) {
  const { label, options, chosen, onChange } = props;
  const name = useId();
  return (
    <fieldset className={classes.choices}>
      <legend className={classes.legend}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={classes.choice}>
          <input
            type="radio"
            name={name}
            checked={option.value === chosen}
            onChange={() => onChange(option.value)}
          />
          <span>
            {option.label}
            {option.description ? (
              <span className={classes.description}>{option.description}</span>
            ) : null}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
