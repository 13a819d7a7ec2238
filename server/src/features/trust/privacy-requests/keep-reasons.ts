import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { Fragment, Sql } from '../../../kernel/data/database.ts';
import {
  explainKeptRental,
  explainKeptViolation,
  explainKeptVisit,
} from '../../../records/trust/kept-evidence.ts';
import type { Subject } from './subject.rules.ts';

/** The subject to look for, and where. */
export interface Search {
  organizationId: number;
  subject: Subject;
  now: Instant;
}

/** A stay without an exit counts as over after this time. */
const longestStayMs = 30 * dayMs;

/** Why rental `r` stays; null when it needn't. */
const explainRental = (sql: Sql, search: Search): Fragment => {
  const { organizationId, now } = search;
  return sql`coalesce(${explainKeptRental(sql, search)}, case
  when exists (
    select from refund_orders o where o.organization_id = ${organizationId} and o.rental_pk = r.pk
      and o.state = 'sending')
    or exists (
      select from valet_sessions s
      join valet_orders o on o.organization_id = ${organizationId} and o.session_pk = s.pk
      where s.organization_id = ${organizationId} and s.rental_pk = r.pk and o.state = 'sending')
    then 'payment'
  when r.end_date is null or r.end_date > ${now} then 'current' end)`;
};

/** Why visit `v` stays, with its reads, images, and messages. */
const explainVisit = (sql: Sql, search: Search): Fragment => {
  const { organizationId, now } = search;
  return sql`coalesce(${explainKeptVisit(sql, search)}, case
    when v.exit_at is null and not v.exit_missed
      and v.entrance_at > ${instant(now - longestStayMs)} then 'current'
    when exists (
      select from live_rentals r where r.organization_id = ${organizationId} and r.pk = v.rental_pk
        and ${explainRental(sql, search)} is not null) then 'story' end)`;
};

/** Why violation `n` stays. */
const explainViolation = (sql: Sql, search: Search): Fragment => sql`
  coalesce(${explainKeptViolation(sql, search)}, case
    when exists (
      select from visits v where v.organization_id = ${search.organizationId} and v.pk = n.visit_pk
        and ${explainVisit(sql, search)} is not null) then 'story' end)`;

/** Why read `p` stays: its visit does, or no visit takes it into account yet. */
const explainRead = (sql: Sql, search: Search): Fragment => sql`(case
  when p.spot_pk is not null and not p.paired then 'current'
  else (
    select ${explainVisit(sql, search)} from visits v
    where v.organization_id = ${search.organizationId} and v.pk = p.visit_pk) end)`;

/** Why valet session `s` stays. */
const explainSession = (sql: Sql, search: Search): Fragment => sql`(case
  when s.status <> 'ended' then 'current'
  when exists (
    select from valet_orders o where o.organization_id = ${search.organizationId}
      and o.session_pk = s.pk and o.state = 'sending') then 'payment'
  when exists (
    select from live_rentals r where r.organization_id = ${search.organizationId} and r.pk = s.rental_pk
      and ${explainRental(sql, search)} is not null) then 'story' end)`;

/** Why visitor `g` stays: they may park, or are waiting for validation. */
const explainVisitor = (sql: Sql, { now }: Search): Fragment => sql`(case
  when g.deleted_at is null and (g.lasts_until > ${now} or g.asked_at is not null)
    then 'current' end)`;

/** Why a row stays, by its kind; null when it needn't. */
export const explain = {
  rental: explainRental,
  visit: explainVisit,
  violation: explainViolation,
  read: explainRead,
  session: explainSession,
  visitor: explainVisitor,
};
