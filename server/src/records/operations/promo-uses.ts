import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { Sql } from '../../kernel/data/database.ts';
import type { Recorder, RefusedItem } from '../recorder.ts';
import { ItemsClash, insertSourced, timestampCell } from '../recorder.ts';

/** A driver's use of a discount code, under the source and external id of the booking. */
export interface PromoUseInput {
  /** Its index among the items that are recorded with it. */
  index: number;
  source: string;
  external_id: string;
  spot_pk: number;
  code: string;
  rental_pk: number;
  used_at: Instant;
}

const unknownCode: RefusedItem = {
  outcome: 'refused',
  field: 'promo_code',
  detail: 'This property has no such discount code.',
};

/** For a discount code `p`: whether it can be used on a day at its property, and now. */
export const usability = (
  sql: Sql,
  organizationId: number,
  { today, now }: { today: LocalDate; now: Instant },
) => sql`
  coalesce(p.expiration < ${today}, false) as expired,
  coalesce(p.total_uses >= p.number_of_uses, false) as used_up,
  coalesce(p.maximum_number_of_simultaneous_rentals <= (
    select count(*) from promo_uses u
    join live_rentals r on r.organization_id = u.organization_id and r.pk = u.rental_pk
    where u.organization_id = ${organizationId} and u.promo_code_pk = p.pk
      and r.start_date <= ${now} and (r.end_date is null or r.end_date > ${now})), false) as crowded`;

const toKey = (spotPk: number, code: string) => `${spotPk} ${code.toUpperCase()}`;

/** The code that each use refers to: the live one of that name, otherwise the one revoked last. */
async function readCodes({ tx, organizationId }: Recorder, uses: readonly PromoUseInput[]) {
  const rows = await tx<{ pk: number; spot_pk: number; code: string }[]>`
    select distinct on (p.spot_pk, p.code) p.pk, p.spot_pk, p.code
    from unnest(${uses.map((use) => use.spot_pk)}::bigint[],
      ${uses.map((use) => use.code.toUpperCase())}::text[]) u (spot_pk, code)
    join promo_codes p on p.organization_id = ${organizationId} and p.spot_pk = u.spot_pk and p.code = u.code
    order by p.spot_pk, p.code, p.deleted_at desc nulls first`;
  return new Map(rows.map((row) => [toKey(row.spot_pk, row.code), row.pk]));
}

/**
 * Records uses of discount codes and counts them on their codes; a known use changes nothing. Throws ItemsClash for
 * uses whose property never had such a code.
 */
export async function recordPromoUses(
  recorder: Recorder,
  uses: readonly PromoUseInput[],
): Promise<void> {
  if (uses.length === 0) return;
  const codes = await readCodes(recorder, uses);
  const findCodePk = (use: PromoUseInput) => codes.get(toKey(use.spot_pk, use.code));
  const strangers = uses.filter((use) => findCodePk(use) === undefined);
  if (strangers.length > 0) {
    throw new ItemsClash(new Map(strangers.map(({ index }) => [index, unknownCode])));
  }
  const rows = uses.map((use) => ({
    spot_pk: use.spot_pk,
    promo_code_pk: findCodePk(use),
    rental_pk: use.rental_pk,
    used_at: timestampCell(use.used_at),
    local_date: toLocalDate(use.used_at, recorder.timezoneOf(use.spot_pk)),
    source: use.source,
    external_id: use.external_id,
  }));
  const inserted = await insertSourced(recorder, 'promo_uses', rows);
  const { tx, organizationId } = recorder;
  // In key order, so that two writers can't deadlock.
  await tx`
    with added as (
      select promo_code_pk as pk, count(*) as uses from promo_uses
      where organization_id = ${organizationId} and pk = any (${inserted.map(({ pk }) => pk)}::bigint[])
      group by promo_code_pk),
    locked as (
      select p.pk, a.uses from promo_codes p join added a using (pk)
      where p.organization_id = ${organizationId} order by p.pk for update of p)
    update promo_codes p set total_uses = total_uses + l.uses
    from locked l where p.organization_id = ${organizationId} and p.pk = l.pk`;
}
