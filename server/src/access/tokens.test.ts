import type { Endpoint } from '@lotkeeper/contract/kernel/endpoint';
import { describe, expect, test } from 'vitest';
import { newKioskToken } from '../kernel/access/callers.ts';
import { newToken } from '../kernel/access/secrets.ts';
import type { Location } from '../testing/access.examples.ts';
import {
  endpoints,
  names,
  ofKiosks,
  openAccessWorld,
  peoples,
  restore,
  table,
} from '../testing/access-world.ts';
import { makeKiosk } from '../testing/kiosks.factory.ts';
import { makeSpot } from '../testing/spots.factory.ts';

const closed = peoples.filter((name) => table[name]?.may !== 'everybody');

const world = await openAccessWorld();

describe('a kiosk', () => {
  const call = (name: string, token: string, place: Location = world.own) =>
    world.at.call(endpoints.get(name) as Endpoint, table[name]?.input(place), { token });
  const open = names.filter((name) => ofKiosks.includes(name) || table[name]?.kiosk);
  const shut = names.filter((name) => !open.includes(name) && table[name]?.may !== 'everybody');

  test('a kiosk may call five endpoints', () => {
    expect(open.toSorted()).toEqual([
      'createVisitor',
      'getKiosk',
      'listWaitingVisitors',
      'unlockKiosk',
      'validateVisitor',
    ]);
  });

  test.each(open)('a kiosk may call %s', async (name) => {
    await restore(world);
    const { token } = await makeKiosk(world.at, { pk: Number(world.own.spot) }, { unlocked: true });
    expect((await call(name, token)).status).toBeLessThan(300);
  });

  test.each(shut)('a kiosk that calls %s is refused like an unknown token', async (name) => {
    const { token } = await makeKiosk(world.at, { pk: Number(world.own.spot) }, { unlocked: true });
    const refused = await call(name, token, { ...world.own, feedKey: token });
    expect(refused.status).toBe(401);
    const nobody = newKioskToken();
    const unknown = await call(name, nobody, { ...world.own, feedKey: nobody });
    expect(refused.response.body).toBe(unknown.response.body);
  });

  test.each(open.filter((name) => !ofKiosks.includes(name)))(
    'a kiosk of another property or organization gets a 404 from %s',
    async (name) => {
      const sql = world.at.database.system;
      const beside = await makeSpot(sql, { organization: { pk: Number(world.own.organization) } });
      for (const spot of [beside, { pk: Number(world.foreign.spot) }]) {
        const { token } = await makeKiosk(world.at, spot, { unlocked: true });
        const hidden = await call(name, token);
        expect(hidden.status).toBe(404);
        expect(hidden.response.body).toBe((await call(name, token, world.absent)).response.body);
      }
    },
  );

  test.each(open)('an ended kiosk and one not seen for a week get a 401 from %s', async (name) => {
    const ended = await makeKiosk(world.at, { pk: Number(world.own.spot) }, { unlocked: true });
    const idle = await makeKiosk(world.at, { pk: Number(world.own.spot) }, { unlocked: true });
    await world.at.database
      .system`update kiosks set ended_at = ${world.at.clock()} where pk = ${ended.pk}`;
    await world.at.database
      .system`update kiosks set created_at = ${world.at.clock() - 8 * 86_400_000},
      last_seen_at = null where pk = ${idle.pk}`;
    for (const { token } of [ended, idle]) {
      const { status, error } = await call(name, token);
      expect([status, error.code]).toEqual([401, 'session_ended']);
    }
  });

  test.each(ofKiosks)('a session token is not a kiosk’s and gets a 401 from %s', async (name) => {
    const session = await world.at.sessions.start(world.people.Superuser, null);
    expect((await call(name, session)).status).toBe(401);
  });
});

describe.each(closed)('%s', (name) => {
  const call = (headers: Record<string, string>) =>
    world.at.call(endpoints.get(name) as Endpoint, table[name]?.input(world.own), { headers });

  test('a missing, ended or malformed token and a cookie are answered 401', async () => {
    const ended = await world.at.sessions.start(world.people.Superuser, null);
    const live = await world.at.sessions.find(ended);
    await world.at.sessions.end(live?.pk ?? 0);
    const other = await world.at.sessions.start(world.people.Superuser, null);
    const answers = await Promise.all([
      call({}),
      call({ authorization: `Token ${newToken()}` }),
      call({ authorization: `Token ${ended}` }),
      call({ authorization: `Bearer ${other}` }),
      call({ authorization: other }),
      call({ cookie: `auth=${other}` }),
    ]);
    for (const { status, error } of answers) {
      expect(status).toBe(401);
      expect(error.code).toBe('session_ended');
    }
  });
});

describe.each(names.filter((name) => table[name]?.may === 'everybody'))('%s', (name) => {
  test('a public endpoint needs no session and ignores an invalid token', async () => {
    const call = (headers: Record<string, string>) =>
      world.at.call(endpoints.get(name) as Endpoint, table[name]?.input(world.own), { headers });
    expect((await call({})).status).not.toBe(401);
    expect((await call({ authorization: `Token ${newToken()}` })).status).not.toBe(401);
  });
});
