import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { PropertyCode } from '@lotkeeper/contract/operations/validation-bills';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import type { Fragment, Sql } from '../../../kernel/data/database.ts';
import type { Usage } from './bill.rules.ts';

/** Whose each code is in a month: its newest row up to then, as `c`. */
const selectOwners = (sql: Sql, { organizationId, spotPk }: SpotScope, month: LocalDate) => sql`
  select distinct on (c.code_pk) c.code_pk, c.sponsor_pk from validation_code_sponsors c
  where c.organization_id = ${organizationId} and c.spot_pk = ${spotPk} and c.from_month <= ${month}
  order by c.code_pk, c.from_month desc`;

/** The sponsors of a month with their terms. */
const selectSponsors = (sql: Sql, { organizationId, spotPk }: SpotScope, month: LocalDate) => sql`
  select s.pk, s.name, s.kind, s.version, t.from_month as terms_from, t.allowance_visits,
    t.allowance_cents as allowance_value, t.price_cents as price
  from validation_sponsors s
  cross join lateral (
    select * from validation_terms t
    where t.organization_id = ${organizationId} and t.sponsor_pk = s.pk and t.from_month <= ${month}
    order by t.from_month desc limit 1) t
  where s.organization_id = ${organizationId} and s.spot_pk = ${spotPk}
    and (s.ended_from is null or s.ended_from > ${month})`;

/** The validated visits of a month, also those that were deleted since, each with the sponsor of its code. */
const selectVisits = (sql: Sql, scope: SpotScope, month: LocalDate) => {
  const { organizationId, spotPk } = scope;
  const last = addDays(addMonths(month, 1), -1);
  return sql`
    select v.pk, v.local_date, v.seen_at, v.code_pk, coalesce(v.value, 0) as value, o.sponsor_pk
    from (
      select pk, local_date, coalesce(entrance_at, exit_at) as seen_at, validation_code_pk as code_pk,
        validation_value as value
      from visits
      where organization_id = ${organizationId} and spot_pk = ${spotPk} and outcome = 'validated'
        and local_date between ${month} and ${last}
      union all
      select visit_pk, local_date, seen_at, code_pk, value from forgotten_validations
      where organization_id = ${organizationId} and spot_pk = ${spotPk}
        and local_date between ${month} and ${last}) v
    left join owners o on o.code_pk = v.code_pk`;
};

/** Visits in the order that they use their sponsor's allowance. */
const selectOrdered = (sql: Sql, visits: Fragment) => sql`
  select v.*, s.allowance_visits, s.allowance_value,
    row_number() over (partition by v.sponsor_pk order by v.local_date, v.seen_at, v.pk) as number,
    (sum(v.value) over (partition by v.sponsor_pk order by v.local_date, v.seen_at, v.pk))::bigint as running
  from (${visits}) v left join sponsors s on s.pk = v.sponsor_pk`;

/** A sponsor with the terms of a month. */
export interface SponsorRow {
  pk: number;
  name: string;
  kind: 'tenant' | 'merchant';
  version: number;
  terms_from: LocalDate;
  allowance_visits: number | null;
  allowance_value: Cents | null;
  price: Cents | null;
}

/** What a code was used for in a month. */
export interface CodeUsage extends Usage {
  sponsor_pk: number | null;
  /** null = not known. */
  code_pk: number | null;
  /** The day when the sponsor's allowance was used up by a visit of this code. */
  used_up: LocalDate | null;
}

export interface MonthRows {
  sponsors: SponsorRow[];
  usage: CodeUsage[];
  codes: PropertyCode[];
}

