import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, startOfDay } from '@lotkeeper/contract/kernel/calendar';
import type { BookingSite } from '@lotkeeper/contract/money/booking-lists';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Tx } from '../../../kernel/data/database.ts';
import { foldName } from '../../intake/files/public.ts';
import type { RemittanceLine } from '../../intake/remittance-files/public.ts';
import { foldReference } from '../../intake/remittance-files/public.ts';
import type { Candidate, OpenLine } from './match.rules.ts';
import { matchLines } from './match.rules.ts';

/** Days around the starts of a file's bookings to look for their rentals: a site may use another zone. */
const daysAround = 1;

/** Until the transaction ends, no other one can add or match lines of the organization. */
export async function lockRemittances(tx: Tx, organizationId: number): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('remittances', ${organizationId}::bigint))`;
}

/** Finds properties by their names as sites write them; a name that two properties have finds none. */
async function readSpotNames(tx: Tx, organizationId: number) {
  const spots = await tx<{ pk: number; name: string }[]>`
    select pk, name from spots where organization_id = ${organizationId}`;
  const byName = Map.groupBy(spots, ({ name }) => foldName(name));
  return (name: string) => {
    const found = name === '' ? [] : (byName.get(foldName(name)) ?? []);
    return found.length === 1 ? (found[0]?.pk ?? null) : null;
  };
}

/** What a line is known by in the site's files: its reference, or else the site's name of the property. */
const toIdentity = ({ reference, property }: RemittanceLine) =>
  reference === '' ? `@${foldName(property)}` : `#${foldReference(reference)}`;

/** Counts equal lines: files overlap, and the second of two equal lines isn't the first one again. */
function numberLines(lines: readonly RemittanceLine[]) {
  const counts = new Map<string, number>();
  return lines.map((line) => {
    const { start, gross, commission, remitted } = line;
    const identity = toIdentity(line);
    const key = `${identity} ${start} ${gross} ${commission} ${remitted}`;
    const nth = (counts.get(key) ?? 0) + 1;
    counts.set(key, nth);
    return { ...line, identity, nth };
  });
}

/** Adds a file's lines that aren't here yet, and marks those that were cancelled since; returns how many are new. */
export async function insertLines(
  tx: Tx,
  organizationId: number,
  { source, lines, file }: { source: BookingSite; lines: readonly RemittanceLine[]; file: number },
): Promise<number> {
  const findSpot = await readSpotNames(tx, organizationId);
  const rows = numberLines(lines);
  const written = await tx<{ is_new: boolean }[]>`
    insert into remittance_lines (organization_id, source, reference, identity, local_date, spot_pk, gross, commission,
      remitted, cancelled, nth, file_pks)
    select ${organizationId}::bigint, ${source}, l.reference, l.identity, l.local_date, l.spot_pk, l.gross, l.commission,
      l.remitted, l.cancelled, l.nth, array[${file}::bigint]
    from unnest(${rows.map(({ reference }) => reference)}::text[], ${rows.map(({ identity }) => identity)}::text[],
      ${rows.map(({ start }) => start)}::date[],
      ${rows.map(({ property }) => findSpot(property))}::bigint[], ${rows.map(({ gross }) => gross)}::bigint[],
      ${rows.map(({ commission }) => commission)}::bigint[], ${rows.map(({ remitted }) => remitted)}::bigint[],
      ${rows.map(({ cancelled }) => cancelled)}::boolean[], ${rows.map(({ nth }) => nth)}::int[])
      as l (reference, identity, local_date, spot_pk, gross, commission, remitted, cancelled, nth)
    on conflict (organization_id, source, identity, local_date, gross, commission, remitted, nth)
      do update set cancelled = remittance_lines.cancelled or excluded.cancelled,
        file_pks = remittance_lines.file_pks || excluded.file_pks
    returning xmax = 0 as is_new`;
  return written.filter(({ is_new }) => is_new).length;
}

interface Matching {
  organizationId: number;
  source: BookingSite;
}

type Found = Omit<Candidate, 'amount' | 'is_matched'>;

