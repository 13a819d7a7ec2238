import { plateKey } from '@lotkeeper/contract/kernel/plates';
import type { FoundClass } from '@lotkeeper/contract/trust/privacy-classes';
import type { Fragment, Sql } from '../../../kernel/data/database.ts';
import { driverTexts } from './driver-texts.ts';
import type { Search } from './keep-reasons.ts';
import { explain } from './keep-reasons.ts';
import { toPattern } from './subject.rules.ts';

/** Rows of one class and table: `key` sorts them, `reason` is why a row stays, `content` its columns as JSON. */
export type SelectRows = (sql: Sql, search: Search) => Fragment;

const selectNothing = (sql: Sql) =>
  sql`select ''::text as key, ''::text as reason, '{}'::jsonb as content where false`;

/** A number as text that sorts like the number. */
const toSortable = (sql: Sql, column: string) => sql`lpad(${sql.unsafe(column)}::text, 20, '0')`;

/** Columns that are useless outside of the database. */
const internal = '{organization_id,plate_fold,search_text,key_hash}';

const toContent = (sql: Sql, row: string) =>
  sql`to_jsonb(${sql.unsafe(row)}) - ${internal}::text::text[]`;

/** Whether a row has the requested state, or none. */
const isInState = (sql: Sql, { subject }: Search, column: string) =>
  subject.state === null
    ? sql`true`
    : sql`coalesce(${sql.unsafe(column)}, '') in ('', ${subject.state})`;

const isPhone = (sql: Sql, { subject }: Search, column: string) => sql`
  right(regexp_replace(${sql.unsafe(column)}, '\\D', '', 'g'), 10) = ${subject.key}`;

/** Whether a text in a table names the driver, ignoring spaces and dashes. */
export const names = (sql: Sql, { subject }: Search, text: Fragment): Fragment => {
  const found = toPattern(subject);
  if (!found) return sql`false`;
  return found.isExactCase ? sql`${text} ~ ${found.pattern}` : sql`${text} ~* ${found.pattern}`;
};

/** Whether the text of message `m` has the plate. */
export const hasPlate = (sql: Sql, search: Search): Fragment =>
  names(sql, search, sql`encode(m.body, 'escape')`);

const selectCars = (sql: Sql, search: Search) => sql`
  select c.pk from cars c
  where c.organization_id = ${search.organizationId} and c.plate_key = ${search.subject.key}
    and ${isInState(sql, search, 'c.state')}`;

const isRental = (sql: Sql, search: Search): Fragment => {
  const { kind, key } = search.subject;
  if (kind === 'plate') return sql`r.car_pk in (${selectCars(sql, search)})`;
  return kind === 'email'
    ? sql`lower(r.renter_email) = ${key}`
    : isPhone(sql, search, 'r.renter_phone');
};

const isVisitor = (sql: Sql, search: Search): Fragment => {
  if (search.subject.kind === 'plate') return sql`g.car_pk in (${selectCars(sql, search)})`;
  return search.subject.kind === 'phone' ? isPhone(sql, search, 'g.phone') : sql`false`;
};

const isSession = (sql: Sql, search: Search): Fragment => {
  const { kind, key } = search.subject;
  if (kind === 'plate')
    return sql`regexp_replace(upper(s.plate), '[^[:alnum:]]', '', 'g') = ${key}
      and ${isInState(sql, search, 's.state')}`;
  return kind === 'phone' ? isPhone(sql, search, 's.phone') : sql`false`;
};

/** Whether appeal `a` of violation `n` is the driver's, and has anything of theirs left. */
const isAppeal = (sql: Sql, search: Search): Fragment => {
  const { kind, key } = search.subject;
  const isOwn = {
    plate: () => isOfPlate(sql, search, 'n'),
    email: () => sql`lower(a.email) = ${key}`,
    phone: () => isPhone(sql, search, 'a.phone'),
  }[kind]();
  return sql`a.text <> '' and ${isOwn}`;
};