/** Everything that the bills of a month are computed from, in one statement. */
export async function readMonth(scope: SpotScope, month: LocalDate): Promise<MonthRows> {
  const { organizationId, spotPk } = scope;
  const [row] = await scope.read<MonthRows[]>(
    (sql) => sql`
      with owners as materialized (${selectOwners(sql, scope, month)}),
      sponsors as materialized (${selectSponsors(sql, scope, month)}),
      ordered as (${selectOrdered(sql, selectVisits(sql, scope, month))}),
      measured as (
        select *, case when allowance_visits is not null then number > allowance_visits
          else allowance_value is null or running - value >= allowance_value end as is_beyond,
          coalesce(running > allowance_value and running - value < allowance_value, false) as is_crossing,
          coalesce(case when allowance_visits is not null then number >= allowance_visits
            else running >= allowance_value end, false) as is_used_up
        from ordered),
      usage as materialized (
        select sponsor_pk, code_pk, count(*) as visits, sum(value)::bigint as value,
          count(*) filter (where is_beyond) as beyond_visits,
          coalesce(sum(value) filter (where is_beyond), 0)::bigint as beyond_value,
          (array_agg(json_build_object('value', value, 'beyond', running - allowance_value))
            filter (where is_crossing))[1] as crossing,
          min(local_date) filter (where is_used_up) as used_up
        from measured group by 1, 2)
      select
        (select coalesce(json_agg(s order by upper(s.name), s.pk), '[]') from sponsors s) as sponsors,
        (select coalesce(json_agg(u order by u.visits desc, u.code_pk), '[]') from usage u) as usage,
        (select coalesce(json_agg(json_build_object('pk', c.pk, 'code', c.code, 'name', c.name,
            'is_deleted', c.deleted_at is not null, 'sponsor', o.sponsor_pk) order by upper(c.code), c.pk), '[]')
          from visitor_codes c left join owners o on o.code_pk = c.pk
          where c.organization_id = ${organizationId} and c.spot_pk = ${spotPk}
            and (c.deleted_at is null or o.sponsor_pk is not null
              or c.pk in (select code_pk from usage where code_pk is not null))) as codes`,
  );
  return row ?? { sponsors: [], usage: [], codes: [] };
}

/** Whose visits to list: a sponsor's, a code's that has none, or those whose code isn't known. */
export interface VisitsOf {
  sponsor?: number | undefined;
  code?: number | undefined;
}

export interface VisitRow {
  pk: number;
  number: number;
  local_date: LocalDate;
  code: string | null;
  value: Cents;
  running: number;
  plate: string | null;
  state: string | null;
  entrance_at: Instant | null;
  exit_at: Instant | null;
}

/** Validated visits of a month in the order that they use the allowance, after the one of a number. */
export const listVisits = (
  scope: SpotScope,
  month: LocalDate,
  { sponsor, code }: VisitsOf,
  { after, limit }: { after: number; limit: number },
) =>
  scope.read<VisitRow[]>((sql) => {
    const { organizationId } = scope;
    const isOf =
      sponsor === undefined
        ? sql`sponsor_pk is null and code_pk is not distinct from ${code ?? null}::bigint`
        : sql`sponsor_pk = ${sponsor}`;
    return sql`
      with owners as materialized (${selectOwners(sql, scope, month)}),
      ordered as (
        select *, row_number() over (order by local_date, seen_at, pk) as number,
          (sum(value) over (order by local_date, seen_at, pk))::bigint as running
        from (${selectVisits(sql, scope, month)}) v where ${isOf})
      select o.pk, o.number, o.local_date, c.code, o.value, o.running, v.plate, v.state, v.entrance_at, v.exit_at
      from (select * from ordered where number > ${after} order by number limit ${sql.literal(limit)}) o
      left join visits v on v.organization_id = ${organizationId} and v.pk = o.pk
      left join visitor_codes c on c.organization_id = ${organizationId} and c.pk = o.code_pk
      order by o.number`;
  });

/** A sponsor with its terms of a month. */
export const readSponsor = (scope: SpotScope, pk: number, month: LocalDate) =>
  scope.read<SponsorRow[]>(
    (sql) => sql`select * from (${selectSponsors(sql, scope, month)}) s where s.pk = ${pk}`,
  );

/** The names on a bill. */
export const readNames = (scope: SpotScope) =>
  scope.read<{ organization: string; property: string }[]>(
    (sql) => sql`
      select o.name as organization, s.name as property
      from spots s join organizations o on o.pk = s.organization_id
      where s.organization_id = ${scope.organizationId} and s.pk = ${scope.spotPk}`,
  );
