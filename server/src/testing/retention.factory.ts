import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import type { RetentionClass } from '@lotkeeper/contract/trust/retention-classes';
import type { RunLimits } from '../features/trust/retention/retention.jobs.ts';
import { makeRetentionRunner } from '../features/trust/retention/retention.jobs.ts';
import { makeFormerMember } from './people.factory.ts';
import type { TestApp } from './test-app.ts';
import { clockAt } from './test-app.ts';

/** Sets how many days an organization keeps a class, effective long ago. */
export async function keepFor(
  { database }: Pick<TestApp, 'database'>,
  organization: number,
  name: RetentionClass,
  days: number,
): Promise<void> {
  const { pk } = await makeFormerMember(database.system, { pk: organization });
  const row = {
    organization_id: organization,
    class: name,
    keep_days: days,
    changed_by: pk,
    changed_at: fromIso('2026-01-01T00:00:00Z'),
    first_night: '2026-01-01',
  };
  await database.system`insert into retention_rules ${database.system.values(row)}`;
}

/** Runs the retention job; `now` in ISO 8601. Files are removed in the same run, which never pauses. */
export const applyRetention = (
  { database, files, secretBox }: Pick<TestApp, 'database' | 'files' | 'secretBox'>,
  now: string,
  limits: Partial<RunLimits> = {},
): Promise<void> =>
  makeRetentionRunner(
    { sql: database.system, clock: clockAt(now), secretBox, files },
    { maxMs: 60_000, fileAgeMs: 0, pace: (work) => work(), ...limits },
  )();
