import { expect, test } from 'vitest';
import { plateStates, stateNamed } from './state-names.ts';

const pairOf = (name: string, country: 'US' | 'MX' | 'CA' | null = null) =>
  stateNamed(name, country)?.pair;

test('a code and a name in any case find the same state', () => {
  expect(['AZ', 'az', 'Arizona', ' ARIZONA ', 'US_AZ'].map((name) => pairOf(name))).toEqual(
    Array.from({ length: 5 }, () => 'US_AZ'),
  );
});

test('accents, dots and spaces make no difference in state names', () => {
  expect(
    ['nuevo leon', 'Nuevo León', 'D.C.', 'newyork', 'Québec'].map((name) => pairOf(name)),
  ).toEqual(['MX_NL', 'MX_NL', 'US_DC', 'US_NY', 'CA_QC']);
});

test('a state without a country is found in the one country that has it', () => {
  expect(['ON', 'Jalisco', 'QR', 'Mexico City'].map((name) => pairOf(name))).toEqual([
    'CA_ON',
    'MX_JC',
    'MX_QR',
    'MX_CX',
  ]);
});

test('a code of several countries means the US state, or none where the US has no such code', () => {
  // MN is Minnesota and Michoacán; BC is Baja California and British Columbia.
  expect(['MN', 'BC'].map((name) => pairOf(name))).toEqual(['US_MN', undefined]);
  expect([pairOf('MN', 'MX'), pairOf('BC', 'CA'), pairOf('BC', 'MX')]).toEqual([
    'MX_MN',
    'CA_BC',
    'MX_BC',
  ]);
});

test('a text that names no state of the country finds none', () => {
  expect(['', 'ZZ', 'Atlantis', '1'].map((name) => pairOf(name))).toEqual(
    Array.from({ length: 4 }, () => undefined),
  );
  expect(pairOf('Arizona', 'CA')).toBeUndefined();
});

test('every state is found by country and code, and within its country by name and code', () => {
  for (const { pair, country, state, name } of plateStates) {
    expect([pairOf(pair), pairOf(state, country), pairOf(name, country)]).toEqual([
      pair,
      pair,
      pair,
    ]);
  }
});
