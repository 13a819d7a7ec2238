import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { type ComboboxData, type OptionsFilter, Select } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useWidgetStart, type WidgetProps } from '../use-widget.ts';
import { findLabel, type SearchSelectProps } from './search-select.rules.ts';

const unfiltered: OptionsFilter = ({ options }) => options;

interface SelectInputProps extends SearchSelectProps, WidgetProps {
  id: string;
  /** What was typed before this was loaded. */
  draft: string | null;
}

/** @internal What SearchSelect shows once it is loaded. */
export default function SelectInput(props: SelectInputProps) {
  const { id, label, options, value, onChoose, onSearch, start, draft } = props;
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(() => findLabel(options, value));
  const search = (nextText: string) => {
    setText(nextText);
    onSearch?.(nextText);
  };
  useWidgetStart(input, start);
  // The select begins with the label of its value: what was typed replaces it, and what will be typed does too.
  const [early] = useState(draft);
  useEffect(() => {
    if (early !== null) search(early);
    else if (start.current.hasFocus) input.current?.select();
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [early]);
  return (
    <Select
      id={id}
      ref={input}
      {...(label ? { label } : {})}
      {...(props.description ? { description: props.description } : {})}
      {...(props.ariaLabel ? { 'aria-label': props.ariaLabel } : {})}
      placeholder={props.placeholder ?? 'Search'}
      data={[...options] as ComboboxData}
      value={value}
      onChange={(chosen) => chosen !== null && onChoose(chosen)}
      searchable
      searchValue={text}
      onSearchChange={search}
      openOnFocus={false}
      allowDeselect={false}
      nothingFoundMessage="No results found"
      maxDropdownHeight={320}
      {...(onSearch ? { filter: unfiltered } : {})}
      {...(props.error ? { error: props.error } : {})}
      required={props.required ?? false}
      {...(props.size ? { size: props.size } : {})}
      comboboxProps={{
        // Mantine scrolls to the chosen option before the list has its position: elsewhere than in the window, the page
        // would jump to its top.
        floatingStrategy: 'fixed',
        width: 'max-content',
        position: 'bottom-start',
        middlewares: { shift: true, flip: true },
      }}
      styles={{ dropdown: { maxWidth: 'min(24rem, 90vw)', minWidth: '14rem' } }}
    />
  );
}
