import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Fragment, SqlPool, Tx } from '../../../kernel/data/database.ts';

/** An endpoint by its organization and number. */
export interface EndpointKey {
  organization_id: number;
  pk: number;
}

/**
 * Has PostgreSQL read an index in its order rather than sort. Of an organization that it has no statistics of yet, it
 * believes that any index leads to one row, and reads a whole backlog for each.
 */
export const readInOrder = (tx: Tx) => tx.unsafe('set local enable_sort = off');

/** Has PostgreSQL search an index for each row of the outer query, rather than read all that waits of everybody once. */
async function searchOneByOne(tx: Tx): Promise<void> {
  await readInOrder(tx);
  for (const name of ['hashjoin', 'mergejoin', 'hashagg', 'seqscan'])
    await tx.unsafe(`set local enable_${name} = off`);
}

/**
 * The endpoints for which something may be due. What is due at once and what is due since a time are asked one by one:
 * the index of both ends a search at the first, and never reads what waits for later.
 */
export const listDueEndpoints = (sql: SqlPool, now: Instant) =>
  sql.begin(async (tx) => {
    await searchOneByOne(tx);
    const due = new Map<string, EndpointKey>();
    for (const condition of [tx`d.next_try_at is null`, tx`d.next_try_at <= ${now}`]) {
      const endpoints = await tx<EndpointKey[]>`
        select e.organization_id, e.pk from webhook_endpoints e
        where e.removed_at is null and e.paused_at is null
          and (e.next_try_at is null or e.next_try_at <= ${now})
          and exists (
            select from webhook_deliveries d
            where d.organization_id = e.organization_id and d.endpoint_pk = e.pk and d.delivered_at is null
              and d.given_up_at is null and not d.blocked and ${condition}
              and (d.claimed_until is null or d.claimed_until <= ${now}))`;
      for (const key of endpoints) due.set(`${key.organization_id} ${key.pk}`, key);
    }
    return [...due.values()];
  });

export interface SeenDelivery {
  id: string;
  tries: number;
  is_first: boolean;
}

/** The oldest deliveries of an endpoint that are due, and whether each is the oldest of its subject. */
export const listOldest = (
  tx: Tx,
  { organization_id, pk }: EndpointKey,
  now: Instant,
  count: number,
) => {
  const oldest = (condition: Fragment) => tx`
    (select id, tries, subject, subject_pk, recorded_at from webhook_deliveries
    where organization_id = ${organization_id} and endpoint_pk = ${pk} and delivered_at is null
      and given_up_at is null and not blocked and ${condition}
      and (claimed_until is null or claimed_until <= ${now})
    order by next_try_at, recorded_at, id limit ${count})`;
  return tx<SeenDelivery[]>`
    select o.id, o.tries, o.id = f.id as is_first
    from (
      select * from (
        ${oldest(tx`next_try_at is null`)} union all ${oldest(tx`next_try_at <= ${now}`)}) due
      order by recorded_at, id limit ${count}) o
    cross join lateral (
      select id from webhook_deliveries f
      where f.organization_id = ${organization_id} and f.endpoint_pk = ${pk}
        and (f.subject, f.subject_pk) >= (o.subject, o.subject_pk)
        and f.delivered_at is null and f.given_up_at is null
      order by f.subject, f.subject_pk, f.recorded_at, f.id limit 1) f
    order by o.recorded_at, o.id`;
};