/** Rentals of a site that start on the days of some lines. */
function readRentals(tx: Tx, { organizationId, source }: Matching, lines: readonly OpenLine[]) {
  const days = lines.map(({ local_date }) => local_date).sort();
  const [first, last] = [days[0], days.at(-1)] as [LocalDate, LocalDate];
  const from = startOfDay(addDays(first, -daysAround), 'UTC');
  const to = startOfDay(addDays(last, daysAround + 1), 'UTC');
  return tx<Found[]>`
    select r.pk, r.external_id, r.spot_pk, r.start_local_date as local_date
    from spots s join live_rentals r on r.organization_id = ${organizationId} and r.spot_pk = s.pk
    where s.organization_id = ${organizationId} and r.start_date >= ${from} and r.start_date < ${to}
      and r.source = ${source}`;
}

/** Rentals of other days with references of some lines, as they are written or in one case. */
function readByReference(tx: Tx, { organizationId, source }: Matching, lines: readonly OpenLine[]) {
  const references = lines.flatMap(({ reference: r }) => [r, r.toLowerCase(), r.toUpperCase()]);
  return tx<Found[]>`
    select r.pk, r.external_id, r.spot_pk, r.start_local_date as local_date from live_rentals r
    where r.organization_id = ${organizationId} and r.source = ${source}
      and r.external_id = any (${[...new Set(references)].filter(Boolean)}::text[])`;
}

/** Adds what rentals cost, and whether a line has them already. */
async function readPrices(
  tx: Tx,
  { organizationId }: Matching,
  rentals: readonly Found[],
): Promise<Candidate[]> {
  const pks = rentals.map(({ pk }) => pk);
  const prices = await tx<{ rental_pk: number; amount: number }[]>`
    select rental_pk, sum(gross - refund)::bigint as amount from ledger_entries
    where organization_id = ${organizationId} and rental_pk = any (${pks}::bigint[]) group by rental_pk`;
  const matched = await tx<{ rental_pk: number }[]>`
    select distinct rental_pk from remittance_lines
    where organization_id = ${organizationId} and rental_pk = any (${pks}::bigint[])`;
  const byRental = new Map(prices.map(({ rental_pk, amount }) => [rental_pk, amount]));
  const matchedPks = new Set(matched.map(({ rental_pk }) => rental_pk));
  return rentals.map((rental) => ({
    ...rental,
    amount: byRental.get(rental.pk) ?? 0,
    is_matched: matchedPks.has(rental.pk),
  }));
}

/** Reads the rentals that some lines may be. */
async function readCandidates(tx: Tx, matching: Matching, lines: readonly OpenLine[]) {
  const found = await readRentals(tx, matching, lines);
  const references = new Set(found.map(({ external_id }) => foldReference(external_id)));
  const left = lines.filter(({ reference }) => !references.has(foldReference(reference)));
  const elsewhere = left.length > 0 ? await readByReference(tx, matching, left) : [];
  const rentals = [
    ...new Map([...found, ...elsewhere].map((rental) => [rental.pk, rental])).values(),
  ];
  return readPrices(tx, matching, rentals);
}

/** Matches a site's lines that have no rental yet. */
export async function matchOpenLines(
  tx: Tx,
  organizationId: number,
  source: BookingSite,
): Promise<void> {
  const lines = await tx<OpenLine[]>`
    select pk, reference, local_date, spot_pk, gross from remittance_lines
    where organization_id = ${organizationId} and source = ${source} and rental_pk is null`;
  if (lines.length === 0) return;
  const matches = matchLines(lines, await readCandidates(tx, { organizationId, source }, lines));
  await tx`
    update remittance_lines l set rental_pk = m.rental_pk
    from unnest(${matches.map(({ pk }) => pk)}::bigint[], ${matches.map(({ rental_pk }) => rental_pk)}::bigint[])
      m (pk, rental_pk)
    where l.organization_id = ${organizationId} and l.pk = m.pk`;
}

