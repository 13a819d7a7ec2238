import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { MultiSelect as Select } from '@mantine/core';

/** Any number of many options, found by typing. */
export function MultiSelect(props: {
  label: string;
  placeholder?: string;
  options: readonly { value: string; label: string }[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  error?: string | undefined;
  nothingFound?: string;
  required?: boolean;
}) {
  const { label, options, chosen, onChange, error } = props;
  return (
    <Select
      label={label}
      placeholder={chosen.length === 0 ? (props.placeholder ?? 'Search') : ''}
      data={[...options]}
      value={[...chosen]}
      onChange={onChange}
      searchable
      hidePickedOptions
      nothingFoundMessage={props.nothingFound ?? 'No results found'}
      maxDropdownHeight={280}
      withAsterisk={props.required ?? false}
      {...(error ? { error } : {})}
    />
  );
}
