import { carMessages } from '@lotkeeper/contract/kernel/car-fields';
import { kioskMessages } from '@lotkeeper/contract/operations/kiosks';
import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { readToken, writeToken } from '../../../kernel/auth-cookie.ts';
import { now } from '../../../kernel/clock.ts';
import { kioskSpanish } from './kiosk-spanish.ts';
import { isGuestSession, markGuestSession, ticketIn } from './kiosk-token.ts';
import { plateStorage, usePlatesToSend } from './plates-to-send.ts';
import { readMinutes, validateKiosk } from './start-kiosk.tsx';

test('hours and minutes add up to minutes', () => {
  const minutes = (hours: string, minutes: string) => readMinutes({ hours, minutes });
  expect(minutes('1', '30')).toBe(90);
  expect(minutes('', '5')).toBe(5);
});

test('a wrong time is refused at its field, and none or one over 31 days at Hours', () => {
  const problems = (hours: string, minutes: string) =>
    validateKiosk({ mode: 'hours', screen: 'here', pin: '4711', hours, minutes });
  expect(problems('2.5', '0')).toEqual({ hours: 'Enter a whole number.' });
  expect(problems('2', '-5')).toEqual({ minutes: 'Must be at least 0 minutes.' });
  expect(problems('744', '0')).toEqual({});
  expect(problems('744', '1')).toEqual({ hours: 'Must be at most 31 days (744 hours).' });
  for (const none of ['', '0'])
    expect(problems(none, none)).toEqual({ hours: 'Enter how long a visitor may park.' });
  expect(problems('', '99999')).toEqual({ hours: 'Must be at most 31 days (744 hours).' });
});

test('a kiosk ticket is read from a URL’s hash only if it is the whole hash', () => {
  const ticket = `lkt_${'a'.repeat(43)}`;
  expect(ticketIn(`#${ticket}`)).toBe(ticket);
  for (const hash of ['', '#', '#content', `#x${ticket}`, `#${ticket}x`, '#lx_secret']) {
    expect(ticketIn(hash)).toBeNull();
  }
});

test('the session beside a kiosk is remembered without its token, and a new sign-in is another one', () => {
  const token = 'a-session-token-of-staff-12345678';
  expect(isGuestSession(token)).toBe(false);
  markGuestSession();
  writeToken(token);
  expect(isGuestSession(token)).toBe(false);
  markGuestSession();
  expect(isGuestSession(token)).toBe(true);
  expect(Object.values(localStorage)).toEqual([token.slice(-8)]);
  writeToken('a-session-token-of-staff-87654321');
  expect(isGuestSession(readToken() ?? '')).toBe(false);
});

const plate = { plate: 'A', state: 'AZ', country: 'US' } as const;

test('plates stored by the previous release are sent for a day, and kept until they are', async () => {
  const stored = { ...plate, request: 'r', at: now() - 60_000 };
  const old = { ...stored, request: 'old', at: now() - 25 * 3_600_000 };
  localStorage.setItem('kiosk-plates:7', JSON.stringify([old, stored]));
  const bodies: unknown[] = [];
  let fails = true;
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    if (fails) throw new TypeError('Failed to fetch');
    bodies.push(JSON.parse(body));
    return new Response('{}');
  });
  const handlers = { onSent: vi.fn(), onRefused: vi.fn() };
  const { result } = renderHook(() => usePlatesToSend({ token: 't', spot: 7 }, handlers));
  await waitFor(() => expect(result.current.items).toHaveLength(1));
  await result.current.outbox.flush();
  expect(JSON.parse(localStorage.getItem('kiosk-plates:7') ?? '')).toEqual([stored]);
  fails = false;
  await act(() => result.current.outbox.flush());
  const sent = { spot: 7, validation_source: 'kiosk', request: 'r', ...plate };
  expect(bodies).toEqual([sent]);
  expect(handlers.onSent).toHaveBeenCalledWith(expect.objectContaining(plate));
  expect(localStorage.getItem('kiosk-plates:7')).toBe('[]');
  vi.unstubAllGlobals();
});

test.each(['{', '"x"', '{"a":1}', 'null'])('a kiosk replaces the garbage %s', async (garbage) => {
  localStorage.setItem('kiosk-plates:7', garbage);
  const storage = plateStorage(7);
  expect(await storage.all()).toEqual([]);
  const typed = { ...plate, id: 'r', at: now() };
  await storage.put(typed);
  expect(await storage.all()).toEqual([typed]);
});

test('a plate that a full tablet can’t store is still sent, and says so until then', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full.', 'QuotaExceededError');
  });
  const handlers = { onSent: vi.fn(), onRefused: vi.fn() };
  const { result } = renderHook(() => usePlatesToSend({ token: 't', spot: 8 }, handlers));
  const typed = { ...plate, id: 'r', at: now() };
  expect(await act(() => result.current.outbox.add(typed))).toMatchObject({ unsaved: true });
  const leaving = new Event('beforeunload', { cancelable: true });
  globalThis.dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);
  full.mockRestore();
  vi.stubGlobal('fetch', async () => new Response('{}'));
  await act(() => result.current.outbox.flush());
  expect(handlers.onSent).toHaveBeenCalled();
  expect(result.current.items).toEqual([]);
  vi.unstubAllGlobals();
});

test('a plate typed when the kiosk’s session just ended is kept, and sent once it is signed in again', async () => {
  const tokens: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Record<string, string> }) => {
    tokens.push(headers['authorization']);
    return headers['authorization'] === 'Token renewed'
      ? new Response('{}')
      : Response.json({ detail: 'Sign in.' }, { status: 401 });
  });
  const handlers = { onSent: vi.fn(), onRefused: vi.fn() };
  const start = (token: string) => renderHook(() => usePlatesToSend({ token, spot: 9 }, handlers));
  const ended = start('over');
  const typed = { ...plate, id: 'r', at: now() };
  const outcome = await act(() => ended.result.current.outbox.add(typed));
  expect(outcome).toMatchObject({ kind: 'waiting', unsaved: false });
  expect(ended.result.current.items).toMatchObject([typed]);
  ended.unmount();
  start('renewed');
  await waitFor(() => expect(handlers.onSent).toHaveBeenCalledWith(typed));
  expect(handlers.onRefused).not.toHaveBeenCalled();
  expect(tokens).toEqual(['Token over', 'Token renewed']);
  vi.unstubAllGlobals();
});

test('a kiosk’s messages with a number or a character have their Spanish', () => {
  const messages = [
    kioskMessages.pause(30),
    kioskMessages.tooLong(90),
    kioskMessages.wrongAgain(2),
    `${carMessages.plateCharacters} $ can’t be part of a plate.`,
  ];
  const patterns = kioskSpanish.patterns ?? [];
  for (const message of messages) {
    expect(patterns.filter(([words]) => words.test(message))).toHaveLength(1);
  }
});
