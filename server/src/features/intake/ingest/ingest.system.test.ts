import type { BatchAnswer } from '@lotkeeper/contract/kernel/batch';
import { expect, test } from 'vitest';
import { listDisagreements } from '../../../records/money/ledger.ts';
import { makeApiKey } from '../../../testing/api-keys.factory.ts';
import { chargeItem, rentalItem } from '../../../testing/ingest.factory.ts';
import { addressOfServer, dataFolder, start } from '../../../testing/processes.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testDatabase } from '../../../testing/test-database.ts';

const senders = 4;
const batchSize = 50;

test('answered rentals survive a kill -9 during sending, and sending everything again records nothing twice', async () => {
  const database = await testDatabase();
  const sql = database.system;
  const lots = [await makeSpot(sql)];
  const organization = { pk: lots[0]?.organization ?? 0 };
  lots.push(await makeSpot(sql, { organization }), await makeSpot(sql, { organization }));
  const { key } = await makeApiKey(sql, organization, ['rentals']);
  const settings = { DATABASE_URL: database.url, DATA_DIR: dataFolder() };
  let server = start('main.ts', settings);
  let address = await addressOfServer(server);

  const batchOf = (sender: number, batch: number) =>
    Array.from({ length: batchSize }, (_, index) => {
      const name = `${sender}-${batch}-${index}`;
      const lot = lots[(index * (sender + 1)) % lots.length] as (typeof lots)[number];
      return rentalItem(lot, name, { charges: [chargeItem(name, 100 + index)] });
    });
  const send = async (items: object[]): Promise<BatchAnswer> => {
    const response = await fetch(`${address}/api/ingest/rentals/`, {
      method: 'POST',
      headers: { authorization: `Token ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ items }),
    });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as BatchAnswer;
  };

  const sent: object[][] = [];
  const answered = new Map<string, number>();
  const killed = Promise.withResolvers<void>();
  const keepSending = async (sender: number) => {
    for (let batch = 0; ; batch += 1) {
      const items = batchOf(sender, batch);
      sent.push(items);
      const answer = await send(items).catch(() => null);
      if (!answer) return;
      for (const { external_id, pk } of answer.results) answered.set(external_id ?? '', pk ?? 0);
      if (answered.size >= 6 * senders * batchSize) killed.resolve();
    }
  };
  const sending = Promise.all(Array.from({ length: senders }, (_, sender) => keepSending(sender)));
  await killed.promise;
  server.child.kill('SIGKILL');
  await sending;
  await server.ended;

  const kept = await sql<
    { external_id: string; pk: number }[]
  >`select external_id, pk from rentals`;
  const pks = new Map(kept.map((row) => [row.external_id, row.pk]));
  const lost = [...answered].filter(([id, pk]) => pks.get(id) !== pk);
  expect(lost).toEqual([]);

  server = start('main.ts', settings);
  address = await addressOfServer(server);
  for (const items of sent) expect((await send(items)).refused).toBe(0);
  const [row] = await sql`
    select (select count(*) from rentals) as rentals, count(*) as entries, sum(gross)::bigint as gross
    from ledger_entries`;
  // A batch of 50 is 50 × 100 + (0 + 1 + … + 49) = 6225 cents.
  expect(row).toEqual({
    rentals: sent.length * batchSize,
    entries: sent.length * batchSize,
    gross: sent.length * 6225,
  });
  expect(await listDisagreements(sql)).toEqual([]);
});
