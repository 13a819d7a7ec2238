import { randomUUID } from 'node:crypto';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { hashToken, type SecretBox } from '../kernel/access/secrets.ts';
import type { Sql } from '../kernel/data/database.ts';
import type { PushAddress } from '../kernel/messages/web-push.ts';
import { must } from '../kernel/must.ts';

const unusedAddress: PushAddress = {
  endpoint: 'https://push.example/unused',
  keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
};

/** A browser in which a person allowed notifications; returns its number. */
export async function makePushDevice(
  sql: Sql,
  secretBox: SecretBox,
  person: { pk: number },
  {
    address = unusedAddress,
    createdAt = instant(0),
  }: { address?: PushAddress; createdAt?: Instant } = {},
): Promise<number> {
  const [row] = await sql<{ pk: number }[]>`
    insert into push_devices (person_pk, endpoint_hash, subscription_sealed, created_at, used_at)
    values (${person.pk}, ${hashToken(randomUUID())}, ${secretBox.seal(JSON.stringify(address))}, ${createdAt}, ${createdAt})
    returning pk`;
  return must(row, 'row of a device').pk;
}
