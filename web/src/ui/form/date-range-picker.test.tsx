import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderUi } from '../test-render.tsx';
import type { DateRange } from './date-range.rules.ts';
import { DateRangePicker, type DateRangePickerProps } from './date-range-picker.tsx';

const november: DateRange = { start: '2026-11-01', end: '2026-11-21' };
const limits = { label: 'Period', earliest: '2019-01-01', today: '2026-11-21' };

const day = (name: string) => screen.getByRole('button', { name });

async function openPicker(props: Partial<DateRangePickerProps> = {}) {
  const onChange = vi.fn();
  const user = userEvent.setup();
  function Host() {
    const [value, setValue] = useState(november);
    const change = (range: DateRange) => {
      onChange(range);
      setValue(range);
    };
    return <DateRangePicker {...limits} {...props} value={value} onChange={change} />;
  }
  renderUi(<Host />);
  await user.click(screen.getByRole('button', { name: /^Period/ }));
  await screen.findByRole('dialog');
  return { user, onChange, trigger: screen.getByRole('button', { name: /^Period/ }) };
}

test('the button shows the range and opens a named dialog', async () => {
  const { trigger } = await openPicker();
  expect(trigger).toHaveAccessibleName('Period Nov 1, 2026 – Nov 21, 2026');
  expect(trigger).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getByRole('dialog')).toHaveAccessibleName('Period');
  expect(screen.getByRole('button', { name: 'Previous month' })).toBeVisible();
});

test('two clicks choose a range and close the calendar', async () => {
  const { user, onChange, trigger } = await openPicker();
  await user.click(day('Tuesday, November 10, 2026'));
  expect(screen.getByRole('status')).toHaveTextContent('From Nov 10, 2026. Choose the last day.');
  expect(onChange).not.toHaveBeenCalled();
  await user.click(day('Thursday, November 12, 2026'));
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ start: '2026-11-10', end: '2026-11-12' });
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(trigger).toHaveAccessibleName('Period Nov 10, 2026 – Nov 12, 2026');
});

test('a range that is too long is refused with a message', async () => {
  const { user, onChange } = await openPicker({ maxDays: 7 });
  await user.click(day('Tuesday, November 10, 2026'));
  await user.click(day('Tuesday, November 17, 2026'));
  expect(screen.getByRole('status')).toHaveTextContent('Choose 7 days or fewer.');
  expect(onChange).not.toHaveBeenCalled();
  await user.click(day('Monday, November 16, 2026'));
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ start: '2026-11-10', end: '2026-11-16' });
});

test('days outside the bounds can’t be picked', async () => {
  await openPicker({ earliest: '2026-10-05' });
  expect(day('Sunday, October 4, 2026')).toBeDisabled();
  expect(day('Monday, October 5, 2026')).toBeEnabled();
  expect(day('Sunday, November 22, 2026')).toBeDisabled();
});

test('a range can be chosen by keyboard alone', async () => {
  const { user, onChange } = await openPicker();
  expect(day('Saturday, November 21, 2026')).toHaveAttribute('aria-current', 'date');
  day('Tuesday, November 10, 2026').focus();
  await user.keyboard('{Enter}{ArrowDown}{Enter}');
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ start: '2026-11-10', end: '2026-11-17' });
});

test('Escape closes the date range picker without a change and returns the focus', async () => {
  const { user, onChange, trigger } = await openPicker();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(onChange).not.toHaveBeenCalled();
  await waitFor(() => expect(trigger).toHaveFocus());
});

test('a preset sets its range at once', async () => {
  const range = { start: '2026-10-01', end: '2026-10-31' };
  const { user, onChange } = await openPicker({ presets: [{ label: 'Last month', range }] });
  await user.click(screen.getByRole('button', { name: 'Last month' }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith(range);
});
