import { expect, test } from 'vitest';
import { now } from '../../kernel/clock.ts';
import { ticketIn } from './kiosk-token.ts';
import { readKept } from './plates-to-send.ts';
import { minutesOf } from './start-kiosk.tsx';

test('hours and minutes are minutes, and two hours when none are given', () => {
  expect(minutesOf('1', '30')).toBe(90);
  expect(minutesOf('', '5')).toBe(5);
  expect(minutesOf('0', '0')).toBe(120);
  expect(minutesOf('', '')).toBe(120);
});

test('a ticket is taken from behind the # and from nothing else', () => {
  const ticket = `lkt_${'a'.repeat(43)}`;
  expect(ticketIn(`#${ticket}`)).toBe(ticket);
  for (const hash of ['', '#', '#content', `#x${ticket}`, `#${ticket}x`, '#lx_secret']) {
    expect(ticketIn(hash)).toBeNull();
  }
});

test('what is kept of plates is read, of a day ago no more, and garbage is nothing', () => {
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
