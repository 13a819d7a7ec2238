import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant, toIso } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import { minSearchCharacters, toSearchKey } from '@lotkeeper/contract/kernel/searches';
import type { DiscountType } from '@lotkeeper/contract/operations/promo-codes';
import { discountedMonth, formatDiscount } from '@lotkeeper/contract/operations/promo-codes';
import type { Slot, SlotState, SlotType, TenantParking } from '@lotkeeper/contract/people/drivers';
import { driversPageSize } from '@lotkeeper/contract/people/drivers';
import type { RentalType } from '@lotkeeper/contract/people/rentals';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import type { Fragment, Sql, Tx } from '../../../kernel/data/database.ts';
import { toEpochMs } from '../../../kernel/data/epoch-ms.ts';
import { must } from '../../../kernel/must.ts';
import { hasBegun } from '../../../records/people/rentals.ts';
import { isContactShown } from './contact-shown.ts';
import { searchPatterns, toSlotType, typesBehind } from './drivers.rules.ts';

interface SlotRow
  extends Omit<
    Slot,
    'rental_type' | 'promo_code_info' | 'price_monthly_after_promo' | 'start_date' | 'end_date'
  > {
  rental_type: RentalType;
  promo: { code: string; discount_type: DiscountType; amount: number } | null;
  start_date: Instant;
  end_date: Instant | null;
}

function toSlot({ promo, ...row }: SlotRow): Slot {
  const price = row.price_monthly;
  return {
    ...row,
    rental_type: toSlotType(row.rental_type),
    start_date: toIso(row.start_date),
    end_date: row.end_date === null ? null : toIso(row.end_date),
    promo_code_info: promo && {
      code: promo.code,
      formatted_value: formatDiscount(promo.discount_type, promo.amount),
    },
    price_monthly_after_promo:
      price === null || !promo ? price : discountedMonth(price, promo.discount_type, promo.amount),
  };
}

/** The cars of rentals, for the wire. */
const carsOf = (sql: Sql, organizationId: number) => sql`
  (select coalesce(json_agg(json_build_object('plate', c.plate, 'state', c.state, 'country', c.country)), '[]')
    from cars c where c.organization_id = ${organizationId} and c.pk = r.car_pk)`;

/** The cars of a rental as a change finds them, locked until the change is done; undefined when it doesn't exist. */
export async function lockCarsOfRental(tx: Tx, scope: SpotScope, pk: number) {
  const [row] = await tx<Pick<Slot, 'cars_detail'>[]>`
    select ${carsOf(tx, scope.organizationId)} as cars_detail from rentals r
    where ${spotFilter(tx, scope)} and r.pk = ${pk} and r.removed_at is null for no key update of r`;
  return row;
}

const spotFilter = (sql: Sql, scope: SpotScope) => sql`
  r.organization_id = ${scope.organizationId} and r.spot_pk = ${scope.spotPk}`;

/** Rentals for the wire; `pks` names their pks. */
const slots = (sql: Sql, scope: SpotScope, pks: Fragment) => sql`
  select r.pk, r.uuid, r.rental_type, k.shown as contact_shown,
    case when k.shown then r.renter_first_name end as renter_first_name,
    case when k.shown then r.renter_last_name end as renter_last_name,
    case when k.shown then r.renter_email end as renter_email,
    case when k.shown then r.renter_phone end as renter_phone,
    ${toEpochMs(sql, sql`r.start_date`)} as start_date, ${toEpochMs(sql, sql`r.end_date`)} as end_date,
    r.price_monthly, r.paid, r.auto_started,
    ${carsOf(sql, scope.organizationId)} as cars_detail,
    (select json_build_object('code', p.code, 'discount_type', p.discount_type, 'amount', p.amount)
      from promo_uses u
      join promo_codes p on p.organization_id = ${scope.organizationId} and p.pk = u.promo_code_pk
      where u.organization_id = ${scope.organizationId} and u.rental_pk = r.pk limit 1) as promo
  from live_rentals r
  join spots s on s.organization_id = ${scope.organizationId} and s.pk = r.spot_pk
  cross join lateral (select ${isContactShown(sql)} as shown) k
  where ${spotFilter(sql, scope)} and r.pk in (${pks})`;

/** One or two characters don't count as a search for a person, as in the log of searches. */
function isSearch(searchTerm: string): boolean {
  const { length } = toSearchKey(searchTerm);
  return searchTerm !== '' && (length === 0 || length >= minSearchCharacters);
}

/** Matches one of the patterns; driver details that aren't shown aren't searched either. */
function matches(sql: Sql, searchTerm: string): Fragment {
  if (!isSearch(searchTerm)) return sql``;
  const { plate, text, phone } = searchPatterns(searchTerm);
  // A pattern that can't match is only free if it's left out.
  return sql`and (${plate ? sql`c.plate_key like ${plate}` : sql`false`}
    or (${isContactShown(sql)} and (
      upper(concat_ws(' ', r.renter_first_name, r.renter_last_name)) like ${text}
      or upper(r.renter_email) like ${text}
      ${phone ? sql`or regexp_replace(r.renter_phone, '\\D', '', 'g') like ${phone}` : sql``})))`;
}

