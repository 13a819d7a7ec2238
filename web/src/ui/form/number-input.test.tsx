import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderUi } from '../test-render.tsx';
import type { NumberRules } from './number-input.rules.ts';
import { dollarRules, numberProblem, parseNumber } from './number-input.rules.ts';
import { NumberInput } from './number-input.tsx';

const hours: NumberRules = { min: 0, max: 744, unit: ['hour', 'hours'] };

test.each<[string, number | null, NumberRules]>([
  ['2', 2, hours],
  [' 12 ', 12, hours],
  ['007', 7, hours],
  ['', null, hours],
  ['2.5', Number.NaN, hours],
  ['-5', Number.NaN, hours],
  ['1h30', Number.NaN, hours],
  ['1e2', Number.NaN, hours],
  ['0x10', Number.NaN, hours],
  ['745', Number.NaN, hours],
  ['2,500', 2500, dollarRules],
  ['$1,234.50', 1234.5, dollarRules],
  ['2,5', Number.NaN, dollarRules],
  ['0.505', Number.NaN, dollarRules],
])('a number field parses %j as %d by %o', (typed, value, rules) => {
  expect(parseNumber(typed, rules)).toBe(value);
});

test.each([
  ['2.5', 'Enter a whole number.'],
  ['-5', 'Must be at least 0 hours.'],
  ['9999', 'Must be at most 744 hours.'],
  ['', 'This is required'],
  ['744', undefined],
])('the message for %j hours is %j', (typed, message) => {
  expect(numberProblem(typed, hours)).toBe(message);
});

test('an optional field may stay empty, and a custom message replaces the others', () => {
  expect(numberProblem('', { ...hours, isOptional: true })).toBeUndefined();
  expect(numberProblem('x', { ...hours, message: 'Say how long' })).toBe('Say how long');
});

test('a number field keeps what is typed, and shows what is wrong when it loses focus', async () => {
  const Host = () => {
    const [value, setValue] = useState('');
    return <NumberInput label="Hours" value={value} rules={hours} onChange={setValue} />;
  };
  renderUi(<Host />);
  const field = screen.getByLabelText('Hours');
  await userEvent.type(field, '2.5');
  expect(field).toHaveValue('2.5');
  expect(screen.queryByText('Enter a whole number.')).toBeNull();
  await userEvent.tab();
  expect(field).toHaveValue('2.5');
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription('Enter a whole number.');
});
