import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addMonths, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { BodyOf } from '@lotkeeper/contract/kernel/endpoint';
import type {
  createPromoCode,
  DiscountType,
  PromoCode,
  PromoRentalType,
  Usability,
} from '@lotkeeper/contract/operations/promo-codes';
import {
  findDiscount,
  promoMessages,
  promoPageSize,
} from '@lotkeeper/contract/operations/promo-codes';
import type { MachineScope, SpotScope } from '../../../kernel/access/scope.ts';
import type { Sql } from '../../../kernel/data/database.ts';
import { toEpochMs } from '../../../kernel/data/epoch-ms.ts';
import { Refusal, requireFound } from '../../../kernel/refusal.ts';
import { usability } from '../../../records/operations/promo-uses.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';
import { readSpotColumns } from '../../platform/spots/public.ts';

/** A stored discount code; `amount` is in cents, percent, minutes, or cents, depending on its type. */
export interface PromoCodeRow
  extends Omit<PromoCode, 'formatted_value' | 'expired' | 'qr_code' | 'expiration'> {
  amount: number;
  expiration: LocalDate | null;
  created_at: Instant;
}

/** The selected columns of a code. */
export const promoColumns = (sql: Sql) => sql`
  pk, code, notes, discount_type, amount, applicable_rental_types, expiration, number_of_uses,
  maximum_number_of_simultaneous_rentals, total_uses,
  ${toEpochMs(sql, sql`created_at`)} as created_at`;

/** A page of a property's codes, newest first, and how many there are. */
export async function listPromoCodeRows(
  scope: SpotScope,
  { page, usable, today }: { page: number; usable: boolean; today: LocalDate },
) {
  const [row] = await scope.read<{ results: PromoCodeRow[]; count: number }[]>((sql) => {
    const listed = sql`
      promo_codes where organization_id = ${scope.organizationId} and spot_pk = ${scope.spotPk}
        and deleted_at is null and (not ${usable}::boolean
          or (coalesce(total_uses < number_of_uses, true) and coalesce(expiration >= ${today}, true)))`;
    return sql`
      select (select count(*) from ${listed}) as count,
        (select coalesce(json_agg(r order by r.pk desc), '[]') from (
          select ${promoColumns(sql)} from ${listed} order by pk desc
          limit ${sql.literal(promoPageSize)} offset ${(page - 1) * promoPageSize}) r) as results`;
  });
  return row ?? { results: [], count: 0 };
}

/** One code of the scope's property; throws when it was deleted. */
export async function readPromoCodeRow(scope: SpotScope, pk: number): Promise<PromoCodeRow> {
  const [row] = await scope.read<PromoCodeRow[]>(
    (sql) => sql`
      select ${promoColumns(sql)} from promo_codes
      where organization_id = ${scope.organizationId} and pk = ${pk}
        and spot_pk = ${scope.spotPk} and deleted_at is null`,
  );
  return requireFound(row, 'discount code');
}

/** The scope's property as a flyer names it, and where it sends drivers. */
export const readFlyerSpot = (scope: SpotScope) =>
  readSpotColumns(scope, 'name', 'address_line1', 'city', 'state', 'webflow_page_url');

export type FlyerSpot = Awaited<ReturnType<typeof readFlyerSpot>>;

/** The name of an active code of the same property. */
export const takenName = () =>
  new Refusal('conflict', promoMessages.taken, { code: promoMessages.taken });

/** Creates a code and writes an audit entry. Refuses a name that an active code of the property has. */
export function insertPromoCode(
  scope: SpotScope,
  body: BodyOf<typeof createPromoCode>,
  now: Instant,
): Promise<PromoCodeRow> {
  const { organizationId, spotPk } = scope;
  const discount = findDiscount(body);
  if (!discount) throw new RangeError('The form names one discount.');
  return scope.write(async (tx) => {
    const row = {
      organization_id: organizationId,
      spot_pk: spotPk,
      code: body.code,
      notes: body.notes,
      discount_type: discount.type,
      amount: discount.amount,
      applicable_rental_types: body.applicable_rental_types,
      expiration: body.expiration ?? null,
      number_of_uses: body.number_of_uses ?? null,
      maximum_number_of_simultaneous_rentals: body.maximum_number_of_simultaneous_rentals ?? null,
      created_at: now,
    };
    const [insertedCode] = await tx<PromoCodeRow[]>`
      insert into promo_codes ${tx.values(row)}
      on conflict (organization_id, spot_pk, code) where deleted_at is null do nothing
      returning ${promoColumns(tx)}`;
    if (!insertedCode) throw takenName();
    const { organization_id: _, spot_pk: __, created_at: ___, ...after } = row;
    const { pk } = insertedCode;
    await recordAuditEntry(tx, scope, now, { act: 'create', subject: 'discount code', pk, after });
    return insertedCode;
  });
}

/** Deletes a code and writes an audit entry; its uses stay. Deleting twice changes nothing. */
export function retirePromoCode(scope: SpotScope, pk: number, now: Instant): Promise<void> {
  const { organizationId } = scope;
  return scope.write(async (tx) => {
    const [deletedCode] = await tx<{ code: string }[]>`
      update promo_codes set deleted_at = ${now}
      where organization_id = ${organizationId} and pk = ${pk} and spot_pk = ${scope.spotPk}
        and deleted_at is null
      returning code`;
    if (!deletedCode) return;
    const entry = { act: 'remove', subject: 'discount code', pk, name: deletedCode.code } as const;
    await recordAuditEntry(tx, scope, now, entry);
  });
}

/**
 * How often each code of the scope's property was used in the month that begins with `first`, including deleted codes.
 */
export async function countPromoUses(
  scope: SpotScope,
  first: LocalDate,
): Promise<Record<string, number>> {
  const rows = await scope.read<{ code: string; uses: number }[]>(
    (sql) => sql`
      select p.code, sum(u.uses)::int as uses
      from (
        select promo_code_pk, count(*) as uses from promo_uses
        where organization_id = ${scope.organizationId} and spot_pk = ${scope.spotPk}
          and local_date >= ${first} and local_date < ${addMonths(first, 1)}
        group by promo_code_pk) u
      join promo_codes p on p.organization_id = ${scope.organizationId} and p.pk = u.promo_code_pk
      group by p.code order by uses desc, p.code`,
  );
  return Object.fromEntries(rows.map(({ code, uses }) => [code, uses]));
}

/** What a seller needs to know about a code. */
interface CheckedCode extends Usability {
  discount_type: DiscountType;
  amount: number;
  applicable_rental_types: PromoRentalType[];
}

/**
 * An active code of a property of the key's organization; undefined when the code doesn't exist, null when the property
 * doesn't.
 */
export async function checkCode(
  scope: MachineScope,
  { spot, code, now }: { spot: string; code: string; now: Instant },
): Promise<CheckedCode | null | undefined> {
  const spotRows = await scope.read<{ pk: number; timezone: string }[]>(
    (sql) => sql`
      select pk, timezone from spots where organization_id = ${scope.organizationId}
        and ${/^\d+$/.test(spot) ? sql`pk = ${Number(spot)}` : sql`uuid = ${spot}`}`,
  );
  const [at] = spotRows;
  if (!at) return null;
  const today = toLocalDate(now, at.timezone);
  const [row] = await scope.read<CheckedCode[]>(
    (sql) => sql`
      select discount_type, amount, applicable_rental_types,
        ${usability(sql, scope.organizationId, { today, now })}
      from promo_codes p
      where organization_id = ${scope.organizationId} and spot_pk = ${at.pk}
        and code = ${code} and deleted_at is null`,
  );
  return row;
}
