import type { ReactNode } from 'react';
import { useId } from 'react';
import classes from './segments.module.css';

interface SegmentsProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string; icon?: ReactNode }[];
  chosen: Value;
  onChange: (chosen: Value) => void;
  /** Large for fingers, and as wide as possible. */
  size?: 'lg';
}

/** One of a few options, side by side; an option with an icon shows that instead of its label. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, options, chosen, onChange, size } = props;
  const name = useId();
  return (
    <fieldset className={classes.group} data-size={size}>
      <legend className="ui-hidden">{label}</legend>
      {options.map(({ value, label: text, icon }) => (
        <label key={value} className={classes.choice} title={icon ? text : undefined}>
          <input
            type="radio"
            className="ui-hidden"
            name={name}
            checked={value === chosen}
            onChange={() => onChange(value)}
          />
          {icon}
          <span className={icon ? 'ui-hidden' : classes.text}>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
