import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { fireEvent, waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { DateField, type DateFieldProps } from '../ui/form/date-field.tsx';
import type { SearchSelectProps } from '../ui/form/search-select.rules.ts';
import { SearchSelect } from '../ui/form/search-select.tsx';
import { renderUi } from '../ui/test-render.tsx';

function PlainSelect(props: SearchSelectProps) {
  const { label, ariaLabel, options, value, required, error, onChoose } = props;
  const flat = options.flatMap((option) => ('items' in option ? option.items : [option]));
  // The chosen one and the next: lists of times and states are long.
  const start = Math.max(
    0,
    flat.findIndex((option) => option.value === value),
  );
  const offered = [...new Set([...flat.slice(start), ...flat])].slice(0, 2);
  return (
    <select
      aria-label={label ?? ariaLabel}
      value={value ?? ''}
      required={required}
      aria-invalid={Boolean(error)}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      <option value="">–</option>
      {offered.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

const PlainDate = ({ label, value, error, onChange }: DateFieldProps) => (
  <input
    type="date"
    aria-label={label}
    value={value ?? ''}
    aria-invalid={Boolean(error)}
    onChange={(event) => onChange(event.currentTarget.value as LocalDate)}
  />
);

vi.doMock('../ui/form/select-input.tsx', () => ({ default: PlainSelect }));
vi.doMock('../ui/form/date-input.tsx', () => ({ default: PlainDate }));

/** Replaces lists and calendars, which tests of their own cover, by the browser's: a list of 96 times takes long to draw. */
export async function loadPlainFields(): Promise<void> {
  renderUi(
    <>
      <SearchSelect label="List" options={[]} value={null} onChoose={() => undefined} />
      <DateField
        label="Day"
        value={null}
        today={'2030-01-01' as LocalDate}
        onChange={() => undefined}
      />
    </>,
  );
  for (const standIn of document.querySelectorAll('[aria-haspopup]')) fireEvent.click(standIn);
  await waitFor(() => expect(document.querySelector('[aria-haspopup]')).toBeNull());
}
