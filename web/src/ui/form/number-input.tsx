import { useState } from 'react';
import type { NumberRules } from './number-input.rules.ts';
import { numberProblem } from './number-input.rules.ts';
import { TextInput } from './text-input.tsx';

export interface NumberInputProps {
  label?: string;
  /** Names a field that has no label. */
  ariaLabel?: string;
  placeholder?: string;
  description?: string;
  /** As typed: the field never changes it. */
  value: string;
  rules: NumberRules;
  onChange: (typed: string) => void;
  onBlur?: () => void;
  /** From the form or the server; replaces the field's own message. */
  error?: string | undefined;
  disabled?: boolean;
  required?: boolean;
}

/** Long enough for any number; a shorter limit would truncate "1000" to a different number. */
const maxTyped = 40;

/** The field for numbers. It keeps what is typed, and shows the problem when it loses focus. */
export function NumberInput(props: NumberInputProps) {
  const { rules, onChange, onBlur, error, ariaLabel, ...field } = props;
  const [isLeft, setIsLeft] = useState(false);
  const problem = isLeft && !props.disabled ? numberProblem(props.value, rules) : undefined;
  return (
    <TextInput
      {...field}
      {...(ariaLabel ? { 'aria-label': ariaLabel } : {})}
      inputMode={rules.min < 0 ? 'text' : rules.decimals ? 'decimal' : 'numeric'}
      autoComplete="off"
      maxLength={maxTyped}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => {
        setIsLeft(true);
        onBlur?.();
      }}
      error={error ?? problem}
    />
  );
}
