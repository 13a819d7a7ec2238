import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { PromoUse } from '@lotkeeper/contract/operations/promo-uses';
import { promoUsesPageSize } from '@lotkeeper/contract/operations/promo-uses';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import { toEpochMs } from '../../../kernel/data/epoch-ms.ts';

interface UsesQuestion {
  promo_code_pk?: number | undefined;
  code?: string | undefined;
  start_date?: LocalDate | undefined;
  end_date?: LocalDate | undefined;
  page: number;
}

/** A page of the uses of a discount code at the scope's property, newest first, and how many there are. */
export async function listUses(
  scope: SpotScope,
  { promo_code_pk, code, start_date, end_date, page }: UsesQuestion,
): Promise<{ results: PromoUse[]; count: number }> {
  const { organizationId, spotPk } = scope;
  const [row] = await scope.read<{ results: PromoUse[]; count: number }[]>((sql) => {
    const listed = sql`
      promo_codes p join promo_uses u on u.organization_id = p.organization_id and u.promo_code_pk = p.pk
      where p.organization_id = ${organizationId} and p.spot_pk = ${spotPk}
        and (${promo_code_pk ?? null}::bigint is null or p.pk = ${promo_code_pk ?? null})
        and (${code ?? null}::text is null or p.code = ${code ?? null})
        and u.local_date >= coalesce(${start_date ?? null}::date, '-infinity')
        and u.local_date <= coalesce(${end_date ?? null}::date, 'infinity')`;
    return sql`
      select (select count(*) from ${listed}) as count,
        (select coalesce(json_agg(json_build_object(
            'pk', l.pk, 'used_at', ${toEpochMs(sql, sql`l.used_at`)}, 'source', l.source,
            'external_id', l.external_id, 'plate', c.plate,
            'rental', case when r.pk is not null then json_build_object('uuid', r.uuid) end)
          order by l.used_at desc, l.pk desc), '[]')
        from (
          select u.* from ${listed} order by u.used_at desc, u.pk desc
          limit ${sql.literal(promoUsesPageSize)} offset ${(page - 1) * promoUsesPageSize}) l
        left join live_rentals r on r.organization_id = ${organizationId} and r.pk = l.rental_pk
        left join cars c on c.organization_id = ${organizationId} and c.pk = r.car_pk) as results`;
  });
  return row ?? { results: [], count: 0 };
}
