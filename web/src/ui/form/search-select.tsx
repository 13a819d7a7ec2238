import '@mantine/core/styles/Input.layer.css';
import { ComboboxChevron, InputBase } from '@mantine/core';
import { useId, useState } from 'react';
import { createWidget } from '../use-widget.ts';
import classes from './search-select.module.css';
import { findLabel, type SearchSelectProps } from './search-select.rules.ts';

const useSelectInput = createWidget(() => import('./select-input.tsx'));

/** One of many options, found by typing. The list is loaded on focus or hover. */
export function SearchSelect<Value extends string>(props: SearchSelectProps<Value>) {
  const { label, ariaLabel, description, size, options, value } = props;
  const { Widget, start, failure, standIn, open } = useSelectInput();
  const [draft, setDraft] = useState<string | null>(null);
  const id = useId();
  if (Widget) return <Widget {...props} {...{ id, start, draft }} />;
  const error = failure ?? props.error;
  return (
    <InputBase
      id={id}
      {...standIn}
      {...(label ? { label } : {})}
      {...(ariaLabel ? { 'aria-label': ariaLabel } : {})}
      {...(description ? { description } : {})}
      {...(size ? { size } : {})}
      {...(error ? { error } : {})}
      // There is no list to control before the select is loaded.
      // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      placeholder={props.placeholder ?? 'Search'}
      value={draft ?? findLabel(options, value)}
      onChange={(event) => {
        setDraft(event.currentTarget.value);
        open();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        open();
      }}
      required={props.required ?? false}
      data-autofocus={props.startsFocused}
      autoComplete="off"
      rightSection={<ComboboxChevron className={classes.chevron} {...(error ? { error } : {})} />}
      rightSectionPointerEvents="none"
    />
  );
}
