import { createHash } from 'node:crypto';
import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import {
  addMonths,
  fromIso,
  instant,
  toIso,
  toLocalDate,
} from '@lotkeeper/contract/kernel/calendar';
import type { BodyOf } from '@lotkeeper/contract/kernel/endpoint';
import { cents } from '@lotkeeper/contract/kernel/money';
import type {
  CloseAdjustment,
  CloseContent,
  CloseLink,
  CloseSettings,
  LinkSums,
  MonthClose,
  setCloseSettings,
  signCloseLinks,
} from '@lotkeeper/contract/money/close';
import { closeLinks, closeMessages, maxCloseMonths } from '@lotkeeper/contract/money/close';
import { writeCanonicalJson } from '@lotkeeper/evidence/canonical-json';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { SqlPool, Tx } from '../../../kernel/data/database.ts';
import { must } from '../../../kernel/must.ts';
import { Refusal, requireFound } from '../../../kernel/refusal.ts';
import { requireShown } from '../../../records/shown.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';
import { readBarrierOf } from '../../../records/trust/seal-barrier.ts';
import { readSiteErrors } from '../remittances/public.ts';
import { readWrongTaxes } from '../taxes/public.ts';
import { requireUnaltered } from './altered-entries.ts';
import type { SpotMonth } from './close.rules.ts';
import { buildLinks, sumNet } from './close.rules.ts';
import type { Closing, EntrySums, SignatureRow } from './closings.queries.ts';
import {
  listClosings,
  listSignatures,
  lockClosings,
  readContent,
  readEntrySums,
  readSettings,
  saveSettings,
  saveSignatures,
} from './closings.queries.ts';
import { listDoubles } from './doubles.queries.ts';
import type { NamedLinks } from './late-changes.rules.ts';
import { listLateChanges } from './late-changes.rules.ts';
import { listLateRows, listNewerIncluded, sumLateEntries } from './late-entries.queries.ts';
import type { Reader } from './month-sums.queries.ts';
import { readPaidMonth, readSpotMonths } from './month-sums.queries.ts';
import { countStays, listSeenSpots } from './stays.queries.ts';

const conflict = (message: string) => new Refusal('conflict', message);

const isClosed = ({ reopened_at }: Closing) => reopened_at === null;

/** Everything that a month's links are computed from, at one time. */
async function readMonth(reader: Reader, month: LocalDate, now: Instant) {
  const [rows, organization, settings, wrongTaxes, siteErrors] = await Promise.all([
    readSpotMonths(reader, month),
    readPaidMonth(reader, month, now),
    readSettings(reader),
    readWrongTaxes(reader, month),
    readSiteErrors(reader, month, now),
  ]);
  const taxesBySpot = Map.groupBy(wrongTaxes, ({ spot_pk }) => spot_pk);
  const bySpot = Map.groupBy(siteErrors, ({ spot_pk }) => spot_pk);
  const spots = rows.map((row) => ({
    ...row,
    wrong_taxes: taxesBySpot.get(row.pk) ?? [],
    site_errors: bySpot.get(row.pk) ?? [],
  }));
  const siteErrorsElsewhere = bySpot.get(null) ?? [];
  return { spots, organization: { ...organization, siteErrorsElsewhere }, settings };
}

type Month = Awaited<ReturnType<typeof readMonth>>;

const linkSpot = (spot: SpotMonth, settings: CloseSettings) => buildLinks([spot], null, settings);

const isOver = (spots: readonly { timezone: TimeZone }[], month: LocalDate, now: Instant) =>
  [...spots.map(({ timezone }) => timezone), 'UTC' as TimeZone].every(
    (zone) => toLocalDate(now, zone) >= addMonths(month, 1),
  );

const subtract = (all: EntrySums, part: EntrySums): EntrySums => ({
  entries: all.entries - part.entries,
  gross: cents(all.gross - part.gross),
  refunds: cents(all.refunds - part.refunds),
  net: cents(all.net - part.net),
});

