import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type {
  CodeEvent,
  Validity,
  VisitorCode,
} from '@lotkeeper/contract/operations/visitor-codes';
import { codeMessages } from '@lotkeeper/contract/operations/visitor-codes';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import { newShortCode } from '../../../kernel/access/secrets.ts';
import type { Sql, Tx } from '../../../kernel/data/database.ts';
import { refuseDuplicate, wrongFields } from '../../../kernel/refusal.ts';
import { refreshEventVisitors } from '../../../records/operations/visitor-grants.ts';
import { openRecorder } from '../../../records/recorder.ts';
import { requireShown } from '../../../records/shown.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';

const columns = (sql: Sql) => sql`
  c.pk, c.code, c.name, c.always_valid, c.days_valid, c.hours_valid, c.expiration_date, c.custom,
  c.spot_pk as spot, coalesce(e.pks, '{}') as events, coalesce(e.names, '{}') as event_names`;

/** The property's active codes, with their events by name. */
const codes = (sql: Sql, { organizationId, spotPk }: SpotScope) => sql`
  visitor_codes c left join lateral (
    select array_agg(e.pk order by e.name, e.pk) as pks, array_agg(e.name order by e.name, e.pk) as names
    from visitor_code_events ce
    join events e on e.organization_id = ce.organization_id and e.pk = ce.event_pk
    where ce.organization_id = ${organizationId} and ce.code_pk = c.pk) e on true
  where c.organization_id = ${organizationId} and c.spot_pk = ${spotPk} and c.deleted_at is null`;

/** The property's validation codes, by code. */
export const listVisitorCodeRows = (scope: SpotScope) =>
  scope.read<VisitorCode[]>(
    (sql) => sql`select ${columns(sql)} from ${codes(sql, scope)} order by upper(c.code), c.pk`,
  );

/** Events that codes can be for: recurring ones, and those that aren't over on `today`; the next first. */
export const listCodeEventRows = (scope: SpotScope, today: LocalDate) =>
  scope.read<CodeEvent[]>(
    (sql) => sql`
      select pk, name, interval, date from events
      where organization_id = ${scope.organizationId} and spot_pk = ${scope.spotPk}
        and (interval <> 'one_time' or date >= ${today})
      order by interval <> 'one_time', date, name, pk limit 500`,
  );

/** What a person sets for a code. */
export interface CodeChange {
  code?: string | undefined;
  name?: string | undefined;
  /** Absent leaves the validity as it is. */
  validity?: Validity | undefined;
  /** What the form showed. */
  shown?: Readonly<Record<string, unknown>> | undefined;
}

/** An existing code of the property is reported at its field. */
const refuseTaken = <T>(written: Promise<T>) =>
  refuseDuplicate(written, wrongFields({ code: codeMessages.taken }));

/** Events of other properties are treated like nonexistent ones. */
async function checkEvents(tx: Tx, scope: SpotScope, events: readonly number[]): Promise<void> {
  const eventPks = new Set(events);
  const known = await tx`
    select pk from events where organization_id = ${scope.organizationId}
      and spot_pk = ${scope.spotPk} and pk = any (${[...eventPks]}::bigint[])`;
  if (known.length === eventPks.size) return;
  throw wrongFields({ events: codeMessages.missing.events });
}

async function setEvents(tx: Tx, scope: SpotScope, pk: number, events: readonly number[]) {
  const { organizationId } = scope;
  await checkEvents(tx, scope, events);
  await tx`delete from visitor_code_events where organization_id = ${organizationId} and code_pk = ${pk}`;
  await tx`
    insert into visitor_code_events (organization_id, code_pk, event_pk)
    select ${organizationId}, ${pk}, event from unnest(${[...new Set(events)]}::bigint[]) event
    on conflict do nothing`;
}

async function readCode(tx: Tx, scope: SpotScope, pk: number): Promise<VisitorCode | null> {
  const [row] = await tx<VisitorCode[]>`
    select ${columns(tx)} from ${codes(tx, scope)} and c.pk = ${pk}`;
  return row ?? null;
}

/** The parts of a code for the audit log. */
const toAuditFields = ({ code, name, event_names, ...validity }: VisitorCode) => ({
  code,
  name,
  event_names,
  always_valid: validity.always_valid,
  days_valid: validity.days_valid,
  hours_valid: validity.hours_valid,
  expiration_date: validity.expiration_date,
});

const subject = 'validation code';

