import { states } from '@lotkeeper/contract/kernel/places';
import { expect, test } from 'vitest';
import { findOnlyZone, listZonesOf } from './state-zones.ts';

test('every state of the United States has time zones that this browser knows', () => {
  for (const state of states.US) {
    expect(listZonesOf(state), state).not.toEqual([]);
    for (const timeZone of listZonesOf(state)) {
      expect(() => new Intl.DateTimeFormat('en', { timeZone }), timeZone).not.toThrow();
    }
  }
});

test('a state has one time zone, or the most likely one first', () => {
  expect(listZonesOf('AZ')).toEqual(['America/Phoenix']);
  expect(listZonesOf('TX')).toEqual(['America/Chicago', 'America/Denver']);
  expect(listZonesOf('ON')).toEqual(['America/Toronto', 'America/Winnipeg']);
  expect(listZonesOf('')).toEqual([]);
});

test('a time zone is certain only where a state has no other and shares its letters with none', () => {
  expect(findOnlyZone('AZ')).toBe('America/Phoenix');
  expect(findOnlyZone('TX')).toBeNull();
  // Colorado or Colima.
  expect(findOnlyZone('CO')).toBeNull();
  expect(findOnlyZone('JC')).toBeNull();
});