const isZero = ({ entries, gross, refunds, net }: EntrySums) =>
  [entries, gross, refunds, net].every((value) => value === 0);
const noEntries: EntrySums = { entries: 0, gross: cents(0), refunds: cents(0), net: cents(0) };

/** What arrived for each closed month since it was closed. */
async function readLate(reader: Reader, closings: readonly Closing[]): Promise<CloseAdjustment[]> {
  const closed = closings.filter(isClosed);
  const [newest, oldest] = [closed[0], closed.at(-1)];
  if (!newest || !oldest) return [];
  const now = await readEntrySums(reader, { from: oldest.month, to: newest.month });
  const byMonth = new Map(now.map(({ month, ...sums }) => [month, sums]));
  return closed
    .map(({ month, sums }) => ({
      month,
      ...subtract(byMonth.get(month) ?? noEntries, sums),
    }))
    .filter((sums) => !isZero(sums));
}

/**
 * What arrived for closed months and counts in the first month that is open: all that is late, less what later closed
 * months had of it.
 */
function findAdjustments(late: readonly CloseAdjustment[], closings: readonly Closing[]) {
  const counted = closings.filter(isClosed).flatMap(({ adjustments }) => adjustments);
  return late
    .map(({ month, ...sums }) => ({
      month,
      ...counted.filter((earlier) => earlier.month === month).reduce<EntrySums>(subtract, sums),
    }))
    .filter((sums) => !isZero(sums));
}

/** Whether a month is the one where late entries of closed months count: the first after the closed ones. */
const isNext = (closings: readonly Closing[], month: LocalDate) => {
  const newest = closings.find(isClosed);
  return newest !== undefined && month === addMonths(newest.month, 1);
};

const isSame = (signature: SignatureRow, link: LinkSums) =>
  signature.first_sum === link.first.value &&
  signature.second_sum === link.second.value &&
  signature.unexplained === link.unexplained;

function withSignatures(links: readonly LinkSums[], rows: readonly SignatureRow[]): CloseLink[] {
  const byLink = new Map(rows.map((row) => [row.link, row]));
  return links.map((link) => {
    const row = byLink.get(link.link);
    if (!row) return { ...link, signature: null };
    const { signed_by, signed_at, reason } = row;
    return {
      ...link,
      signature: { signed_by, signed_at, reason, is_current: isSame(row, link) },
    };
  });
}

const listEvents = (closings: readonly Closing[], month: LocalDate): MonthClose['events'] =>
  closings
    .filter((closing) => closing.month === month)
    .flatMap((closing) => [
      ...(closing.reopened_at === null
        ? []
        : [
            {
              act: 'reopened' as const,
              person: closing.reopened_by ?? '',
              at: closing.reopened_at,
              reason: closing.reopened_because,
            },
          ]),
      { act: 'closed' as const, person: closing.closed_by, at: closing.closed_at, reason: null },
    ]);

interface Asked {
  month: LocalDate;
  spot?: string | undefined;
  now: Instant;
}

const parseContent = (content: string) => JSON.parse(content) as CloseContent;

/** What arrived for closed months at one property, and counts in a month. */
async function readSpotAdjustments(
  reader: Reader,
  { month, spot }: { month: LocalDate; spot: number },
  closings: readonly Closing[],
  adjustments: readonly CloseAdjustment[],
): Promise<CloseAdjustment[]> {
  const closed = closings.filter(isClosed);
  const since = closed.find((item) => item.month === addMonths(month, -1));
  if (!since) return [];
  const months = adjustments.map((item) => item.month);
  const until = closed.find((item) => item.month === month);
  return sumLateEntries(reader, { spot, months }, { since, until });
}

/** What arrived for a closed month at one property since then. */
async function readSpotLate(reader: Reader, spot: number, closing: Closing) {
  const { month } = closing;
  const [sums] = await sumLateEntries(reader, { spot, months: [month] }, { since: closing });
  return sums ?? { month, ...noEntries };
}

