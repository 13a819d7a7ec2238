import { listSealKeys } from '@lotkeeper/contract/trust/seals';
import { fingerprintKey } from '@lotkeeper/evidence/day-statements';
import { expect, test } from 'vitest';
import { createSecretBox } from '../../../kernel/access/secrets.ts';
import { record, rental } from '../../../testing/rentals.factory.ts';
import { readSeals, sealAt } from '../../../testing/seals.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { clockAt, testApp } from '../../../testing/test-app.ts';
import { makeDaySealer } from './seals.jobs.ts';

const app = await testApp({ now: '2026-06-16T08:00:00Z' });
const sql = app.database.system;

test('anyone can read the public keys, including that of a replaced secret key', async () => {
  const spot = await makeSpot(sql);
  const pay = () => record(sql, spot, [rental(spot, '2026-06-15T19:00:00Z', 1000)]);
  await pay();
  await sealAt(sql, '2026-06-16T08:00:00Z');
  await pay();
  const secretBox = createSecretBox('another secret key, of 32 characters or more');
  await makeDaySealer({ sql, clock: clockAt('2026-06-17T08:00:00Z'), secretBox })();

  const { body } = await app.call(listSealKeys, {});
  const seals = await readSeals(sql, spot.organization);
  expect(body.map(({ fingerprint }) => fingerprint)).toEqual(
    seals.map(({ stated }) => stated.key).reverse(),
  );
  expect(new Set(body.map(({ public_key }) => public_key)).size).toBe(2);
  for (const { fingerprint, public_key } of body) {
    expect(fingerprintKey(Buffer.from(public_key, 'hex'))).toBe(fingerprint);
  }
});
