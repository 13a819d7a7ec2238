import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import {
  type ComboboxData,
  type ComboboxParsedItem,
  type OptionsFilter,
  Select,
} from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../kernel/language.ts';
import { useWidgetStart, type WidgetProps } from '../use-widget.ts';
import {
  findLabel,
  isFound,
  type SearchSelectProps,
  searchSelectTexts,
} from './search-select.rules.ts';

const unfiltered: OptionsFilter = ({ options }) => options;

/** The list keeps the keywords of an option, though its type doesn't say so. */
const byKeywords: OptionsFilter = ({ options, search }) =>
  options.flatMap<ComboboxParsedItem>((option) => {
    if (!('group' in option)) return isFound(option, search) ? [option] : [];
    const items = option.items.filter((item) => isFound(item, search));
    return items.length > 0 ? [{ ...option, items }] : [];
  });

interface SelectInputProps extends SearchSelectProps, WidgetProps {
  id: string;
  /** Text typed before this was loaded. */
  draft: string | null;
}

/** @internal Loaded by SearchSelect on demand. */
export default function SelectInput(props: SelectInputProps) {
  const { id, label, options, value, onChoose, onSearch, start, draft } = props;
  const texts = useTexts(searchSelectTexts);
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(() => findLabel(options, value));
  const search = (nextText: string) => {
    setText(nextText);
    onSearch?.(nextText);
  };
  useWidgetStart(input, start);
  // The select starts with the label of its value; typed text replaces it, before and after loading.
  const [earlyText] = useState(draft);
  useEffect(() => {
    if (earlyText !== null) search(earlyText);
    else if (start.current.hasFocus) input.current?.select();
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [earlyText]);
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
      selectFirstOptionOnChange
      allowDeselect={false}
      nothingFoundMessage={texts.nothingFound}
      maxDropdownHeight={320}
      filter={onSearch ? unfiltered : byKeywords}
      {...(props.error ? { error: props.error } : {})}
      required={props.required ?? false}
      data-autofocus={props.startsFocused}
      {...(props.size ? { size: props.size } : {})}
      comboboxProps={{
        // Mantine scrolls to the chosen option before the list is positioned: unless it's fixed to
        // the window, the page would jump to its top.
        floatingStrategy: 'fixed',
        width: 'max-content',
        position: 'bottom-start',
        middlewares: { shift: true, flip: true },
      }}
      styles={{ dropdown: { maxWidth: 'min(24rem, 90vw)', minWidth: '14rem' } }}
    />
  );
}
