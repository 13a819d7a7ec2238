import type { ListedTicket, Ticket, TicketFilter } from '@lotkeeper/contract/cars/violations';
import { ticketsOfPlate, ticketsPageSize } from '@lotkeeper/contract/cars/violations';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { addDays, startOfDay, toEpochSeconds } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { zeroCents } from '@lotkeeper/contract/kernel/money';
import type { PictureAddresses } from '../../../kernel/access/picture-addresses.ts';
import type { SpotScope, WholeOrganizationScope } from '../../../kernel/access/scope.ts';
import { mayReadMoney } from '../../../kernel/access/scope.ts';
import type { Fragment, Sql } from '../../../kernel/data/database.ts';
import { toEpochMs } from '../../../kernel/data/epoch-ms.ts';

/** The evidence stored with a violation: the uuids of images, and the price in force with more than is shown. */
interface StoredEvidence extends Omit<NonNullable<Ticket['evidence']>, 'pictures'> {
  images: Record<string, string | null>;
}

/** A violation as `ticketColumns` selects it. */
export interface TicketRow
  extends Omit<Ticket, 'created_at' | 'waived_at' | 'image_url' | 'evidence'> {
  created_at: Instant;
  waived_at: Instant | null;
  image: string | null;
  evidence: StoredEvidence | null;
}

const labels = {
  entrance_image: 'Entrance',
  entrance_plate_image: 'Entrance plate',
  exit_image: 'Exit',
  exit_plate_image: 'Exit plate',
} as const;

const slots = Object.keys(labels) as (keyof typeof labels)[];

type AddressOf = (uuid: string) => string;

function toEvidence(storedEvidence: StoredEvidence, getImageUrl: AddressOf): Ticket['evidence'] {
  const { images, price, ...evidence } = storedEvidence;
  const pictures = slots.flatMap((slot) => {
    const uuid = images[slot];
    return uuid ? [{ label: labels[slot], url: getImageUrl(uuid) }] : [];
  });
  return { ...evidence, price: price && { price: price.price, unit: price.unit }, pictures };
}

/** A violation on the wire, with signed URLs of its images. */
export function toTicket({ image, evidence, ...row }: TicketRow, getImageUrl: AddressOf): Ticket {
  return {
    ...row,
    created_at: toEpochSeconds(row.created_at),
    waived_at: row.waived_at === null ? null : toEpochSeconds(row.waived_at),
    image_url: image && getImageUrl(image),
    evidence: evidence && toEvidence(evidence, getImageUrl),
  };
}

/** The columns of violation `v`. */
export const ticketColumns = (sql: Sql): Fragment => sql`
  v.uuid, v.code, v.plate, v.state, v.status, v.amount, v.created_at, v.image,
  v.waived_reason, v.waived_at, v.evidence,
  (select concat_ws(' ', p.first_name, p.last_name) from people p where p.pk = v.waived_by) as waived_by`;

/** Violations of the scope's property, newest first, with URLs of their images signed at `now`. */
async function readTickets(
  scope: WholeOrganizationScope | SpotScope,
  condition: (sql: Sql) => Fragment,
  pictures: PictureAddresses,
  now: Instant,
): Promise<Ticket[]> {
  const rows = await scope.read<TicketRow[]>(
    (sql) => sql`
      select ${ticketColumns(sql)}
      from violations v
      where v.organization_id = ${scope.organizationId}
        ${scope.kind === 'spot' ? sql`and v.spot_pk = ${scope.spotPk}` : sql``}
        and ${condition(sql)}
      order by v.created_at desc, v.pk desc limit ${sql.literal(ticketsOfPlate)}`,
  );
  const getImageUrl = (uuid: string) =>
    pictures.addressOf({ organization: scope.organizationId, uuid }, now);
  return rows.map((row) => toTicket(row, getImageUrl));
}

interface PageRow {
  count: number;
  total_amount: Cents;
  results: (Omit<ListedTicket, 'created_at'> & { created_at: Instant })[];
}

/** The condition of a list of violations. Open ones have a literal condition, so that the planner uses their index. */
function matchTickets(sql: Sql, scope: SpotScope, { status, start_date, end_date }: TicketFilter) {
  const { organizationId, spotPk, timezone } = scope;
  return sql`organization_id = ${organizationId} and spot_pk = ${spotPk}
    ${status ? sql`and status = ${status === 'Created' ? sql`'Created'` : status}` : sql``}
    ${
      start_date && end_date
        ? sql`and created_at >= ${startOfDay(start_date, timezone)}
          and created_at < ${startOfDay(addDays(end_date, 1), timezone)}`
        : sql``
    }`;
}

/** The number of listed violations of the scope's property, their total for those who read money, and a page of them, newest first. */
export async function readTicketPage(scope: SpotScope, filter: TicketFilter) {
  const [row] = await scope.read<PageRow[]>((sql) => {
    const listed = matchTickets(sql, scope, filter);
    return sql`
      select t.count, t.total_amount, coalesce(p.results, '[]') as results
      from (select count(*) as count, coalesce(sum(amount), 0)::bigint as total_amount
        from violations where ${listed}) t
      cross join lateral (
        select jsonb_agg(to_jsonb(v) - 'pk' order by v.created_at desc, v.pk desc) as results from (
          select pk, uuid, code, plate, state, status, amount,
            ${toEpochMs(sql, sql`created_at`)} as created_at
          from violations where ${listed}
          order by violations.created_at desc, pk desc
          limit ${sql.literal(ticketsPageSize)}
          offset ${(filter.page - 1) * ticketsPageSize}) v) p`;
  });
  const { results = [], count, total_amount } = row ?? { count: 0, total_amount: zeroCents };
  return {
    count,
    total_amount: mayReadMoney(scope) ? total_amount : null,
    results: results.map(({ created_at, ...ticket }) => ({
      ...ticket,
      created_at: toEpochSeconds(created_at),
    })),
  };
}

/** Finds violations of a property in three ways. */
export function ticketQueries(pictures: PictureAddresses) {
  return {
    byCode: (scope: WholeOrganizationScope | SpotScope, code: string, now: Instant) =>
      readTickets(scope, (sql) => sql`v.code = ${code}`, pictures, now),
    byPlateKey: (scope: WholeOrganizationScope | SpotScope, key: string, now: Instant) =>
      readTickets(scope, (sql) => sql`v.plate_key = ${key}`, pictures, now),
    byUuid: (scope: SpotScope, uuid: string, now: Instant) =>
      readTickets(scope, (sql) => sql`v.uuid = ${uuid}`, pictures, now),
  };
}
