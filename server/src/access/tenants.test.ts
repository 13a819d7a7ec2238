import { roles } from '@lotkeeper/contract/kernel/access';
import { expect, test } from 'vitest';
import { requestIdHeader } from '../kernel/http/request-id.ts';
import { callAs, mayCall, openAccessWorld, scoped } from '../testing/access-world.ts';

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
