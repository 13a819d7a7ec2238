import { useId } from 'react';
import classes from './form.module.css';
import { FailureText } from './form-failure.tsx';
import { Legend } from './legend.tsx';

interface OneChoiceProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string; description?: string }[];
  chosen: Value | null;
  onChange: (chosen: Value) => void;
  error?: string | undefined;
  required?: boolean;
}

/** Radio buttons for one of a few options, each with an optional explanation. */
export function OneChoice<Value extends string>(props: OneChoiceProps<Value>) {
  const { label, options, chosen, onChange, error, required = false } = props;
  const id = useId();
  return (
    <fieldset
      className={classes.choices}
      aria-describedby={error ? `${id}-error` : undefined}
      data-invalid={error ? true : undefined}
    >
      <Legend label={label} required={required} />
      {options.map(({ value, label: name, description }) => (
        <label key={value} className={classes.choice} data-explained={Boolean(description)}>
          <input
            type="radio"
            name={id}
            required={required}
            checked={value === chosen}
            onChange={() => onChange(value)}
            aria-label={name}
            aria-describedby={description ? `${id}-${value}` : undefined}
          />
          <span>
            {name}
            {description ? (
              <span id={`${id}-${value}`} className="ui-detail">
                {description}
              </span>
            ) : null}
          </span>
        </label>
      ))}
      <FailureText id={`${id}-error`}>{error}</FailureText>
    </fieldset>
  );
}
