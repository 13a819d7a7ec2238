import { expect, test } from 'vitest';
import type { Caller } from '../../testing/access-world.ts';
import {
  callAs,
  endpoints,
  mayCall,
  openAccessWorld,
  peoples,
} from '../../testing/access-world.ts';

const world = await openAccessWorld();

/** Calls of people about themselves: their session, passkeys and devices. */
const isOwn = (name: string) => {
  const access = endpoints.get(name)?.access;
  return access?.scope === 'public' || (access?.scope === 'signed_in' && !access.anywhere);
};

const allowed = peoples.filter((name) => mayCall(name, 'ACCOUNTANT') && !isOwn(name));

test('an Accountant may call nothing that changes something', () => {
  const named = [...endpoints].filter(
    ([, { access }]) => 'roles' in access && access.roles.includes('ACCOUNTANT'),
  );
  expect(named.map(([name]) => name).toSorted()).toEqual(allowed.toSorted());
  expect(allowed.filter((name) => endpoints.get(name)?.method !== 'GET')).toEqual([]);
  expect(allowed.length).toBeGreaterThan(40);
});

test('no answer shows an Accountant a plate, or a driver’s name, email address or phone number', async () => {
  const { system } = world.at.database;
  await system`
    update rentals set renter_first_name = 'Firstname', renter_last_name = 'Lastname',
      renter_email = 'driver@example.com', renter_phone = '+16025550199'`;
  await system`update cars set plate = 'PLATE' || pk, plate_key = 'PLATE' || pk`;
  await system`update visits set plate = 'PLATE' || pk`;
  const shows = async (caller: Caller, name: string) => {
    const { status, response } = await callAs(world, caller, name, world.own);
    expect(status, name).toBe(200);
    return ['Firstname', 'Lastname', 'driver@', '5550199', 'PLATE'].filter((word) =>
      response.body.includes(word),
    );
  };
  expect(await shows('ADMIN', 'listFigureEntries')).toEqual(['PLATE']);
  expect(await shows('ADMIN', 'downloadFigureEntries')).toEqual(['PLATE']);
  for (const name of allowed) expect(await shows('ACCOUNTANT', name), name).toEqual([]);
});