/** Inserts a new code. */
export function insertVisitorCode(
  scope: SpotScope,
  input: { code: string; name: string; custom: boolean; validity: Validity },
  now: Instant,
): Promise<VisitorCode> {
  const { validity, ...identity } = input;
  const { events, ...fields } = validity;
  const keys = { organization_id: scope.organizationId, spot_pk: scope.spotPk };
  const written = scope.write(async (tx) => {
    const [{ pk }] = await tx<[{ pk: number }]>`
      insert into visitor_codes ${tx.values({ ...keys, ...identity, ...fields, created_at: now })}
      returning pk`;
    await setEvents(tx, scope, pk, events);
    const code = (await readCode(tx, scope, pk)) as VisitorCode;
    const after = toAuditFields(code);
    await recordAuditEntry(tx, scope, now, { act: 'create', subject, pk, after });
    return code;
  });
  return refuseTaken(written);
}

/** Locks an active code; null when it doesn't exist. */
async function lockCode(tx: Tx, scope: SpotScope, pk: number): Promise<VisitorCode | null> {
  await tx`
    select pk from visitor_codes
    where organization_id = ${scope.organizationId} and pk = ${pk} for update`;
  return readCode(tx, scope, pk);
}

/** Changes a code; null when it doesn't exist. A code that a person typed is no longer a generated one. */
export function changeVisitorCode(
  scope: SpotScope,
  pk: number,
  change: CodeChange,
  now: Instant,
): Promise<VisitorCode | null> {
  const { code, name, validity } = change;
  const { events, ...fields } = validity ?? {};
  const written = scope.write(async (tx) => {
    const before = await lockCode(tx, scope, pk);
    if (!before) return null;
    await requireShown(tx, scope, change.shown, before, {
      subject,
      pk,
      // Numbers say nothing; the audit log has the names.
      describe: (values) => ({ ...values, events: undefined }),
    });
    const cells = {
      code: code ?? before.code,
      name: name ?? before.name,
      custom: before.custom || (code !== undefined && code !== before.code),
      ...fields,
    };
    await tx`
      update visitor_codes set ${tx.assignments(cells)}
      where organization_id = ${scope.organizationId} and pk = ${pk}`;
    if (events) {
      await setEvents(tx, scope, pk, events);
      await refreshEventVisitors(await openRecorder(tx, scope.organizationId), scope.spotPk, now);
    }
    const after = (await readCode(tx, scope, pk)) as VisitorCode;
    const states = { before: toAuditFields(before), after: toAuditFields(after) };
    await recordAuditEntry(tx, scope, now, { act: 'change', subject, pk, ...states });
    return after;
  });
  return refuseTaken(written);
}

/** Deletes a code; deleting it twice changes nothing. What it granted stays. */
export function deleteVisitorCode(scope: SpotScope, pk: number, now: Instant): Promise<void> {
  return scope.write(async (tx) => {
    const before = await lockCode(tx, scope, pk);
    if (!before) return;
    await tx`
      update visitor_codes set deleted_at = ${now}
      where organization_id = ${scope.organizationId} and pk = ${pk}`;
    const entry = { act: 'remove', subject, pk, before: toAuditFields(before) } as const;
    await recordAuditEntry(tx, scope, now, entry);
  });
}

/** Generates the given number of codes, all new at the property. */
function drawCodes(existingCodes: ReadonlySet<string>, count: number): string[] {
  const drawn = new Set<string>();
  while (drawn.size < count) {
    const code = newShortCode();
    if (!existingCodes.has(code)) drawn.add(code);
  }
  return [...drawn];
}

/** Gives each temporary code of the property a new random code. */
export function redrawTemporaryCodes(scope: SpotScope, now: Instant): Promise<VisitorCode[]> {
  const { organizationId, spotPk } = scope;
  const written = scope.write(async (tx) => {
    const all = await tx<{ pk: number; code: string; temporary: boolean }[]>`
      select c.pk, c.code, (c.days_valid > 0 or c.hours_valid > 0) is true as temporary
      from visitor_codes c
      where c.organization_id = ${organizationId} and c.spot_pk = ${spotPk} and c.deleted_at is null
      order by c.pk for update`;
    const temporary = all.filter((code) => code.temporary);
    const drawn = drawCodes(new Set(all.map(({ code }) => code.toUpperCase())), temporary.length);
    for (const [index, { pk, code: before }] of temporary.entries()) {
      const code = drawn[index] as string;
      await tx`
        update visitor_codes set code = ${code}, custom = false
        where organization_id = ${organizationId} and pk = ${pk}`;
      const states = { before: { code: before }, after: { code } };
      await recordAuditEntry(tx, scope, now, { act: 'change', subject, pk, ...states });
    }
    return tx<VisitorCode[]>`
      select ${columns(tx)} from ${codes(tx, scope)} order by upper(c.code), c.pk`;
  });
  return refuseTaken(written);
}
