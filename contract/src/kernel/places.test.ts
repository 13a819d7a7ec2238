import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';
import { expect, test } from 'vitest';
import { defaultDialCode, dialCountries, plateCountries, states } from './places.ts';
import { plateStates, stateOfPair } from './state-names.ts';

test('countries and their dial codes equal those of libphonenumber', () => {
  const known = getCountries().map((country) => `${country} ${getCountryCallingCode(country)}`);
  const ours = dialCountries.map(({ country, dial_code }) => `${country} ${dial_code}`);
  expect([...ours].sort()).toEqual([...known].sort());
});

test('the United States comes first, and the other countries are sorted by code', () => {
  const [first, ...others] = dialCountries.map((one) => one.country);
  expect(first).toBe('US');
  expect(others).toEqual([...others].sort());
  expect(dialCountries[0]?.dial_code).toBe(defaultDialCode);
});

test('there are 52 US states and territories, 32 Mexican states and 13 Canadian provinces, each once', () => {
  expect(plateCountries.map((country) => states[country].length)).toEqual([52, 32, 13]);
  for (const country of plateCountries) {
    expect(new Set(states[country]).size).toBe(states[country].length);
    for (const state of states[country]) expect(state).toMatch(/^[A-Z]{2}$/);
  }
});

test('every state and province has its own name and is found by country and code', () => {
  for (const country of plateCountries) {
    const named = plateStates.filter((one) => one.country === country);
    expect(named.map(({ state }) => state).toSorted()).toEqual([...states[country]].toSorted());
    expect(new Set(named.map(({ name }) => name)).size).toBe(named.length);
  }
  const nameOf = (pair: string) => stateOfPair(pair)?.name;
  expect(['US_AZ', 'MX_CL', 'MX_QR', 'MX_ZA', 'CA_NL', 'US_WY', 'US_XX', ''].map(nameOf)).toEqual([
    'Arizona',
    'Colima',
    'Quintana Roo',
    'Zacatecas',
    'Newfoundland and Labrador',
    'Wyoming',
    undefined,
    undefined,
  ]);
});
