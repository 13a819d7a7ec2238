import { revokeApiKey } from '@lotkeeper/contract/intake/api-keys';
import { listOwnSpots } from '@lotkeeper/contract/platform/own-spots';
import { queryOnce } from '../../server/src/kernel/data/sql/query-once.ts';
import { openLiveClient } from '../../server/src/testing/live-client.ts';
import type { Figure } from '../bench/table.ts';
import { judged, judging } from '../bench/table.ts';
import type { Installation } from './citus-installation.ts';
import { drillName, listNames } from './citus-installation.ts';
import { waitFor } from './lotkeeper.ts';
import { call, createKey } from './people.ts';
import { addVisitor } from './visitors.ts';

/** Every process is notified of a revocation; a call sent at the same time may still succeed. */
const maxRevocationSeconds = 1;

async function checkRevocation({ citus, tokens, lots }: Installation): Promise<Figure> {
  const person = { url: citus.url, token: tokens.admin };
  const { organization } = lots[0];
  const { pk, key } = await createKey(person, organization);
  const machine = { url: citus.url, token: key };
  const before = await call(machine, listOwnSpots, {});
  const params = { id: String(organization), key: String(pk) };
  const revoked = await call(person, revokeApiKey, { params });
  const started = performance.now();
  let answered = 0;
  await waitFor('the refusal of the key', async () => {
    const { status } = await call(machine, listOwnSpots, {});
    if (status !== 401) answered += 1;
    return status === 401;
  });
  return judged(
    `${drillName}: until a revoked API key is refused`,
    (performance.now() - started) / 1000,
    { most: maxRevocationSeconds, unit: ' s', digits: 2 },
    `${before.status} before, the revocation ${revoked.status}, ${answered} calls answered after it`,
  );
}

async function checkLiveEvents({ citus, plain, tokens, lots }: Installation): Promise<Figure> {
  const events: string[] = [];
  const socket = openLiveClient(citus.url, tokens.admin);
  socket.onAny((event: string) => void events.push(event));
  await socket.emitWithAck('watch', lots[0].pk);
  const person = { url: citus.url, token: tokens.admin };
  const visitor = await addVisitor(person, lots[0].pk, 'LIVE1');
  // Writes can be compared only if both have the same rows.
  await addVisitor({ ...person, url: plain.url }, lots[0].pk, 'LIVE1');
  await waitFor('a live event', () => events.length > 0, 10_000).catch(() => undefined);
  socket.close();
  return judged(
    `${drillName}: live events of a new visitor`,
    events.length,
    { least: 1, digits: 0 },
    `the visitor was answered ${visitor.status}`,
  );
}

/** Jobs that wait or are retried, such as those that met the stopped worker, and errors of failed ones. */
export async function checkJobs({ citusUrl }: Installation): Promise<Figure> {
  const countDue = async () => {
    const [row] = await queryOnce<{ due: number }>(
      citusUrl,
      `select count(*)::int as due from graphile_worker.jobs
       where (run_at <= now() or last_error is not null) and locked_at is null and attempts < max_attempts`,
    );
    return row?.due ?? 0;
  };
  await waitFor('all jobs', async () => (await countDue()) === 0).catch(() => undefined);
  const errors = await queryOnce<{ text: string }>(
    citusUrl,
    `select task_identifier || ': ' || left(last_error, 150) as text from graphile_worker.jobs
     where last_error is not null`,
  );
  const names = listNames(errors.map(({ text }) => text));
  return judging(drillName).zero(
    'jobs that wait or failed',
    (await countDue()) + errors.length,
    names,
  );
}

/** What an installation on several nodes could miss: revocations and live events. */
export const checkNotifications = async (installation: Installation): Promise<Figure[]> => [
  await checkRevocation(installation),
  await checkLiveEvents(installation),
];
