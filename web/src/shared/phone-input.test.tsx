import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderUi } from '../ui/test-render.tsx';
import { findHomeCountry, PhoneInput } from './phone-input.tsx';

function Field({ country }: { country?: string }) {
  const [value, setValue] = useState('');
  return (
    <PhoneInput
      label="Phone"
      value={value}
      onChange={(event) => setValue(event.currentTarget.value)}
      {...(country ? { country } : {})}
    />
  );
}

test.each([
  ['US', '(813) 555-0147', '+1 813 555 0147', 'United States'],
  ['US', '55 1234 5678', '+1 551 234 5678', 'United States'],
  ['MX', '55 1234 5678', '+525512345678', 'Mexico'],
  ['US', '+52 1 55 1234 5678', '+525512345678', 'Mexico'],
] as const)('on a device of %s, %s is %s in %s', (country, typed, complete, name) => {
  renderUi(<Field country={country} />);
  const field = screen.getByLabelText('Phone');
  fireEvent.change(field, { target: { value: typed } });
  expect(screen.getByText(`${complete}, ${name}`)).toBeTruthy();
  fireEvent.blur(field);
  expect(field).toHaveProperty('value', complete);
});

test('what isn’t a number stays as it was typed', () => {
  renderUi(<Field />);
  const field = screen.getByLabelText('Phone');
  fireEvent.change(field, { target: { value: '55 12' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(field).toHaveProperty('value', '55 12');
});

test.each([
  [['es-MX', 'en-US'], 'MX'],
  [['es', 'en-CA'], 'CA'],
  [['de-DE'], 'US'],
  [['en'], 'US'],
])('the country of a device in %j is %s', (languages, country) => {
  expect(findHomeCountry(languages)).toBe(country);
});
