import { errorEnvelope } from '@lotkeeper/contract/kernel/errors';
import { expect, test } from 'vitest';
import { listedCallers } from '../../testing/access.examples.ts';
import {
  callAs,
  callers,
  endpoints,
  isMember,
  mayCall,
  names,
  openAccessWorld,
  peoples,
  scoped,
} from '../../testing/access-world.ts';

const world = await openAccessWorld();

/** Calls that the examples make with an unknown code or ticket. */
const refusesAnybody = [
  'logIn',
  'logInWithPasskey',
  'addPasskey',
  'confirmSession',
  'confirmWithPasskey',
  'lookAtTicket',
  'lookAtSetup',
  'beginSetup',
  'exchangeTicket',
  'openKiosk',
  'getPicture',
  'receiveStripeEvent',
  // Nothing answers at the example's servers.
  'saveMailServer',
  'saveTextServer',
];

test('who may call it is listed once for every endpoint of the contract, and for nothing else', () => {
  expect(listedCallers.map(([name]) => name).sort()).toEqual([...names].sort());
  expect(names.length).toBeGreaterThan(15);
});

test('every mounted route comes from the contract, documentation and files aside, and every endpoint is mounted', () => {
  const wanted = new Set(
    [...endpoints.values()].flatMap(({ method, path }) =>
      method === 'GET' ? [`GET ${path}`, `HEAD ${path}`] : [`${method} ${path}`],
    ),
  );
  const others = world.mounted.filter((route) => !wanted.has(route));
  expect(
    others.filter((route) => !/^(GET|HEAD) \/(api\/docs|assets|push-worker\.js)\b/.test(route)),
  ).toEqual([]);
  expect([...wanted].filter((route) => !world.mounted.includes(route))).toEqual([]);
});

type Answer = Awaited<ReturnType<typeof callAs>>;

function describeAnswer(name: string, { status, error }: Answer): string | number {
  if (status === 200 || status === 204) return 'answered';
  if ((status === 400 || status === 409) && refusesAnybody.includes(name)) return 'answered';
  if (!errorEnvelope.safeParse(error).success) return `${status} without an error`;
  return { 403: 'refused', 404: 'not found' }[status] ?? status;
}

test.each(peoples)('%s answers each caller as their role allows', async (name) => {
  const answers: Record<string, string | number> = {};
  const expected: typeof answers = {};
  for (const caller of callers) {
    const isStranger = scoped.includes(name) && !isMember(caller) && caller !== 'Superuser';
    expected[caller] = mayCall(name, caller) ? 'answered' : isStranger ? 'not found' : 'refused';
    answers[caller] = describeAnswer(name, await callAs(world, caller, name, world.own));
  }
  expect(answers).toEqual(expected);
});