/** What was frozen of a closed month, or of one property in it. */
async function readFrozen(reader: Reader, closing: Closing, spot: string | undefined) {
  const [row] = await readContent(reader, closing.pk);
  const content = parseContent(must(row, 'content of a closed month').content);
  const spots = content.spots.map(({ pk, name, net, links }) => ({
    pk,
    name,
    net: cents(net),
    states: links.map(({ state }) => state),
  }));
  if (spot === undefined) {
    const links = content.links.map(({ signature, ...link }) => ({
      ...link,
      signature: signature && {
        ...signature,
        signed_at: fromIso(signature.signed_at),
        is_current: true,
      },
    }));
    return { property: null, links, spots, names: spots, settings: content.settings };
  }
  const found = requireFound(
    content.spots.find(({ pk, uuid }) => String(pk) === spot || uuid === spot),
    'property',
  );
  return {
    property: { pk: found.pk, name: found.name },
    links: found.links.map((link) => ({ ...link, signature: null })),
    spots: [],
    names: spots,
    settings: content.settings,
  };
}

/** What an open month is, or one property in it. */
async function readOpen(reader: Reader, { month, spot, now }: Asked) {
  const [{ spots, organization, settings }, signatures] = await Promise.all([
    readMonth(reader, month, now),
    listSignatures(reader, month),
  ]);
  const is_over = isOver(spots, month, now);
  if (spot === undefined) {
    return {
      property: null,
      is_over,
      names: spots,
      settings,
      links: withSignatures(buildLinks(spots, organization, settings), signatures),
      spots: spots.map((item) => ({
        pk: item.pk,
        name: item.name,
        net: sumNet([item]),
        states: linkSpot(item, settings).map(({ state }) => state),
      })),
    };
  }
  const found = requireFound(
    spots.find(({ pk, uuid }) => String(pk) === spot || uuid === spot),
    'property',
  );
  return {
    property: { pk: found.pk, name: found.name },
    is_over,
    settings,
    links: linkSpot(found, settings).map((link) => ({ ...link, signature: null })),
    spots: [],
    names: spots,
  };
}

/** What arrived for closed months since they were closed: named there, and counted in the first open month. */
async function readArrived(
  reader: Reader,
  {
    month,
    closings,
    spot,
  }: { month: LocalDate; closings: readonly Closing[]; spot: number | undefined },
): Promise<Pick<MonthClose, 'adjustments' | 'late'>> {
  const closing = closings.find((item) => item.month === month && isClosed(item));
  const late = await readLate(reader, closings);
  const adjustments = closing
    ? closing.adjustments
    : isNext(closings, month)
      ? findAdjustments(late, closings)
      : [];
  if (spot === undefined) {
    const lateInMonth = late.find((item) => item.month === month) ?? { month, ...noEntries };
    return { adjustments, late: closing ? lateInMonth : null };
  }
  return {
    adjustments: await readSpotAdjustments(reader, { month, spot }, closings, adjustments),
    late: closing ? await readSpotLate(reader, spot, closing) : null,
  };
}

/** What changed since a month was closed, beside its ledger entries. */
async function readLateChanges(
  reader: Reader,
  question: Asked,
  frozen: NamedLinks,
): Promise<MonthClose['late_changes']> {
  return listLateChanges(frozen, await readOpen(reader, question));
}