/** The rentals of a list. */
export interface SlotFilter {
  state: SlotState;
  types: readonly SlotType[];
  searchTerm: string;
  page: number;
}

/** How far back a search looks among ended rentals. */
const searchMs = 366 * dayMs;

/** The rentals `r` of a state as ranges of one index, and the column and direction that they are listed by. */
function rangesOf(sql: Sql, { state, searchTerm }: SlotFilter, now: Instant) {
  const whereBegun = hasBegun(sql, now);
  const bounds = isSearch(searchTerm) ? sql`and r.end_date > ${instant(now - searchMs)}` : sql``;
  return {
    // Those with an end and those without are two short ranges.
    ACTIVE: {
      ranges: [
        sql`r.end_date > ${now} and ${whereBegun}`,
        sql`r.end_date is null and ${whereBegun}`,
      ],
      column: 'start_date',
      order: sql`desc`,
    },
    UPCOMING: {
      ranges: [sql`r.start_date > ${now} and (r.end_date is null or r.end_date > r.start_date)`],
      column: 'start_date',
      order: sql`asc`,
    },
    ENDED: {
      ranges: [sql`r.end_date <= ${now} ${bounds} and ${whereBegun}`],
      column: 'end_date',
      order: sql`desc`,
    },
  }[state];
}

/**
 * A property's active, upcoming or ended rentals: the newest, the next or the last to end first. Active and upcoming
 * ones are few whatever the history: they're found by their end or their start and then searched one by one, so that
 * writing rentals needs no text index. Ended ones are counted and paged from that index.
 */
export async function listSlotRows(scope: SpotScope, filter: SlotFilter, now: Instant) {
  const { state, searchTerm, page } = filter;
  const types = filter.types.flatMap((type) => typesBehind[type]);
  const [row] = await scope.read<{ count: number; results: SlotRow[] }[]>((sql) => {
    const { ranges, order, ...listed } = rangesOf(sql, filter, now);
    const column = sql.identifier(listed.column);
    // Cars one by one: a join would read all of the organization for a few rentals.
    const searched = isSearch(searchTerm)
      ? sql`join spots s on s.organization_id = ${scope.organizationId} and s.pk = r.spot_pk
        left join lateral (
          select plate_key from cars c where c.organization_id = ${scope.organizationId} and c.pk = r.car_pk
          limit 1) c on true`
      : sql``;
    const selectFound = (range: Fragment) => sql`
      select r.pk, r.${column} from live_rentals r
      ${searched}
      where ${spotFilter(sql, scope)} and ${range} and r.rental_type = any (${types}::text[])
        ${matches(sql, searchTerm)}`;
    const found = ranges.map(selectFound).reduce((all, next) => sql`${all} union all ${next}`);
    const materialization = state === 'ENDED' ? sql`not materialized` : sql`materialized`;
    return sql`
      with found as ${materialization} (${found}),
      page as (
        select pk from found order by ${column} ${order}, pk ${order}
        limit ${sql.literal(driversPageSize)} offset ${(page - 1) * driversPageSize})
      select (select count(*) from found) as count,
        (select coalesce(json_agg(t order by t.${column} ${order}, t.pk ${order}), '[]')
          from (${slots(sql, scope, sql`select pk from page`)}) t) as results`;
  });
  const { count, results } = must(row, 'page of rentals');
  return { count, results: results.map(toSlot) };
}

/** One rental of the scope's property. */
export async function readSlot(scope: SpotScope, pk: number): Promise<Slot | null> {
  const [row] = await scope.read(
    (sql) => sql<SlotRow[]>`${slots(sql, scope, sql`select ${pk}::bigint`)}`,
  );
  return row ? toSlot(row) : null;
}

/** The tenants of a property by name, with their active rentals. */
export async function listTenants(scope: SpotScope, now: Instant): Promise<TenantParking[]> {
  type Row = Omit<TenantParking, 'start_date' | 'end_date'> & {
    start_date: Instant;
    end_date: Instant | null;
  };
  const rows = await scope.read<Row[]>(
    (sql) => sql`
      with going as (
        select bulk_rental_pk from live_rentals r
        where ${spotFilter(sql, scope)} and end_date > ${now} and ${hasBegun(sql, now)}
          and bulk_rental_pk is not null
        union all
        select bulk_rental_pk from live_rentals r
        where ${spotFilter(sql, scope)} and end_date is null and ${hasBegun(sql, now)}
          and bulk_rental_pk is not null)
      select b.uuid, b.description, b.slot_count, b.price_per_slot, b.invoice_status,
        json_build_object('email', b.owner_email) as owner, b.start_date, b.end_date,
        (select count(*) from going g where g.bulk_rental_pk = b.pk) as active_rentals
      from bulk_rentals b
      where b.organization_id = ${scope.organizationId} and b.spot_pk = ${scope.spotPk}
        and (b.end_date is null or b.end_date > ${now})
      order by lower(b.description), b.pk`,
  );
  return rows.map((row) => ({
    ...row,
    start_date: toIso(row.start_date),
    end_date: row.end_date === null ? null : toIso(row.end_date),
  }));
}
