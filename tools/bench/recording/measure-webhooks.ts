import { webhookTypeNames } from '@lotkeeper/contract/intake/webhooks';
import { computeMedian } from '../median.ts';
import type { Cluster, Connection } from '../place.ts';
import type { Figure } from '../table.ts';
import { judged } from '../table.ts';
import { openTurn, prepareRecording } from './recording-database.ts';
import { recordBatch } from './writers.ts';

/** What a message may cost the call that causes it, in milliseconds. */
const maxMs = 0.3;

/** Calls that plan their statements, which count for nothing. */
const firstCalls = 100;

/** Gives each second organization a webhook for everything, which nobody sends to. */
async function addWebhooks(owner: Connection): Promise<void> {
  await owner`
    with person as (
      insert into people (email, first_name, last_name) values (gen_random_uuid() || '@example.com', 'Robin', 'Reyes')
      returning pk)
    insert into webhook_endpoints (organization_id, url, types, secret_sealed, created_by, created_at)
    select o.pk, 'https://shop.example/hooks', ${webhookTypeNames}::text[], '\\x00', person.pk, now()
    from organizations o, person where o.pk % 2 = 0`;
}

/**
 * What a webhook for everything costs a call that records rentals with a charge each, two messages per rental. Calls for
 * organizations with one and without one alternate, so that variations of the machine affect both.
 */
export async function* measureWebhooks(cluster: Cluster, seconds: number): AsyncGenerator<Figure> {
  const owner = await prepareRecording(cluster);
  await addWebhooks(owner);
  for (const batch of [1, 100]) {
    const { app, setup } = await openTurn(cluster, owner, 2);
    const lots = [...setup.lots].filter(([, own]) => own.length > 0);
    const setups = [0, 1].map((rest) => ({
      ...setup,
      lots: new Map(lots.filter(([organization]) => organization % 2 === rest)),
    }));
    const times: [number[], number[]] = [[], []];
    const until = performance.now() + 4 * seconds * 1000;
    for (let call = 0; performance.now() < until; call++) {
      const kind = call % 2 === 0 ? 0 : 1;
      const began = performance.now();
      await recordBatch(app.system, setups[kind] ?? setup, batch);
      if (call >= firstCalls) times[kind].push(performance.now() - began);
    }
    await app.close();
    const [more, less] = [computeMedian(times[0]), computeMedian(times[1])];
    const [row] = await owner<{ count: number }[]>`
      select count(*)::int as count from webhook_deliveries`;
    const note = `medians of ${times[0].length} calls: ${more.toFixed(2)} ms against ${less.toFixed(2)}; ${row?.count} messages recorded`;
    const label = `a message, for a call with ${batch === 1 ? 'a rental' : `${batch} rentals`}`;
    const target = { most: maxMs, unit: ' ms', digits: 3 };
    yield judged(label, (more - less) / (2 * batch), target, note);
  }
  await owner.end();
}
