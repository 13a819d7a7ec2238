import { expect, test } from 'vitest';
import { now } from '../../kernel/clock.ts';
import { ticketIn } from './kiosk-token.ts';
import { readKept } from './plates-to-send.ts';
import { readMinutes, validateKiosk } from './start-kiosk.tsx';

test('hours and minutes become minutes, and two hours are the default', () => {
  const minutes = (hours: string, minutes: string) => readMinutes({ hours, minutes });
  expect(minutes('1', '30')).toBe(90);
  expect(minutes('', '5')).toBe(5);
  expect(minutes('0', '0')).toBe(120);
  expect(minutes('', '')).toBe(120);
});

test('a wrong time is refused at its field, and one of over 31 days at Hours', () => {
  const problems = (hours: string, minutes: string) =>
    validateKiosk({ mode: 'hours', screen: 'here', pin: '1234', hours, minutes });
  expect(problems('2.5', '0')).toEqual({ hours: 'Enter a whole number.' });
  expect(problems('2', '-5')).toEqual({ minutes: 'Must be at least 0 minutes.' });
  expect(problems('744', '0')).toEqual({});
  expect(problems('744', '1')).toEqual({ hours: 'Must be at most 31 days (744 hours).' });
  expect(problems('', '99999')).toEqual({ hours: 'Must be at most 31 days (744 hours).' });
});

test('a kiosk ticket is read from a URL’s hash only if it is the whole hash', () => {
  const ticket = `lkt_${'a'.repeat(43)}`;
  expect(ticketIn(`#${ticket}`)).toBe(ticket);
  for (const hash of ['', '#', '#content', `#x${ticket}`, `#${ticket}x`, '#lx_secret']) {
    expect(ticketIn(hash)).toBeNull();
  }
});

test('stored plates are read for a day, and garbage is ignored', () => {
  const plate = { request: 'r', plate: 'A', state: 'AZ', country: 'US', at: now() - 60_000 };
  const old = { ...plate, at: now() - 25 * 3_600_000 };
  localStorage.setItem('kiosk-plates:7', JSON.stringify([old, plate]));
  expect(readKept(7)).toEqual([plate]);
  expect(readKept(8)).toEqual([]);
  for (const garbage of ['{', '"x"', '{"a":1}', 'null']) {
    localStorage.setItem('kiosk-plates:7', garbage);
    expect(readKept(7)).toEqual([]);
  }
});
