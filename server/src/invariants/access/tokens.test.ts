import type { Endpoint } from '@lotkeeper/contract/kernel/endpoint';
import { describe, expect, test } from 'vitest';
import { newKioskToken } from '../../kernel/access/callers.ts';
import { newToken } from '../../kernel/access/secrets.ts';
import type { Location } from '../../testing/access.examples.ts';
import {
  endpoints,
  names,
  ofKiosks,
  openAccessWorld,
  peoples,
  restore,
  table,
} from '../../testing/access-world.ts';
import { makeKiosk } from '../../testing/kiosks.factory.ts';
import { makeSpot } from '../../testing/spots.factory.ts';

const world = await openAccessWorld();
const own = { pk: Number(world.own.spot) };

const call = (name: string, place: Location, by: { token?: string; headers?: object } = {}) =>
  world.at.call(endpoints.get(name) as Endpoint, table[name]?.input(place), by as object);

const guarded = names.filter((name) => table[name]?.may !== 'everybody');
const open = names.filter((name) => ofKiosks.includes(name) || table[name]?.kiosk);

describe('a kiosk', () => {
  test('a kiosk may call eight endpoints', () => {
    expect(open.toSorted()).toEqual([
      'createVisitor',
      'getKiosk',
      'listWaitingVisitors',
      'lockKiosk',
      'undoValidation',
      'unlockKiosk',
      'validateVisitor',
      'withdrawPlate',
    ]);
  });

  test.each(open)('a kiosk may call %s', async (name) => {
    await restore(world);
    const { token } = await makeKiosk(world.at, own, { unlocked: true });
    if (name === 'undoValidation') await call('validateVisitor', world.own, { token });
    expect((await call(name, world.own, { token })).status).toBeLessThan(300);
  });

  test.each(open.filter((name) => !ofKiosks.includes(name)))(
    'a kiosk of another property or organization gets a 404 from %s',
    async (name) => {
      const sql = world.at.database.system;
      const beside = await makeSpot(sql, { organization: { pk: Number(world.own.organization) } });
      for (const spot of [beside, { pk: Number(world.foreign.spot) }]) {
        const { token } = await makeKiosk(world.at, spot, { unlocked: true });
        const hidden = await call(name, world.own, { token });
        expect(hidden.status).toBe(404);
        expect(hidden.response.body).toBe(
          (await call(name, world.absent, { token })).response.body,
        );
      }
    },
  );

  test.each(open)('an ended kiosk and one not seen for a week get a 401 from %s', async (name) => {
    const ended = await makeKiosk(world.at, own, { unlocked: true });
    const idle = await makeKiosk(world.at, own, { unlocked: true });
    await world.at.database
      .system`update kiosks set ended_at = ${world.at.clock()} where pk = ${ended.pk}`;
    await world.at.database
      .system`update kiosks set created_at = ${world.at.clock() - 8 * 86_400_000},
      last_seen_at = null where pk = ${idle.pk}`;
    for (const { token } of [ended, idle]) {
      const { status, error } = await call(name, world.own, { token });
      expect([status, error.code]).toEqual([401, 'session_ended']);
    }
  });

  test.each(ofKiosks)('a session token is not a kiosk’s and gets a 401 from %s', async (name) => {
    const token = await world.at.sessions.start(world.people.Superuser, null);
    expect((await call(name, world.own, { token })).status).toBe(401);
  });
});

const ended = await world.at.sessions.start(world.people.Superuser, null);
await world.at.sessions.end((await world.at.sessions.find(ended))?.pk ?? 0);
const live = await world.at.sessions.start(world.people.Superuser, null);
const { token: kiosk } = await makeKiosk(world.at, own, { unlocked: true });
const unknownKiosk = newKioskToken();

test.each(guarded)(
  '%s answers 401 to a missing, ended or malformed token, a cookie, and a kiosk that may not call it',
  async (name) => {
    if (!open.includes(name)) {
      const [refused, unknown] = [
        await call(name, { ...world.own, feedKey: kiosk }, { token: kiosk }),
        await call(name, { ...world.own, feedKey: unknownKiosk }, { token: unknownKiosk }),
      ];
      expect(refused.status, 'a kiosk').toBe(401);
      expect(refused.response.body, 'a kiosk').toBe(unknown.response.body);
    }
    if (!peoples.includes(name)) return;
    for (const headers of [
      {},
      { authorization: `Token ${newToken()}` },
      { authorization: `Token ${ended}` },
      { authorization: `Bearer ${live}` },
      { authorization: live },
      { cookie: `auth=${live}` },
    ]) {
      const { status, error } = await call(name, world.own, { headers });
      expect([status, error.code], JSON.stringify(headers)).toEqual([401, 'session_ended']);
    }
  },
);

test('the tokens that nothing accepts are valid', async () => {
  expect(await world.at.sessions.find(live)).not.toBeNull();
  expect((await call('getKiosk', world.own, { token: kiosk })).status).toBe(200);
});

test.each(names.filter((name) => !guarded.includes(name)))(
  '%s is public: it needs no session and ignores an invalid token',
  async (name) => {
    expect((await call(name, world.own)).status).not.toBe(401);
    const invalid = { authorization: `Token ${newToken()}` };
    expect((await call(name, world.own, { headers: invalid })).status).not.toBe(401);
  },
);
