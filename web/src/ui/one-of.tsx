import { useId } from 'react';
import classes from './form.module.css';

interface OneOfProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string; description: string }[];
  chosen: Value | null;
  onChoose: (value: Value) => void;
  error?: string | undefined;
}

/** One of a few, each with what it means, as radio buttons. */
export function OneOf<Value extends string>(props: OneOfProps<Value>) {
  const { label, options, chosen, onChoose, error } = props;
  const id = useId();
  return (
    <fieldset className={classes.choices} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={classes.legend}>{label}</legend>
      {options.map(({ value, label: name, description }) => (
        <label key={value} className={`${classes.choice} ${classes.explained}`}>
          <input
            type="radio"
            name={id}
            checked={chosen === value}
            onChange={() => onChoose(value)}
            aria-describedby={`${id}-${value}`}
            aria-label={name}
          />
          <span>
            {name}
            <span id={`${id}-${value}`} className={classes.description}>
              {description}
            </span>
          </span>
        </label>
      ))}
      {error ? (
        <p id={`${id}-error`} className={classes.failure} role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
