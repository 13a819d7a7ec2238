import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { type OptionsFilter, Select } from '@mantine/core';

export interface SearchSelectProps {
  label?: string;
  /** In place of a label that is seen. */
  ariaLabel?: string;
  placeholder?: string;
  options: readonly { value: string; label: string }[];
  value: string | null;
  onChoose: (value: string) => void;
  /** Called with what is typed, where the options come from a server; they are then shown unfiltered. */
  onSearch?: (text: string) => void;
  error?: string | undefined;
  disabled?: boolean;
}

const unfiltered: OptionsFilter = ({ options }) => options;

/** One of many, found by typing. */
export function SearchSelect(props: SearchSelectProps) {
  const { label, options, value, onChoose, onSearch } = props;
  return (
    <Select
      {...(label ? { label } : {})}
      {...(props.ariaLabel ? { 'aria-label': props.ariaLabel } : {})}
      placeholder={props.placeholder ?? 'Search'}
      data={[...options]}
      value={value}
      onChange={(chosen) => chosen !== null && onChoose(chosen)}
      searchable
      allowDeselect={false}
      nothingFoundMessage="No results found"
      maxDropdownHeight={320}
      {...(onSearch ? { onSearchChange: onSearch, filter: unfiltered } : {})}
      {...(props.error ? { error: props.error } : {})}
      disabled={props.disabled ?? false}
      comboboxProps={{
        width: 'max-content',
        position: 'bottom-start',
        middlewares: { shift: true, flip: true },
      }}
      styles={{ dropdown: { maxWidth: 'min(24rem, 90vw)', minWidth: '14rem' } }}
    />
  );
}