/** A month as it is, or as it was closed. */
export async function readMonthClose(reader: Reader, question: Asked): Promise<MonthClose> {
  const { month } = question;
  const closings = await listClosings(reader);
  const closing = closings.find((item) => item.month === month && isClosed(item));
  const { names, ...state } = closing
    ? { ...(await readFrozen(reader, closing, question.spot)), is_over: true }
    : await readOpen(reader, question);
  const spot = state.property?.pk;
  const [arrived, late_changes, doubles] = await Promise.all([
    readArrived(reader, { month, closings, spot }),
    closing?.has_named_causes ? readLateChanges(reader, question, { ...state, names }) : [],
    listDoubles(reader, month, spot),
  ]);
  return {
    month,
    ...state,
    ...arrived,
    late_changes,
    doubles,
    closing: closing
      ? {
          closed_at: closing.closed_at,
          closed_by: closing.closed_by,
          content_hash: closing.content_hash,
        }
      : null,
    events: listEvents(closings, month),
    closed_months: closings
      .filter(isClosed)
      .map((item) => item.month)
      .slice(0, maxCloseMonths),
  };
}

const toReader = (tx: Tx, { organizationId }: OrganizationScope): Reader => ({
  organizationId,
  read: (query) => query(tx),
});

const requireOpen = (closings: readonly Closing[], month: LocalDate) => {
  if (closings.some((item) => item.month === month && isClosed(item)))
    throw conflict(closeMessages.closed);
};

/** Signs links of an open month, if their sums are those that the person saw. */
export const signLinks = (
  scope: OrganizationScope,
  { month, links, reason }: BodyOf<typeof signCloseLinks>,
  now: Instant,
): Promise<{ signed: number }> =>
  scope.write(async (tx) => {
    await lockClosings(tx, scope.organizationId);
    const reader = toReader(tx, scope);
    requireOpen(await listClosings(reader), month);
    const { spots, organization, settings } = await readMonth(reader, month, now);
    const current = new Map(
      buildLinks(spots, organization, settings).map((link) => [link.link, link]),
    );
    const chosen = links.map(({ link, ...seen }) => {
      const sums = must(current.get(link), 'link');
      if (sums.state === 'not_applicable') throw conflict(closeMessages.notApplicable);
      const isSeen =
        seen.first === sums.first.value &&
        seen.second === sums.second.value &&
        seen.unexplained === sums.unexplained;
      if (!isSeen) throw conflict(closeMessages.changed);
      return sums;
    });
    await saveSignatures(tx, scope, chosen, { month, reason, now });
    await recordAuditEntry(tx, scope, now, {
      act: 'sign',
      subject: 'month',
      name: month.slice(0, 7),
      after: { links: chosen.map(({ link }) => link).join(', '), reason },
    });
    return { signed: chosen.length };
  });

/** Counts stays again, so that what is frozen is as of now. */
const recount = (scope: OrganizationScope, month: LocalDate, now: Instant) =>
  scope.write(async (tx) => {
    const { organizationId } = scope;
    const spots = await listSeenSpots(tx, organizationId, month);
    const pks = spots.map(({ pk }) => pk);
    await countStays(tx, pks, { organizationId, month, now });
  });

/** Refuses to close a month with a link that isn't signed as it is; `explain` says why signed ones changed. */
function requireSigned(links: readonly CloseLink[], explain: (labels: string) => string): void {
  const applicable = links.filter(({ state }) => state !== 'not_applicable');
  if (applicable.some(({ signature }) => signature === null))
    throw conflict(closeMessages.unsigned);
  const stale = applicable.filter(({ signature }) => !signature?.is_current);
  if (stale.length === 0) return;
  throw conflict(explain(stale.map(({ link }) => closeLinks[link].label).join('; ')));
}

