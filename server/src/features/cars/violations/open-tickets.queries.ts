import type { OpenAge, OpenTicket } from '@lotkeeper/contract/cars/violations';
import { ticketsPageSize } from '@lotkeeper/contract/cars/violations';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { zeroCents } from '@lotkeeper/contract/kernel/money';
import type { WholeOrganizationScope } from '../../../kernel/access/scope.ts';
import type { Sql } from '../../../kernel/data/database.ts';
import { toEpochMs } from '../../../kernel/data/epoch-ms.ts';

/** An open violation; when it was created is in milliseconds. */
export type OpenRow = Omit<OpenTicket, 'created_at'> & { created_at: Instant };

interface OpenQuestion {
  now: Instant;
  older_than?: OpenAge | undefined;
}

/** The open violations of all properties. The condition is literal, so that the planner uses their index. */
const selectOpen = (
  sql: Sql,
  scope: WholeOrganizationScope,
  { now, older_than }: OpenQuestion,
) => sql`
  violations v where v.organization_id = ${scope.organizationId} and v.status = 'Created'
  ${older_than ? sql`and v.created_at < ${instant(now - Number(older_than) * dayMs)}` : sql``}`;

const selectRows = (sql: Sql, scope: WholeOrganizationScope, question: OpenQuestion) => sql`
  select o.uuid, o.code, o.plate, o.state, o.amount, ${toEpochMs(sql, sql`o.created_at`)} as created_at,
    json_build_object('pk', s.pk, 'name', s.name, 'timezone', s.timezone) as spot
  from (select v.* from ${selectOpen(sql, scope, question)}) o
  join spots s on s.organization_id = ${scope.organizationId} and s.pk = o.spot_pk
  order by o.created_at, o.pk`;

/** Every open violation of an organization, the oldest first. */
export const readOpen = (scope: WholeOrganizationScope, question: OpenQuestion) =>
  scope.read<OpenRow[]>((sql) => sql`${selectRows(sql, scope, question)}`);

/** A page of them, with their number and sum. */
export async function readOpenPage(
  scope: WholeOrganizationScope,
  { page, ...question }: OpenQuestion & { page: number },
) {
  const [row] = await scope.read<
    { count: number; total_amount: Cents; results: OpenRow[] | null }[]
  >(
    (sql) => sql`
      select t.count, t.total_amount, (select json_agg(r) from (
          ${selectRows(sql, scope, question)}
          limit ${sql.literal(ticketsPageSize)} offset ${(page - 1) * ticketsPageSize}) r) as results
      from (select count(*) as count, coalesce(sum(v.amount), 0)::bigint as total_amount
        from ${selectOpen(sql, scope, question)}) t`,
  );
  const { count, total_amount, results } = row ?? {
    count: 0,
    total_amount: zeroCents,
    results: null,
  };
  return { count, total_amount, results: results ?? [] };
}
