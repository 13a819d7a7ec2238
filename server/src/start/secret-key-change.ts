import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { toIso } from '@lotkeeper/contract/kernel/calendar';
import type { SecretBox } from '../kernel/access/secrets.ts';
import type { Sql } from '../kernel/data/database.ts';

interface Use {
  fingerprint: string;
  last_used_at: Instant;
}

const describeChange = (lastUsedAt: Instant) =>
  `SECRET_KEY isn’t the one that this database was last used with, at ${toIso(lastUsedAt)}. Give every process on this database the same key, or sign-ins fail. With a new key, sign-in codes, invitation emails that wait, and signing secrets of cameras stop working: see docs/deploy.md.`;

/** Records that a server starts with a secret key, and reports if the one that started before it had another. */
export async function noteSecretKey(
  sql: Sql,
  {
    secretBox,
    now,
    report,
  }: { secretBox: SecretBox; now: Instant; report: (notice: string) => void },
): Promise<void> {
  const fingerprint = secretBox.hash('secret key', 'fingerprint').toString('hex');
  const [last] = await sql<Use[]>`
    select fingerprint, last_used_at from secret_keys order by last_used_at desc limit 1`;
  if (last && last.fingerprint !== fingerprint) report(describeChange(last.last_used_at));
  await sql`
    insert into secret_keys (fingerprint, first_used_at, last_used_at) values (${fingerprint}, ${now}, ${now})
    on conflict (fingerprint) do update set last_used_at = excluded.last_used_at`;
}