/** What a packet of the month has. */
function buildContent(
  { spots, settings }: Month,
  links: readonly CloseLink[],
  header: Pick<
    CloseContent,
    'organization' | 'month' | 'closed_at' | 'closed_by' | 'newest_entry' | 'adjustments'
  >,
): CloseContent {
  const add = (read: (source: SpotMonth['sources'][number]) => number) =>
    spots.flatMap(({ sources }) => sources).reduce((total, source) => total + read(source), 0);
  return {
    format: 'lotkeeper close 1',
    ...header,
    settings,
    links: links.map(({ signature, ...link }) => ({
      ...link,
      signature: signature && {
        signed_by: signature.signed_by,
        signed_at: toIso(instant(signature.signed_at)),
        reason: signature.reason,
      },
    })),
    spots: spots.map((spot) => ({
      pk: spot.pk,
      uuid: spot.uuid,
      name: spot.name,
      net: sumNet([spot]),
      links: linkSpot(spot, settings),
    })),
    statement: {
      gross: add(({ gross }) => gross),
      refunds: add(({ refunds }) => refunds),
      tax: add(({ tax }) => tax),
      processing_fee: add(({ processing_fee }) => processing_fee),
      commission: add(({ commission }) => commission),
      net: sumNet(spots),
    },
  };
}

/** The first open month after the closed ones is the only one that can be closed next. */
function requireTurn(closings: readonly Closing[], month: LocalDate): void {
  requireOpen(closings, month);
  const newest = closings.find(isClosed);
  if (newest && month > addMonths(newest.month, 1)) throw conflict(closeMessages.earlier);
  if (newest && month < newest.month) throw conflict(closeMessages.later);
}

/** Who is closed, and the ledger entries that were committed at the time of the sums, up to one and later ones. */
async function readIdentity(tx: Tx, scope: OrganizationScope, settled: number) {
  const { organizationId } = scope;
  const [row] = await tx<{ uuid: string; name: string; newest_entry: number }[]>`
    select uuid, name, (select coalesce(max(pk), 0)::bigint from ledger_entries
      where organization_id = ${organizationId} and pk <= ${settled}) as newest_entry
    from organizations where pk = ${organizationId}`;
  const { newest_entry, ...organization } = must(row, 'organization');
  const newer = await listNewerIncluded(toReader(tx, scope), newest_entry);
  return { newest_entry, newer_entries: newer.map(({ pk }) => pk), organization };
}

/** The links of a month that can be closed now: its turn has come, it is over, and every link is signed. */
async function requireClosable(
  reader: Reader,
  { month, now }: { month: LocalDate; now: Instant },
  explain: (labels: string) => string,
) {
  const closings = await listClosings(reader);
  requireTurn(closings, month);
  const current = await readMonth(reader, month, now);
  const { spots, organization, settings } = current;
  if (!isOver(spots, month, now)) throw conflict(closeMessages.open);
  const signatures = await listSignatures(reader, month);
  const links = withSignatures(buildLinks(spots, organization, settings), signatures);
  requireSigned(links, explain);
  return { closings, current, links };
}

interface Freezing {
  month: LocalDate;
  now: Instant;
  /** Every ledger entry up to this one is committed, or will never be. */
  settled: number;
}

/** The frozen form of a month, its hash, and the sums that late entries are compared with. */
async function freeze(tx: Tx, scope: OrganizationScope, { month, now, settled }: Freezing) {
  const reader = toReader(tx, scope);
  const { closings, current, links } = await requireClosable(
    reader,
    { month, now },
    closeMessages.recounted,
  );
  const late = isNext(closings, month) ? await readLate(reader, closings) : [];
  const adjustments = findAdjustments(late, closings);
  const [{ month: _, ...sums } = { month, ...noEntries }] = await readEntrySums(reader, {
    from: month,
    to: month,
  });
  const { first_name, last_name } = scope.person;
  const { newer_entries, ...identity } = await readIdentity(tx, scope, settled);
  const closed_by = `${first_name} ${last_name}`;
  const header = { ...identity, month, closed_at: toIso(now), closed_by, adjustments };
  const content = writeCanonicalJson(buildContent(current, links, header));
  const content_hash = createHash('sha256').update(content).digest('hex');
  const { newest_entry } = identity;
  return { content, content_hash, newest_entry, newer_entries, sums, adjustments };
}

/** How often the ledger's writers are looked at, in milliseconds, and how many times before the closing is refused. */
const writerLooks = { everyMs: 50, times: 100 };