/** How many of some lines' days and site belong to a rental. */
export async function countMatched(
  tx: Tx,
  organizationId: number,
  { source, first, last }: { source: BookingSite; first: LocalDate; last: LocalDate },
): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*) from remittance_lines
    where organization_id = ${organizationId} and source = ${source} and rental_pk is not null
      and local_date between ${first} and ${last}`;
  return row?.count ?? 0;
}

/**
 * The properties that a file has bookings of; null if it names none. A file of one property says nothing about the
 * others.
 */
export async function findSpots(
  tx: Tx,
  organizationId: number,
  { source, lines }: { source: BookingSite; lines: readonly RemittanceLine[] },
): Promise<number[] | null> {
  if (lines.every(({ property }) => property === '')) return null;
  const rows = await tx<{ spot_pk: number }[]>`
    select distinct coalesce(r.spot_pk, l.spot_pk) as spot_pk from remittance_lines l
    left join live_rentals r on r.organization_id = ${organizationId} and r.pk = l.rental_pk
    where l.organization_id = ${organizationId} and l.source = ${source}
      and l.identity = any (${[...new Set(lines.map(toIdentity))]}::text[])
      and coalesce(r.spot_pk, l.spot_pk) is not null`;
  return rows.map(({ spot_pk }) => spot_pk);
}

export interface FileDays {
  first_date: LocalDate;
  last_date: LocalDate;
  first_end: Instant;
  complete_before: Instant;
}

/** The days that a file covers: when its bookings start, and when the first and last of them end. */
export function findDays(lines: readonly RemittanceLine[]): FileDays | null {
  const starts = lines.map(({ start }) => start).sort();
  const ends = lines.map(({ start, end }) => end ?? start).sort();
  const [first, last, firstEnd, lastEnd] = [starts[0], starts.at(-1), ends[0], ends.at(-1)];
  if (!first || !last || !firstEnd || !lastEnd) return null;
  return {
    first_date: first,
    last_date: last,
    first_end: startOfDay(firstEnd, 'UTC'),
    complete_before: startOfDay(addDays(lastEnd, 1), 'UTC'),
  };
}

/** The number of the next file: its lines refer to it before what they add is counted. */
export async function takeFilePk(tx: Tx): Promise<number> {
  const [{ pk }] = await tx<[{ pk: number }]>`
    select nextval(pg_get_serial_sequence('remittance_files', 'pk'))::bigint as pk`;
  return pk;
}

/** Records that a file was added; the file itself isn't kept. */
export async function insertFile(
  tx: Tx,
  scope: OrganizationScope,
  file: FileDays & {
    pk: number;
    source: BookingSite;
    lines: number;
    added: number;
    refused: number;
    spot_pks: number[] | null;
    unread: readonly string[];
    is_complete: boolean;
  },
  now: Instant,
): Promise<void> {
  const { spot_pks, unread, ...counts } = file;
  const row = {
    organization_id: scope.organizationId,
    person_pk: scope.person.pk,
    ...counts,
    spot_pks,
    unread: unread.map((hash) => Buffer.from(hash, 'hex')),
    imported_at: now,
  };
  await tx`insert into remittance_files ${tx.values(row)}`;
}

interface RemovedFile extends Pick<FileDays, 'first_date' | 'last_date'> {
  source: BookingSite;
  lines: number;
}

/** Takes a file back with the lines that no other file has; null if there is none. Returns how many lines went. */
export async function deleteFile(
  tx: Tx,
  organizationId: number,
  pk: number,
): Promise<(RemovedFile & { removed: number }) | null> {
  const [file] = await tx<RemovedFile[]>`
    delete from remittance_files where organization_id = ${organizationId} and pk = ${pk}
    returning source, first_date, last_date, lines`;
  if (!file) return null;
  const { source, first_date, last_date } = file;
  const ofFile = tx`organization_id = ${organizationId} and source = ${source}
    and local_date between ${first_date} and ${last_date} and ${pk} = any (file_pks)`;
  const removed = await tx`
    delete from remittance_lines where ${ofFile} and array_remove(file_pks, ${pk}::bigint) = '{}' returning pk`;
  await tx`
    update remittance_lines set file_pks = array_remove(file_pks, ${pk}::bigint) where ${ofFile}`;
  return { ...file, removed: removed.length };
}
