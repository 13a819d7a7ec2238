import { fromIso, instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import { expect, test } from 'vitest';
import { createSecretBox } from '../../../kernel/access/secrets.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { decideAlerts } from './decide-alerts.ts';
import type { Problem } from './problem.ts';

const statements: string[] = [];
const { system: sql } = await testDatabase(
  undefined,
  6,
  {},
  { onStatement: (text) => statements.push(text) },
);
const start = fromIso('2026-06-15T19:00:00Z');

/** Twenty organizations with ten properties and two problems each; `npm run bench` has 10,000 properties. */
await sql`insert into organizations (name, commission_rate) select 'Organization ' || n, 1000 from generate_series(1, 20) n`;
await sql`
  insert into spots (organization_id, name, address_line1, city, state, timezone, quantity, price_hourly,
    classification, created_at)
  select o.pk, 'Property ' || n, '1 Main St', 'Phoenix', 'AZ', 'America/Phoenix', 100, 500, 'Surface Lot', now()
  from organizations o cross join generate_series(1, 10) n`;
await sql`
  insert into people (first_name, last_name, email) select 'Ada', 'Admin', n || '@example.com' from generate_series(1, 20) n`;
await sql`
  insert into affiliations (organization_id, person_pk, role) select pk, pk, 'ADMIN' from organizations`;
await sql`
  insert into alert_choices (organization_id, person_pk, email_kinds, sms_kinds, quiet_from, quiet_until)
  select pk, pk, '{camera_silent}', '{}', case when pk % 2 = 0 then 600 end, case when pk % 2 = 0 then 1200 end
  from organizations`;
const spots = await sql<{ organization_id: number; pk: number }[]>`
  select organization_id, pk from spots order by organization_id, pk`;
const problems = spots
  .filter((_, index) => index % 5 === 0)
  .map(
    ({ organization_id, pk }): Problem => ({
      organization_id,
      spot_pk: pk,
      kind: 'camera_silent',
      subject: `camera ${pk}`,
      since: start,
      cost: null,
      facts: { camera: 'Entrance' },
    }),
  );
const deps = {
  sql,
  secretBox: createSecretBox('a secret key of a test installation'),
  publicUrl: () => 'https://lots.example',
  publish: () => undefined,
};
const detector = { kinds: ['camera_silent'] as const, findProblems: async () => problems };

test('while nothing changes, a look at 200 properties with 40 problems is three statements', async () => {
  await decideAlerts(deps, [detector], start);
  const [counts] = await sql`
    select (select count(*) from alerts where ended_at is null) as alerts,
      (select count(*) from member_messages) as mails,
      (select count(*) from alert_notices where waiting_since is not null) as waiting`;
  // Half of the people have quiet hours at noon: two alerts of each of those ten wait.
  expect(counts).toEqual({ alerts: 40, mails: 10, waiting: 20 });
  statements.length = 0;
  const looks = 10;
  for (let look = 1; look <= looks; look += 1)
    await decideAlerts(deps, [detector], instant(start + look * minuteMs));
  // The open alerts, what waits in quiet hours, and the messages of the last day.
  expect(statements).toHaveLength(3 * looks);
});