/**
 * Waits until every entry that has a number is committed or gone. A snapshot that is taken then has all entries up to
 * the one that is returned, so that those that the closing doesn't have can be listed by their numbers.
 */
async function settleLedger(sql: SqlPool): Promise<number> {
  const marks = await readBarrierOf(sql, ['ledger_entries'], writerLooks);
  if (!marks) throw conflict(closeMessages.recording);
  return marks.ledger_entries;
}

/** Closes a month that is over: freezes its sums and signatures, all as of one time. */
export async function closeOneMonth(
  sql: SqlPool,
  scope: OrganizationScope,
  { month, now }: { month: LocalDate; now: Instant },
): Promise<{ content_hash: string }> {
  // Before stays are counted again, which takes seconds.
  await requireClosable(scope, { month, now }, closeMessages.stale);
  await requireUnaltered(scope, month);
  await recount(scope, month, now);
  const settled = await settleLedger(sql);
  return scope.write(async (tx) => {
    const { sums, adjustments, newer_entries, ...frozen } = await freeze(tx, scope, {
      month,
      now,
      settled,
    });
    const [closing] = await tx<{ pk: number }[]>`
      insert into month_closings ${tx.values({
        ...frozen,
        newer_entries: tx`${newer_entries}::bigint[]`,
        has_named_causes: true,
        organization_id: scope.organizationId,
        month,
        sums: tx.json(sums),
        adjustments: tx.json(adjustments),
        closed_by: scope.person.pk,
        closed_at: now,
      })} returning pk`;
    const { content_hash, newest_entry } = frozen;
    await recordAuditEntry(tx, scope, now, {
      act: 'close',
      subject: 'month',
      pk: must(closing, 'closing').pk,
      name: month.slice(0, 7),
      after: { content_hash, newest_entry },
    });
    return { content_hash };
  }, 'repeatable read');
}

/** Reopens the newest closed month. */
export const reopenOneMonth = (
  scope: OrganizationScope,
  { month, reason }: { month: LocalDate; reason: string },
  now: Instant,
): Promise<{ reopened: boolean }> =>
  scope.write(async (tx) => {
    const { organizationId } = scope;
    await lockClosings(tx, organizationId);
    const [newest] = (await listClosings(toReader(tx, scope))).filter(isClosed);
    if (!newest || newest.month < month) throw conflict(closeMessages.notClosed);
    if (newest.month > month) throw conflict(closeMessages.later);
    await tx`
      update month_closings set reopened_at = ${now}, reopened_by = ${scope.person.pk},
        reopened_because = ${reason}
      where organization_id = ${organizationId} and pk = ${newest.pk}`;
    await recordAuditEntry(tx, scope, now, {
      act: 'reopen',
      subject: 'month',
      pk: newest.pk,
      name: month.slice(0, 7),
      after: { reason },
    });
    return { reopened: true };
  });

/** Sets the tolerances. */
export const changeSettings = (
  scope: OrganizationScope,
  { shown, ...settings }: BodyOf<typeof setCloseSettings>,
  now: Instant,
): Promise<CloseSettings> =>
  scope.write(async (tx) => {
    const subject = { subject: 'month', name: 'tolerance' } as const;
    await lockClosings(tx, scope.organizationId);
    const before = await readSettings(toReader(tx, scope));
    await requireShown(tx, scope, shown, before, { pk: null, ...subject });
    await saveSettings(tx, scope.organizationId, settings);
    await recordAuditEntry(tx, scope, now, {
      act: 'change',
      ...subject,
      before,
      after: settings,
    });
    return settings;
  });

/** What arrived for a closed month since then, the newest first. */
export async function listLate(scope: OrganizationScope, month: LocalDate) {
  const closing = (await listClosings(scope)).find(
    (item) => item.month === month && isClosed(item),
  );
  if (!closing) throw new Refusal('not_found', closeMessages.notClosed);
  return listLateRows(scope, month, closing);
}
