import { states } from '@lotkeeper/contract/kernel/places';
import { expect, test } from 'vitest';
import { chooseZone, listZoneKeywords, listZonesOf, mainZones } from './state-zones.ts';

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

test.each([
  ['AZ', 'Phoenix', 'America/Phoenix', true],
  ['FL', 'Tampa', 'America/New_York', false],
  ['FL', ' pensacola', 'America/Chicago', true],
  ['TX', 'El Paso', 'America/Denver', true],
  ['TX', 'Dallas', 'America/Chicago', false],
  ['TN', 'Knoxville', 'America/New_York', true],
  ['ID', "Coeur d'Alene", 'America/Los_Angeles', true],
  // Colorado or Colima.
  ['CO', 'Denver', 'America/Denver', false],
  ['JC', 'Guadalajara', '', false],
])('an address in %s, %s is probably in %s', (state, city, zone, isSure) => {
  expect(chooseZone(state, city)).toEqual({ zone, isSure });
});

test('a zone is found by its state, a large city and what people call it', () => {
  const words = listZoneKeywords('America/New_York');
  for (const word of ['Florida FL', 'Tampa', 'EST', 'EDT']) expect(words).toContain(word);
  expect(listZoneKeywords('America/Phoenix')).toContain('Arizona AZ');
  expect(mainZones[0]).toBe('America/New_York');
});
