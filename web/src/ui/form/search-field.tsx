import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { TextInput } from './text-input.tsx';

/** Pause in typing before a list is searched, in milliseconds. */
const searchPause = 300;

interface SearchFieldProps {
  /** Either a label above the field, or one for screen readers that is also the placeholder. */
  label?: string;
  ariaLabel?: string;
  /** The search that the list shows. */
  value: string;
  onSearch: (text: string) => void;
  maxLength: number;
  /** A shorter text doesn't search, so the whole list is shown. */
  minLength?: number;
  className?: string | undefined;
  size?: 'lg';
}

/** Searches a list while a person types; follows the list when the search changes elsewhere, for example through Back. */
export function SearchField(props: SearchFieldProps) {
  const { label, ariaLabel, value, onSearch, maxLength, minLength = 1, className, size } = props;
  const toSearch = (text: string) => (text.trim().length < minLength ? '' : text.trim());
  const [input, setInput] = useState(value);
  const [appliedValue, setAppliedValue] = useState(value);
  if (value !== appliedValue) {
    setAppliedValue(value);
    if (value !== toSearch(input)) setInput(value);
  }
  const search = useDebouncedCallback((text: string) => {
    if (toSearch(text) !== value) onSearch(toSearch(text));
  }, searchPause);
  return (
    <TextInput
      className={className ?? ''}
      type="search"
      {...(label ? { label } : {})}
      {...(ariaLabel ? { 'aria-label': ariaLabel, placeholder: ariaLabel } : {})}
      {...(size ? { size } : {})}
      value={input}
      maxLength={maxLength}
      onChange={(event) => {
        setInput(event.currentTarget.value);
        search(event.currentTarget.value);
      }}
    />
  );
}
