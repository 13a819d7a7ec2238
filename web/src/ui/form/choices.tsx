import { useId } from 'react';
import classes from './form.module.css';
import { FailureText } from './form-failure.tsx';
import { Legend } from './legend.tsx';

interface ChoicesProps<Value extends string> {
  label: string;
  /** An option with `unless` is disabled, and shows why; one with `description` shows that below its label. */
  options: readonly { value: Value; label: string; unless?: string | null; description?: string }[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
  error?: string | undefined;
  /** At least one must be chosen. */
  required?: boolean;
}

const explain = (option: { unless?: string | null; description?: string }) =>
  option.unless ?? option.description;

/** Check boxes for any number of several options. */
export function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { label, options, chosen, onChange, error, required = false } = props;
  const errorId = useId();
  const toggle = (value: Value) =>
    onChange(
      chosen.includes(value) ? chosen.filter((option) => option !== value) : [...chosen, value],
    );
  return (
    <fieldset
      className={classes.choices}
      aria-describedby={error ? errorId : undefined}
      data-invalid={error ? true : undefined}
    >
      <Legend label={label} required={required} />
      {options.map((option) => (
        <label
          key={option.value}
          className={classes.choice}
          data-explained={Boolean(explain(option))}
        >
          <input
            type="checkbox"
            checked={chosen.includes(option.value) && !option.unless}
            disabled={Boolean(option.unless)}
            onChange={() => toggle(option.value)}
            aria-label={option.label}
            aria-describedby={explain(option) ? `${errorId}-${option.value}` : undefined}
          />
          <span>
            {option.label}
            {explain(option) ? (
              <span id={`${errorId}-${option.value}`} className="ui-detail">
                {explain(option)}
              </span>
            ) : null}
          </span>
        </label>
      ))}
      <FailureText id={errorId}>{error}</FailureText>
    </fieldset>
  );
}