/** Appeals with their violations, which decide why one stays. */
const appealTables = (sql: Sql, { organizationId }: Search): Fragment => sql`
  appeals a join violations n on n.organization_id = ${organizationId} and n.pk = a.violation_pk`;

/** Rentals of the car or by the renter; with the car. */
const rentals: SelectRows = (sql, search) => sql`
  select ${toSortable(sql, 'r.pk')} as key, ${explain.rental(sql, search)} as reason,
    ${toContent(sql, 'r')} || jsonb_build_object('car', (
      select ${toContent(sql, 'c')} from cars c
      where c.organization_id = ${search.organizationId} and c.pk = r.car_pk)) as content
  from live_rentals r where r.organization_id = ${search.organizationId} and ${isRental(sql, search)}`;

const bulkRentals: SelectRows = (sql, search) =>
  search.subject.kind === 'email'
    ? sql`
      select ${toSortable(sql, 'b.pk')} as key, (case
          when b.invoice_status in ('draft', 'open') then 'payment'
          when b.end_date is null or b.end_date > ${search.now} then 'current' end) as reason,
        ${toContent(sql, 'b')} as content
      from bulk_rentals b where b.organization_id = ${search.organizationId}
        and lower(b.owner_email) = ${search.subject.key}`
    : selectNothing(sql);

const isOfPlate = (sql: Sql, search: Search, row: string): Fragment => sql`
  ${sql.unsafe(row)}.spot_pk in (select pk from spots where organization_id = ${search.organizationId})
  and ${sql.unsafe(row)}.plate_key = ${search.subject.key}
  and ${isInState(sql, search, `${row}.state`)}`;

/** The rows of a table with the plate, as `row`, each with why it stays. */
const selectOfPlate =
  (table: 'visits' | 'violations', row: string, explainRow: typeof explain.visit): SelectRows =>
  (sql, search) =>
    search.subject.kind === 'plate'
      ? sql`
        select ${toSortable(sql, `${row}.pk`)} as key, ${explainRow(sql, search)} as reason,
          ${toContent(sql, row)} as content
        from ${sql.identifier(table)} ${sql.unsafe(row)}
        where ${sql.unsafe(row)}.organization_id = ${search.organizationId}
          and ${isOfPlate(sql, search, row)}`
      : selectNothing(sql);

const appeals: SelectRows = (sql, search) => sql`
  select ${toSortable(sql, 'a.pk')} as key, ${explain.violation(sql, search)} as reason,
    ${toContent(sql, 'a')} as content
  from ${appealTables(sql, search)}
  where a.organization_id = ${search.organizationId} and ${isAppeal(sql, search)}`;

const visits = selectOfPlate('visits', 'v', explain.visit);
const violations = selectOfPlate('violations', 'n', explain.violation);

/** The pks of the reads of a plate, and of all reads of its visits, by indexes. */
const selectReadPks = (sql: Sql, search: Search): Fragment => {
  const { organizationId, subject } = search;
  const isPlate = sql`p.plate_fold = lotkeeper.plate_fold(${subject.key}) and p.plate_key = ${subject.key}
    and ${isInState(sql, search, 'p.state')}`;
  return sql`
    select p.pk from spots s
    join plate_reads p on p.organization_id = ${organizationId} and p.spot_pk = s.pk
    where s.organization_id = ${organizationId} and ${isPlate}
    union
    select p.pk from plate_reads p
    where p.organization_id = ${organizationId} and p.spot_pk is null and ${isPlate}
    union
    select p.pk from visits v
    join plate_reads p on p.organization_id = ${organizationId} and p.visit_pk = v.pk
    where v.organization_id = ${organizationId} and ${isOfPlate(sql, search, 'v')}`;
};

const reads: SelectRows = (sql, search) =>
  search.subject.kind === 'plate'
    ? sql`
      select ${toSortable(sql, 'p.pk')} as key, ${explain.read(sql, search)} as reason,
        ${toContent(sql, 'p')} as content
      from plate_reads p where p.organization_id = ${search.organizationId}
        and p.pk in (${selectReadPks(sql, search)})`
    : selectNothing(sql);

