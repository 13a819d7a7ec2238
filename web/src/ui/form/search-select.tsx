import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { type ComboboxData, type OptionsFilter, Select } from '@mantine/core';

interface Option {
  value: string;
  label: string;
}

export interface SearchSelectProps {
  label?: string;
  description?: string | undefined;
  /** In place of a label that is seen. */
  ariaLabel?: string;
  placeholder?: string;
  /** All in one list, or in groups that have a name. */
  options: readonly Option[] | readonly { group: string; items: Option[] }[];
  value: string | null;
  onChoose: (value: string) => void;
  /** Called with what is typed, where the options come from a server; they are then shown unfiltered. */
  onSearch?: (text: string) => void;
  error?: string | undefined;
  disabled?: boolean;
  required?: boolean;
  /** Large for fingers. */
  size?: 'lg';
}

const unfiltered: OptionsFilter = ({ options }) => options;

/** One of many, found by typing. */
export function SearchSelect(props: SearchSelectProps) {
  const { label, options, value, onChoose, onSearch } = props;
  return (
    <Select
      {...(label ? { label } : {})}
      {...(props.description ? { description: props.description } : {})}
      {...(props.ariaLabel ? { 'aria-label': props.ariaLabel } : {})}
      placeholder={props.placeholder ?? 'Search'}
      data={[...options] as ComboboxData}
      value={value}
      onChange={(chosen) => chosen !== null && onChoose(chosen)}
      searchable
      openOnFocus={false}
      allowDeselect={false}
      nothingFoundMessage="No results found"
      maxDropdownHeight={320}
      {...(onSearch ? { onSearchChange: onSearch, filter: unfiltered } : {})}
      {...(props.error ? { error: props.error } : {})}
      disabled={props.disabled ?? false}
      required={props.required ?? false}
      {...(props.size ? { size: props.size } : {})}
      comboboxProps={{
        width: 'max-content',
        position: 'bottom-start',
        middlewares: { shift: true, flip: true },
      }}
      styles={{ dropdown: { maxWidth: 'min(24rem, 90vw)', minWidth: '14rem' } }}
    />
  );
}
