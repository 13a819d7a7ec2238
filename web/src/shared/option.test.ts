import { plateStates } from '@lotkeeper/contract/kernel/state-names';
import { expect, test } from 'vitest';
import { toStateOptions, toZoneOption } from './option.ts';

test('a state is found by its name and its code, and each code is there once', () => {
  const options = toStateOptions(plateStates);
  const labels = new Map(options.map(({ value, label }) => [value, label]));
  expect(labels.get('AZ')).toBe('Arizona (AZ)');
  expect(labels.get('NL')).toBe('Nuevo León or Newfoundland and Labrador (NL)');
  expect(labels.size).toBe(options.length);
});

test('a time zone is found by its city and by its common name', () => {
  expect(['America/Phoenix', 'America/New_York'].map(toZoneOption)).toEqual([
    { value: 'America/Phoenix', label: 'America/Phoenix, Mountain Standard Time' },
    { value: 'America/New_York', label: 'America/New York, Eastern Time' },
  ]);
});
