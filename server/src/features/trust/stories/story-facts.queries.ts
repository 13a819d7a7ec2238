import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { addDays, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { DiscountType } from '@lotkeeper/contract/operations/promo-codes';
import type { RentalType } from '@lotkeeper/contract/people/rentals';
import type { AuditAct } from '@lotkeeper/contract/trust/audit-entries';
import { storyLimit } from '@lotkeeper/contract/trust/stories';
import type { OrganizationScope, SpotScope } from '../../../kernel/access/scope.ts';
import { noPk } from '../../../kernel/data/nodes.ts';
import { must } from '../../../kernel/must.ts';
import type { EventRow } from '../../../records/operations/events.ts';
import { eventColumns, eventsWithin } from '../../../records/operations/events.ts';
import type { Prices } from '../../../records/operations/rate-in-force.ts';
import { selectSetPrices } from '../../../records/operations/set-prices.ts';
import type { Rate } from '../../../records/operations/stay-price.ts';
import { isContactShown } from '../../people/drivers/public.ts';
import type { Subject } from './story-rows.queries.ts';
import { selectViolationPks } from './story-rows.queries.ts';

/** The property, the rental, and the car of a story; the fields of a rental are null without one. */
export interface FactsRow {
  spot_name: string;
  dynamic_pricing_enabled: boolean;
  prices: Prices['spot'];
  rental_pk: number | null;
  rental_uuid: string;
  rental_type: RentalType;
  source: string;
  auto_started: boolean;
  start_date: Instant;
  end_date: Instant | null;
  ended_at: Instant | null;
  changed_at: Instant | null;
  recorded_at: Instant;
  paid: boolean;
  price_monthly: Cents | null;
  price_per_slot: Cents | null;
  contact_shown: boolean;
  renter_name: string | null;
  renter_email: string | null;
  renter_phone: string | null;
  promo: { code: string; discount_type: DiscountType; amount: number } | null;
  plate: string | null;
  state: string | null;
  country: string | null;
  make: string | null;
  model: string | null;
  color: string | null;
}

/** The property, the rental, and the car of a story. */
export async function readFacts(scope: SpotScope, subject: Subject): Promise<FactsRow> {
  const { organizationId: organization, spotPk } = scope;
  const [row] = await scope.read<FactsRow[]>(
    (sql) => sql`
      select s.name as spot_name, s.dynamic_pricing_enabled,
        json_build_object('price_hourly', s.price_hourly, 'price_daily', s.price_daily,
          'price_flat', s.price_flat, 'daily_min', s.daily_min, 'daily_max', s.daily_max) as prices,
        r.pk as rental_pk, r.uuid as rental_uuid, r.rental_type, r.source, r.auto_started,
        r.start_date, r.end_date, r.ended_at, r.changed_at, r.recorded_at, r.paid, r.price_monthly,
        b.price_per_slot, k.shown as contact_shown,
        case when k.shown then nullif(concat_ws(' ', r.renter_first_name, r.renter_last_name), '') end
          as renter_name,
        case when k.shown then r.renter_email end as renter_email,
        case when k.shown then r.renter_phone end as renter_phone,
        (select json_build_object('code', p.code, 'discount_type', p.discount_type, 'amount', p.amount)
          from promo_uses u
          join promo_codes p on p.organization_id = ${organization} and p.pk = u.promo_code_pk
          where u.organization_id = ${organization} and u.rental_pk = r.pk limit 1) as promo,
        coalesce(c.plate, v.plate, n.plate) as plate, coalesce(c.state, v.state, n.state) as state,
        c.country, c.make, c.model, c.color
      from spots s
      left join live_rentals r on r.organization_id = ${organization} and r.pk = ${subject.rentalPk ?? noPk}
      left join visits v on v.organization_id = ${organization} and v.pk = ${subject.visitPk ?? noPk}
      left join violations n on n.organization_id = ${organization} and n.pk = ${subject.violationPk ?? noPk}
      left join bulk_rentals b on b.organization_id = ${organization} and b.pk = r.bulk_rental_pk
      left join cars c on c.organization_id = ${organization} and c.pk = coalesce(r.car_pk, v.car_pk)
      cross join lateral (select r.pk is not null and ${isContactShown(sql)} as shown) k
      where s.organization_id = ${organization} and s.pk = ${spotPk}`,
  );
  return must(row, 'property of a story');
}

export interface AuditRow {
  pk: number;
  happened_at: Instant;
  person: string;
  superuser: boolean;
  act: AuditAct;
  subject: 'rental' | 'violation';
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /** Of all audit entries of the story. */
  total: number;
}

/** The newest changes that people made to the rental or a violation of a story. */
export const listAuditEntries = (scope: OrganizationScope, subject: Subject): Promise<AuditRow[]> =>
  scope.read<AuditRow[]>(
    (sql) => sql`
      select a.pk, a.happened_at, concat_ws(' ', p.first_name, p.last_name) as person, p.superuser, a.act,
        a.subject_type as subject, a.before, a.after, count(*) over () as total
      from (
        select * from audit_entries
        where organization_id = ${scope.organizationId} and subject_type = 'rental'
          and subject_pk = ${subject.rentalPk}
        union all
        select e.* from (${selectViolationPks(sql, scope.organizationId, subject)}) k
        join audit_entries e on e.organization_id = ${scope.organizationId}
          and e.subject_type = 'violation' and e.subject_pk = k.pk) a
      join people p on p.pk = a.person_pk
      order by a.happened_at desc, a.pk desc limit ${sql.literal(storyLimit)}`,
  );

export interface ValetRow {
  checked_in_at: Instant | null;
  requested_at: Instant | null;
  checked_out_at: Instant | null;
  checked_in_by: string | null;
  checked_out_by: string | null;
  rate: Rate | null;
}

/** The valet sessions of a rental, oldest first. */
export const listValetSessions = (
  scope: OrganizationScope,
  { rentalPk }: Subject,
): Promise<ValetRow[]> =>
  scope.read<ValetRow[]>(
    (sql) => sql`
      select s.checked_in_at, s.requested_at, s.checked_out_at, s.rate,
        (select concat_ws(' ', p.first_name, p.last_name) from people p where p.pk = s.checked_in_by)
          as checked_in_by,
        (select concat_ws(' ', p.first_name, p.last_name) from people p where p.pk = s.checked_out_by)
          as checked_out_by
      from valet_sessions s
      where s.organization_id = ${scope.organizationId} and s.rental_pk = ${rentalPk}
      order by s.created_at, s.pk limit ${sql.literal(storyLimit)}`,
  );

/** What was set at the property, and the events around that day. */
export async function readPricesAt(scope: SpotScope, at: Instant) {
  const day = toLocalDate(at, scope.timezone);
  const days = { first: addDays(day, -1), last: addDays(day, 1) };
  const [[set], events] = await Promise.all([
    scope.read((sql) => selectSetPrices(sql, scope, at)),
    scope.read<EventRow[]>(
      (sql) => sql`select ${eventColumns(sql)} from ${eventsWithin(sql, scope, days)}`,
    ),
  ]);
  return { set: must(set, 'prices of a story'), events };
}