/** The images of the found rows, as `uuid`, each with why it stays. */
const selectImageLinks = (sql: Sql, search: Search): Fragment => {
  const { organizationId, subject } = search;
  const photos = sql`
    select f.image as uuid, ${explain.session(sql, search)} as reason from valet_sessions s
    join valet_photos f on f.organization_id = ${organizationId} and f.session_pk = s.pk
    where s.organization_id = ${organizationId} and ${isSession(sql, search)}`;
  const appealImages = sql`
    select f.image as uuid, ${explain.violation(sql, search)} as reason from ${appealTables(sql, search)}
    join appeal_images f on f.organization_id = ${organizationId} and f.appeal_pk = a.pk
    where a.organization_id = ${organizationId} and ${isAppeal(sql, search)}`;
  if (subject.kind !== 'plate') return sql`${photos} union all ${appealImages}`;
  return sql`
    select unnest(array[v.entrance_image, v.exit_image, v.entrance_plate_image, v.exit_plate_image])
      as uuid, ${explain.visit(sql, search)} as reason
    from visits v where v.organization_id = ${organizationId} and ${isOfPlate(sql, search, 'v')}
    union all
    select unnest(array[p.image, p.plate_image]), ${explain.read(sql, search)} from plate_reads p
    where p.organization_id = ${organizationId} and p.pk in (${selectReadPks(sql, search)})
    union all
    select n.image, ${explain.violation(sql, search)} from violations n
    where n.organization_id = ${organizationId} and ${isOfPlate(sql, search, 'n')}
    union all
    ${photos}
    union all
    ${appealImages}`;
};

const images: SelectRows = (sql, search) => sql`
  select i.uuid::text as key, case when l.stays then 'story' end as reason,
    ${toContent(sql, 'i')} as content
  from (
    select uuid, bool_or(reason is not null) as stays from (${selectImageLinks(sql, search)}) l
    where uuid is not null group by uuid) l
  join images i on i.organization_id = ${search.organizationId} and i.uuid = l.uuid
  where i.kind <> 'deleted'`;

/**
 * Messages of found reads, and those with the plate in their text that produced no read. There are few of these; the
 * job scans the others too.
 */
const messages: SelectRows = (sql, search) => {
  const { organizationId, subject } = search;
  if (subject.kind !== 'plate') return selectNothing(sql);
  return sql`
    select ${toSortable(sql, 'm.pk')} as key, case when l.stays then 'story' end as reason,
      jsonb_build_object('pk', m.pk, 'received_at', m.received_at, 'content_type', m.content_type,
        'outcome', m.outcome, 'text', encode(m.body, 'escape')) as content
    from camera_messages m
    left join (
      select p.message_pk as pk, bool_or(${explain.read(sql, search)} is not null) as stays
      from plate_reads p where p.organization_id = ${organizationId} and p.message_pk is not null
        and p.pk in (${selectReadPks(sql, search)}) group by 1) l on l.pk = m.pk
    where m.organization_id = ${organizationId} and octet_length(m.body) > 0
      and (l.pk is not null or (m.outcome <> 'read' and ${hasPlate(sql, search)}))`;
};

const visitors: SelectRows = (sql, search) => sql`
  select ${toSortable(sql, 'g.pk')} as key, ${explain.visitor(sql, search)} as reason,
    ${toContent(sql, 'g')} || jsonb_build_object('validations', (
      select coalesce(jsonb_agg(${toContent(sql, 'x')}), '[]') from visitor_sessions x
      where x.organization_id = ${search.organizationId} and x.visitor_pk = g.pk)) as content
  from visitors g where g.organization_id = ${search.organizationId} and ${isVisitor(sql, search)}`;

const serviceCars: SelectRows = (sql, search) =>
  search.subject.kind === 'plate'
    ? sql`
      select ${toSortable(sql, 'l.pk')} as key, null::text as reason, ${toContent(sql, 'l')} as content
      from service_cars l where l.organization_id = ${search.organizationId}
        and l.car_pk in (${selectCars(sql, search)})`
    : selectNothing(sql);

