import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import { retentionTexts } from '@lotkeeper/contract/trust/retention-classes';
import { retentionRun } from '../../server/src/features/trust/retention/retention.jobs.ts';
import { daySealing } from '../../server/src/features/trust/seals/seals.jobs.ts';
import { openSqlPool } from '../../server/src/kernel/data/database.ts';
import type { Job } from '../../server/src/kernel/data/jobs.ts';
import { enqueue } from '../../server/src/kernel/data/jobs.ts';
import { queryOnce } from '../../server/src/kernel/data/sql/query-once.ts';
import { atEnd } from '../../server/src/testing/at-end.ts';
import type { ShiftedClock } from '../../server/src/testing/open-clock.ts';
import type { Figure } from '../bench/table.ts';
import { judging } from '../bench/table.ts';
import type { Answer } from './citus-calls.ts';
import { sendTo } from './citus-calls.ts';
import type { Installation } from './citus-installation.ts';
import { drillName, listNames, presentTime } from './citus-installation.ts';
import { waitFor } from './lotkeeper.ts';

/** Maximum milliseconds for the job that erases a driver. */
const eraseMs = 20_000;
/** Days after which everything in the demo is old enough for the shortest rule of each class. */
const laterDays = 400;

/** The same from both servers: the one on Citus first. */
type Both<T> = readonly [T, T];

/** A call to both servers, and whether the responses were equal apart from times. */
interface Call {
  name: string;
  answers: Both<Answer>;
}

const withoutTimes = (text: string) => text.replaceAll(/"(\w+_at)":\d+/g, '"$1":0');

const isAlike = ({ answers: [citus, plain] }: Call) =>
  citus.status === plain.status && withoutTimes(citus.text) === withoutTimes(plain.text);

async function askBoth(
  { citus, plain, tokens }: Installation,
  method: string,
  path: string,
  body?: object,
): Promise<Call> {
  const request = {
    name: path,
    method,
    path,
    token: tokens.admin,
    body,
    namesOrganization: true,
  };
  const answers = await Promise.all([sendTo(citus.url, request), sendTo(plain.url, request)]);
  return { name: `${method} ${path}`, answers };
}

/** Chooses a plate, an email address and a phone number that both databases have records of. */
async function chooseDrivers({ plainUrl, lots }: Installation) {
  const { organization } = lots[0];
  const find = async (text: string) => {
    const [row] = await queryOnce<{ value: string }>(plainUrl, text);
    if (!row) throw new Error(`The demo has no driver for the drill: ${text}`);
    return row.value;
  };
  const ofOrganization = `organization_id = ${organization}`;
  return [
    {
      kind: 'plate',
      value: await find(
        `select plate as value from visits where ${ofOrganization} group by 1 order by count(*) desc, 1 limit 1`,
      ),
    },
    {
      kind: 'email',
      value: await find(
        `select renter_email as value from rentals where ${ofOrganization} and renter_email like '%@%' order by 1 limit 1`,
      ),
    },
    {
      kind: 'phone',
      value: await find(
        `select phone as value from visitors where ${ofOrganization} and length(phone) >= 10 order by 1 limit 1`,
      ),
    },
  ];
}

/** Finds, exports and erases the records of three drivers. */
async function eraseDrivers(installation: Installation): Promise<Call[]> {
  const { organization } = installation.lots[0];
  const requests = `/api/organizations/${organization}/privacy_requests/`;
  const calls: Call[] = [];
  for (const driver of await chooseDrivers(installation)) {
    const opening = await askBoth(installation, 'POST', requests, driver);
    calls.push(opening);
    const { pk } = JSON.parse(opening.answers[1].text) as { pk: number };
    calls.push(await askBoth(installation, 'GET', `${requests}${pk}/`));
    const file = `/api/downloads/privacy_requests/${organization}/${pk}/`;
    calls.push(await askBoth(installation, 'GET', file));
    calls.push(
      await askBoth(installation, 'POST', `${requests}${pk}/erase/`, { confirm: driver.value }),
    );
    const isDone = ({ text }: Answer) => text.includes('"state":"done"');
    await waitFor(
      'the end of an erasure',
      async () => (await askBoth(installation, 'GET', `${requests}${pk}/`)).answers.every(isDone),
      eraseMs,
    );
    calls.push(await askBoth(installation, 'GET', `${requests}${pk}/`));
  }
  return calls;
}

