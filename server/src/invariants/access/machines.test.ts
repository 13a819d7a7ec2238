import { grants } from '@lotkeeper/contract/kernel/access';
import type { BatchAnswer } from '@lotkeeper/contract/kernel/batch';
import type { Endpoint } from '@lotkeeper/contract/kernel/endpoint';
import { describe, expect, test } from 'vitest';
import { newToken } from '../../kernel/access/secrets.ts';
import type { Location } from '../../testing/access.examples.ts';
import {
  endpoints,
  machines,
  openAccessWorld,
  senders,
  table,
} from '../../testing/access-world.ts';
import { makeApiKey } from '../../testing/api-keys.factory.ts';

const world = await openAccessWorld();

/** What isn’t a valid key, by the question it answers. */
const listInvalidKeys = async () => {
  const session = await world.at.sessions.start(world.people.Superuser, null);
  return { wrong: `lk_${newToken()}`, revoked: world.secrets.revoked, session, missing: null };
};

test.each(machines)(
  '%s accepts a key with its grant, and neither another key nor another organization’s record',
  async (name) => {
    const call = (token: string | null, place: Location = world.own) =>
      world.at.call(
        endpoints.get(name) as Endpoint,
        table[name]?.input(place),
        token === null ? {} : { token },
      );
    const outcomesOf = (body: unknown) =>
      (body as BatchAnswer).results.map(({ outcome, detail }) => [outcome, detail]);
    const { access, items } = endpoints.get(name) as Endpoint;
    const isBatch = items !== undefined;

    const accepted = await call(world.secrets.full);
    expect(accepted.status, 'a key with the grant').toBe(200);
    if (isBatch) expect(outcomesOf(accepted.body)[0]?.[0]).not.toBe('refused');

    const isForAnyKey = access.scope === 'machine' && access.grant === null;
    if (!isForAnyKey) {
      const others = grants.filter((grant) => !('grant' in access) || grant !== access.grant);
      const { key } = await makeApiKey(
        world.at.database.system,
        { pk: Number(world.own.organization) },
        others,
      );
      const { status, error } = await call(key);
      expect([status, error.code], 'every other grant').toEqual([403, 'not_allowed']);
    }

    for (const [question, token] of Object.entries(await listInvalidKeys())) {
      const { status, error } = await call(token);
      expect([status, error.code], question).toEqual([401, 'key_invalid']);
    }

    if (!isBatch) return;
    const hidden = await call(world.secrets.foreign, world.own);
    const nothing = await call(world.secrets.foreign, world.absent);
    expect(hidden.status, 'another organization').toBe(200);
    const [[outcome, detail] = []] = outcomesOf(hidden.body);
    expect(outcome, 'another organization').toBe('refused');
    expect(detail).toMatch(/^There is no such (property|rental)\.$/);
    expect(hidden.response.body, 'another organization').toBe(nothing.response.body);
  },
);

describe.each(senders)('%s', (name) => {
  const call = (key: string | null) =>
    world.at.call(
      endpoints.get(name) as Endpoint,
      table[name]?.input({ ...world.own, feedKey: key ?? 'none' }),
      key === null ? {} : { token: key },
    );

  test('the key of an active sender is accepted', async () => {
    expect((await call(world.cameraKeys.live)).status).toBe(200);
  });

  test('a wrong or revoked key, an API key, a session token and no key are answered 401 with the same message', async () => {
    const session = await world.at.sessions.start(world.people.Superuser, null);
    const keys = [`lc_${newToken()}`, world.cameraKeys.revoked, world.secrets.full, session, null];
    const answers = await Promise.all(keys.map(call));
    for (const { status, error } of answers) {
      expect([status, error.code]).toEqual([401, 'key_invalid']);
    }
    expect(new Set(answers.map(({ response }) => response.body)).size).toBe(1);
  });

  test('another organization’s key adds no row here', async () => {
    const count = async () => {
      const [row] = await world.at.database.system<[{ rows: number }]>`
        select (select count(*) from cameras where organization_id = ${world.own.organization})
          + (select count(*) from camera_messages where organization_id = ${world.own.organization}) as rows`;
      return row.rows;
    };
    const before = await count();
    expect((await call(world.cameraKeys.foreign)).status).toBe(200);
    expect(await count()).toBe(before);
  });
});