/** Watched plates, and the alerts of their arrivals: those of a watch for another state aren’t about this car. */
const watchedPlates: SelectRows = (sql, search) => {
  const { organizationId, subject } = search;
  if (subject.kind !== 'plate') return selectNothing(sql);
  const isOfOtherWatch = sql`
    not exists (
      select from watched_plates w where w.organization_id = ${organizationId}
        and w.pk::text = split_part(t.subject, ' ', 2) and not ${isInState(sql, search, 'w.plate_state')})`;
  return sql`
    select 'watch ' || ${toSortable(sql, 'w.pk')} as key, null::text as reason, ${toContent(sql, 'w')} as content
    from watched_plates w where w.organization_id = ${organizationId} and w.plate_key = ${subject.key}
      and ${isInState(sql, search, 'w.plate_state')}
    union all
    select 'alert ' || ${toSortable(sql, 't.pk')}, null, ${toContent(sql, 't')}
    from alerts t where t.organization_id = ${organizationId} and t.kind = 'watched_plate'
      and regexp_replace(upper(t.facts ->> 'plate'), '[^[:alnum:]]', '', 'g') = ${subject.key}
      and ${subject.state === null ? sql`true` : isOfOtherWatch}`;
};

/** Whether a cell of an uploaded file is the plate, or has the email or phone. */
const hasCell = (sql: Sql, search: Search): Fragment =>
  search.subject.kind === 'plate'
    ? sql`regexp_replace(upper(cell), '[^[:alnum:]]', '', 'g') = ${search.subject.key}`
    : names(sql, search, sql`cell`);

const uploads: SelectRows = (sql, search) => {
  const { organizationId, subject } = search;
  const ofVisitor = sql`exists (
    select from visitors g where g.organization_id = ${organizationId} and g.pk = u.visitor_pk
      and ${isVisitor(sql, search)} and ${explain.visitor(sql, search)} is null)`;
  const isChange =
    subject.kind === 'phone'
      ? sql`(${isPhone(sql, search, 'u.phone')} or ${ofVisitor})`
      : ofVisitor;
  return sql`
    select ${toSortable(sql, 'u.import_pk')} || ${toSortable(sql, 'u.line')} as key, null::text as reason,
      ${toContent(sql, 'u')} as content
    from refused_visitor_rows u where u.organization_id = ${organizationId}
      and exists (select from unnest(u.cells) cell where ${hasCell(sql, search)})
    union all
    select 'history ' || ${toSortable(sql, 'u.import_pk')} || ${toSortable(sql, 'u.line')}, null,
      ${toContent(sql, 'u')}
    from refused_history_rows u where u.organization_id = ${organizationId}
      and exists (select from unnest(u.cells) cell where ${hasCell(sql, search)})
    union all
    select ${toSortable(sql, 'u.import_pk')} || ' ' || ${toSortable(sql, 'u.visitor_pk')}, null,
      ${toContent(sql, 'u')}
    from visitor_import_changes u where u.organization_id = ${organizationId} and ${isChange}`;
};

const sessions: SelectRows = (sql, search) => sql`
  select ${toSortable(sql, 's.pk')} as key, ${explain.session(sql, search)} as reason,
    ${toContent(sql, 's')} - '{card_ref,customer_ref}'::text[] as content
  from valet_sessions s where s.organization_id = ${search.organizationId}
    and ${isSession(sql, search)}`;

const orders: SelectRows = (sql, search) => sql`
  select ${toSortable(sql, 'o.pk')} as key, 'money' as reason,
    ${toContent(sql, 'o')} - '{card_ref,customer_ref}'::text[] as content
  from valet_sessions s
  join valet_orders o on o.organization_id = ${search.organizationId} and o.session_pk = s.pk
  where s.organization_id = ${search.organizationId} and ${isSession(sql, search)}`;

const violationOrders: SelectRows = (sql, search) => sql`
  select ${toSortable(sql, 'o.pk')} as key, 'money' as reason,
    ${toContent(sql, 'o')} - '{card_ref,customer_ref}'::text[] as content
  from violations n
  join violation_orders o on o.organization_id = ${search.organizationId} and o.violation_pk = n.pk
  where n.organization_id = ${search.organizationId}
    and ${search.subject.kind === 'plate' ? isOfPlate(sql, search, 'n') : sql`false`}`;