/** Sets the shortest rule of each class. */
async function setRules(installation: Installation): Promise<Call[]> {
  const calls: Call[] = [];
  for (const [name, { days }] of Object.entries(retentionTexts)) {
    const path = `/api/organizations/${installation.lots[0].organization}/retention/${name}/`;
    const keep_days = Math.min(...days);
    calls.push(await askBoth(installation, 'GET', `${path}preview/?keep_days=${keep_days}`));
    calls.push(await askBoth(installation, 'PATCH', path, { keep_days }));
  }
  return calls;
}

/** Runs a job on a database's server and waits until it ends. */
async function runJob(url: string, job: Job<Record<string, never>>): Promise<void> {
  const sql = openSqlPool(url);
  atEnd(() => sql.end());
  await enqueue(sql, job, {});
  await waitFor(`the job ${job.name}`, async () => {
    const [row] = await sql<[{ jobs: number }]>`
      select count(*)::int as jobs from graphile_worker.jobs
      where task_identifier = ${job.name} and last_error is null`;
    return row.jobs === 0;
  });
}

/** What the nightly runs left in a database, apart from times. */
const nightStates: Record<string, string> = {
  'runs of rules': `
    select organization_id, class, sum(deleted) as deleted, sum(bytes) as bytes,
      bool_and(finished_at is not null) as is_finished
    from retention_runs where organization_id = 1 group by 1, 2 order by 1, 2`,
  'rows that are left': `
    select (select count(*) from visits where organization_id = 1) as visits,
      (select count(*) from plate_reads where organization_id = 1) as reads,
      (select count(*) from visitors where organization_id = 1) as visitors,
      (select count(*) from images where organization_id = 1 and kind <> 'deleted') as images,
      (select count(*) from camera_messages where organization_id = 1 and body <> '') as messages`,
  'organizations with a seal': 'select distinct organization_id from day_seals order by 1',
};

/** What the earlier calls left in the log of searches, which a rule empties. */
const searchStates = {
  'searches in the log': `
    select organization_id, page, term_key, count(*) from plate_searches
    group by 1, 2, 3 order by 1, 2, 3`,
};

async function compareStates(
  { citusUrl, plainUrl }: Installation,
  states: Record<string, string>,
): Promise<string[]> {
  const different: string[] = [];
  for (const [name, text] of Object.entries(states)) {
    const [citus, plain] = await Promise.all(
      [citusUrl, plainUrl].map(async (url) => JSON.stringify(await queryOnce(url, text))),
    );
    if (citus === plain) continue;
    different.push(name);
    if (process.env.DRILL_DEBUG) console.log(name, citus, plain);
  }
  return different;
}

/** Erases drivers, then moves the clock far enough for every rule to delete. Ends the drill's sessions. */
export async function compareDeletion(
  installation: Installation,
  clock: ShiftedClock,
): Promise<Figure[]> {
  const different = await compareStates(installation, searchStates);
  const calls = [...(await eraseDrivers(installation)), ...(await setRules(installation))];
  clock.set(instant(presentTime + laterDays * dayMs));
  for (const job of [daySealing, retentionRun]) {
    await Promise.all(
      [installation.citusUrl, installation.plainUrl].map((url) => runJob(url, job)),
    );
  }
  const odd = calls.filter((call) => !isAlike(call));
  if (process.env.DRILL_DEBUG) for (const { name, answers } of odd) console.log(name, ...answers);
  different.push(...(await compareStates(installation, nightStates)));
  const { zero } = judging(drillName);
  return [
    zero(
      'privacy requests and retention rules with another response than plain PostgreSQL’s',
      odd.length,
      `${calls.length} sent; ${listNames(odd.map(({ name, answers }) => `${name} (${answers[0].status}, ${answers[1].status})`))}`,
    ),
    zero(
      'differences in what nightly runs delete and seal, and in the log of searches',
      different.length,
      listNames(different),
    ),
  ];
}
