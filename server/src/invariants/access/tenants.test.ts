import { roles } from '@lotkeeper/contract/kernel/access';
import { expect, test } from 'vitest';
import { requestIdHeader } from '../../kernel/http/request-id.ts';
import type { Location } from '../../testing/access.examples.ts';
import {
  callAs,
  endpoints,
  makeProperty,
  mayCall,
  openAccessWorld,
  scoped,
  table,
} from '../../testing/access-world.ts';
import { makeSpot } from '../../testing/spots.factory.ts';

const world = await openAccessWorld();

/** What a caller sees of a response, apart from the time and the request ID. */
function readVisible({ status, response }: Awaited<ReturnType<typeof callAs>>) {
  const { date: _, [requestIdHeader]: __, ...headers } = response.headers;
  return { status, body: response.body, headers };
}

test.each(scoped)(
  '%s answers nobody about another organization, as if it didn’t exist, and answers a UUID like the pk',
  async (name) => {
    for (const caller of ['the foreign Admin', ...roles] as const) {
      const place = caller === 'the foreign Admin' ? world.own : world.foreign;
      const hidden = readVisible(await callAs(world, caller, name, place));
      const nothing = readVisible(await callAs(world, caller, name, world.absent));
      expect(hidden.status, caller).toBe(404);
      expect(hidden, caller).toEqual(nothing);
    }
    const caller = mayCall(name, 'ADMIN') ? 'ADMIN' : 'Superuser';
    const byUuid = await callAs(world, caller, name, world.ownByUuid);
    const byPk = await callAs(world, caller, name, world.own);
    expect(byUuid.status, 'by UUID').toBe(byPk.status);
    expect([200, 204], 'by UUID').toContain(byUuid.status);
    // A call that creates something creates another one each time, and a ZIP contains the time it was made.
    if (
      !/^(create|decide|rotate|changeValetPhone|resendInvitation|testWebhook|downloadClosePacket)/.test(
        name,
      )
    )
      expect(byUuid.response.body, 'by UUID').toBe(byPk.response.body);
    const stranger = await callAs(world, 'the foreign Admin', name, world.ownByUuid);
    expect(stranger.status, 'a stranger by UUID').toBe(404);
  },
);

const { at, own, foreign, absent } = world;
const organization = { pk: Number(own.organization) };
const beside: Partial<Location> = await makeProperty(
  at,
  await makeSpot(at.database.system, { organization }),
);

/** What an endpoint's example names, where that is more than one thing. */
function listNamed(name: string): (keyof Location)[] {
  const named = new Set<keyof Location>();
  const noting = new Proxy(own, {
    get(target, key) {
      named.add(key as keyof Location);
      return target[key as keyof Location];
    },
  });
  table[name]?.input(noting);
  return named.size > 1 ? [...named] : [];
}

test('a call that names ours and a record of another organization, or of another property than its own, finds none', async () => {
  const found: string[] = [];
  let tried = 0;
  for (const name of scoped) {
    const caller = mayCall(name, 'ADMIN') ? 'ADMIN' : 'Superuser';
    for (const key of listNamed(name)) {
      const others = [foreign, ...(endpoints.get(name)?.access.scope === 'spot' ? [beside] : [])];
      for (const other of others) {
        // The scope itself, and what both have.
        if (key === 'organization' || key === 'spot' || !other[key] || other[key] === own[key])
          continue;
        tried += 1;
        const hidden = await callAs(world, caller, name, { ...own, [key]: other[key] });
        const nothing = await callAs(world, caller, name, { ...own, [key]: absent[key] });
        if (JSON.stringify(readVisible(hidden)) !== JSON.stringify(readVisible(nothing)))
          found.push(`${name} ${key}`);
      }
    }
  }
  expect(found).toEqual([]);
  expect(tried).toBeGreaterThan(40);
});