/** Ledger entries of the rentals and violations, each found by an index. */
const entries: SelectRows = (sql, search) => {
  const { organizationId } = search;
  const ofViolations =
    search.subject.kind === 'plate'
      ? sql`union
        select e.pk from violations n
        join ledger_entries e on e.organization_id = ${organizationId} and e.violation_pk = n.pk
        where n.organization_id = ${organizationId} and ${isOfPlate(sql, search, 'n')}`
      : sql``;
  return sql`
    select ${toSortable(sql, 'l.pk')} as key, 'money' as reason, ${toContent(sql, 'l')} as content
    from ledger_entries l where l.organization_id = ${organizationId} and l.pk in (
      select e.pk from live_rentals r
      join ledger_entries e on e.organization_id = ${organizationId} and e.rental_pk = r.pk
      where r.organization_id = ${organizationId} and ${isRental(sql, search)} ${ofViolations})`;
};

const promoUses: SelectRows = (sql, search) => sql`
  select ${toSortable(sql, 'o.pk')} as key, 'money' as reason, ${toContent(sql, 'o')} as content
  from promo_uses o where o.organization_id = ${search.organizationId} and o.rental_pk in (
    select r.pk from live_rentals r
    where r.organization_id = ${search.organizationId} and ${isRental(sql, search)})`;

const texts: SelectRows = (sql, search) => {
  const selects = driverTexts.map(
    ({ table, columns }) => sql`
      select ${sql.unsafe(`'${table} '`)} || ${toSortable(sql, 't.pk')} as key, null::text as reason,
        ${toContent(sql, 't')} as content
      from ${sql.identifier(table)} t where t.organization_id = ${search.organizationId}
        and ${names(sql, search, sql.unsafe(`concat_ws(' ', ${columns.map((name) => `t.${name}`).join(', ')})`))}`,
  );
  return selects.reduce((all, next) => sql`${all} union all ${next}`);
};

const selectHolds: SelectRows = (sql, search) => sql`
  select ${toSortable(sql, 'h.pk')} as key, case when h.released_at is null then 'hold' end as reason,
    ${toContent(sql, 'h')} as content
  from holds h where h.organization_id = ${search.organizationId}
    and ${names(sql, search, sql`h.reason`)}`;

/** Who searched for exactly this plate, email, or phone. */
const plateSearches: SelectRows = (sql, search) => {
  const { kind, key } = search.subject;
  const isSame =
    kind === 'phone' ? sql`right(q.term_key, 10) = ${key}` : sql`q.term_key = ${plateKey(key)}`;
  return sql`
    select ${toSortable(sql, 'q.pk')} as key, 'access' as reason, ${toContent(sql, 'q')} as content
    from plate_searches q where q.organization_id = ${search.organizationId} and ${isSame}`;
};

const auditEntries: SelectRows = (sql, search) => sql`
  select ${toSortable(sql, 'a.pk')} as key, 'audit' as reason, ${toContent(sql, 'a')} as content
  from audit_entries a where a.organization_id = ${search.organizationId}
    and ${names(sql, search, sql`concat_ws(' ', a.subject_name, a.before::text, a.after::text)`)}`;

/** How the rows about a driver are found, by class. */
export const driverRows: Record<FoundClass, SelectRows> = {
  rentals,
  bulk_rentals: bulkRentals,
  ledger_entries: entries,
  promo_uses: promoUses,
  visits,
  plate_reads: reads,
  images,
  camera_messages: messages,
  visitors,
  service_cars: serviceCars,
  watched_plates: watchedPlates,
  uploads,
  violations,
  violation_payments: violationOrders,
  appeals,
  valet_sessions: sessions,
  valet_payments: orders,
  texts,
  holds: selectHolds,
  plate_searches: plateSearches,
  audit_entries: auditEntries,
};
