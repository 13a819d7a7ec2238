import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths } from '@lotkeeper/contract/kernel/calendar';
import type { LikelyDouble } from '@lotkeeper/contract/money/close';
import { maxDoubles } from '@lotkeeper/contract/money/close';
import type { Reader } from './month-sums.queries.ts';

/**
 * Charges of a month that were likely recorded twice, the earliest first: another charge of the same rental has their
 * amount and minute, and no refund of the rental gives that back. The first charge of a rental counts it, so only others
 * are looked at.
 */
export const listDoubles = (
  { organizationId, read }: Reader,
  month: LocalDate,
  spotPk: number | undefined,
): Promise<LikelyDouble[]> =>
  read<LikelyDouble[]>(
    (sql) => sql`
      select json_build_object('pk', s.pk, 'name', s.name) as property, e.pk, e.local_date, e.gross as amount,
        json_build_object('uuid', r.uuid) as rental, o.external_id as first_id, e.external_id as second_id
      from spots s
      join ledger_entries e on e.organization_id = ${organizationId} and e.spot_pk = s.pk
        and e.kind = 'charge' and e.rentals = 0 and e.gross > 0
        and e.local_date between ${month} and ${addDays(addMonths(month, 1), -1)}
      join lateral (
        select o.external_id from ledger_entries o
        where o.organization_id = ${organizationId} and o.rental_pk = e.rental_pk and o.kind = 'charge'
          and o.gross = e.gross and o.pk < e.pk
          and date_trunc('minute', o.occurred_at, 'UTC') = date_trunc('minute', e.occurred_at, 'UTC')
        order by o.pk limit 1) o on true
      join live_rentals r on r.organization_id = ${organizationId} and r.pk = e.rental_pk
      where s.organization_id = ${organizationId} ${spotPk === undefined ? sql`` : sql`and s.pk = ${spotPk}`}
        and not exists (
          select from ledger_entries b
          where b.organization_id = ${organizationId} and b.rental_pk = e.rental_pk and b.kind = 'refund'
            and b.refund = e.gross)
      order by e.local_date, e.pk limit ${sql.literal(maxDoubles)}`,
  );
