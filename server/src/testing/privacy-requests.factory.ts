import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import { makeDriverEraser } from '../features/trust/privacy-requests/privacy-requests.jobs.ts';
import { recordAppeal, recordAppealImage } from '../records/cars/appeals.ts';
import { recordNotes } from '../records/cars/timeline-notes.ts';
import { recordVisits } from '../records/cars/visits/visits.ts';
import { recordReviews } from '../records/people/reviews.ts';
import { queueMemberMessages } from '../records/platform/member-messages.ts';
import { makeCamera, makeCameraFeed } from './cameras.factory.ts';
import { makeHistoryImport } from './history.factory.ts';
import { affiliate, makeFormerMember, makePerson } from './people.factory.ts';
import { makePromoCode } from './promo-codes.factory.ts';
import { movement, record, recording, rental } from './rentals.factory.ts';
import { makeImage } from './seals.factory.ts';
import type { TestSpot } from './spots.factory.ts';
import type { TestApp } from './test-app.ts';
import { clockAt } from './test-app.ts';
import { makeValetSession } from './valet.factory.ts';
import { makeViolation } from './violations.factory.ts';
import { makeVisitor, makeVisitorCode, makeVisitorImport, until } from './visitors.factory.ts';
import { plateRead, recordReads, visitTo } from './visits.factory.ts';

/** A driver about whom an organization has all possible kinds of data. */
export const driver = {
  plate: 'QRZ 7781',
  key: 'QRZ7781',
  first_name: 'Wilhelmina',
  last_name: 'Quackenbush',
  email: 'mina.quackenbush@example.org',
  phone: '+16025559911',
};

const car = { plate: driver.plate, state: 'AZ', country: 'US' as const, make: 'Studebaker' };
const start = '2026-06-15T19:00:00Z';
const end = '2026-06-15T21:00:00Z';

type At = Pick<TestApp, 'database' | 'files' | 'clock' | 'sandbox' | 'secretBox'>;

/** A camera message with a read of the driver's plate, with an image. */
async function makeMessage({ database: { system: sql }, files }: At, spot: TestSpot) {
  const organization = { pk: spot.organization };
  const feed = await makeCameraFeed(sql, organization, 'axis');
  const camera = await makeCamera(sql, organization, feed, { spot });
  const row = {
    organization_id: spot.organization,
    feed_pk: feed.pk,
    received_at: fromIso(start),
    content_type: 'application/json',
    body: Buffer.from(`{"plate":"${driver.key}"}`),
    outcome: 'read',
    sameness: Buffer.from(crypto.randomUUID()),
  };
  const [message] = await sql<[{ pk: number }]>`
    insert into camera_messages ${sql.values(row)} returning pk`;
  const image = await makeImage(
    { database: { system: sql } as never, files },
    spot,
    `car ${spot.pk}`,
  );
  return { camera_pk: camera.pk, message_pk: message.pk, image: image.uuid };
}

/** A paid stay at a property, long ago: rental, visit and reads. */
async function makeStay(at: At, spot: TestSpot): Promise<{ rental: number; visit: number }> {
  const sql = at.database.system;
  const [booked] = await record(sql, spot, [
    rental(spot, start, 1000, {
      car,
      renter: {
        first_name: driver.first_name,
        last_name: driver.last_name,
        email: driver.email,
        phone: driver.phone,
      },
      movements: [movement(start, 1000, { tax: cents(80) })],
    }),
  ]);
  const rentalPk = booked?.pk ?? 0;
  const [row] = await sql<[{ car_pk: number }]>`select car_pk from rentals where pk = ${rentalPk}`;
  const seen = await makeMessage(at, spot);
  const [visit] = await recording(sql, spot.organization, (recorder) =>
    recordVisits(recorder, [
      visitTo(spot, start, {
        plate: driver.plate,
        exit_at: fromIso(end),
        rental_pk: rentalPk,
        car_pk: row.car_pk,
        entrance_image: seen.image,
      }),
    ]),
  );
  const visitPk = visit?.pk ?? 0;
  const reads = await recordReads(sql, spot, [
    plateRead(spot, start, 'Entrance', { plate: driver.key, ...seen }),
    plateRead(spot, end, 'Exit', { plate: driver.plate }),
  ]);
  await sql`
    update plate_reads set paired = true, visit_pk = ${visitPk}
    where pk = any (${reads.map(({ pk }) => pk)}::bigint[])`;
  return { rental: rentalPk, visit: visitPk };
}

/** An unpaid stay, its violation, which was paid, and a read that became no visit. */
async function makeViolationOf(at: At, spot: TestSpot): Promise<void> {
  const sql = at.database.system;
  const image = await makeImage(at, spot, 'the driver’s violation');
  const [visit] = await recording(sql, spot.organization, (recorder) =>
    recordVisits(recorder, [
      visitTo(spot, start, { plate: driver.plate, exit_at: fromIso(end), status: 'violator' }),
    ]),
  );
  const violation = await makeViolation(sql, spot, {
    plate: driver.plate,
    status: 'Waived',
    visit_pk: visit?.pk ?? null,
    image: image.uuid,
    waived_reason: `qrz-7781 had a permit`,
  });
  await makeAppealOf(at, spot, violation.pk);
  await recordReads(sql, spot, [plateRead(spot, start, 'Exit', { plate: driver.plate })]);
  await sql`update plate_reads set paired = true`;
}

/** The appeal of a violation by the driver, with an image. */
async function makeAppealOf(at: At, spot: TestSpot, violationPk: number): Promise<void> {
  const image = await makeImage(at, spot, `the receipt at ${spot.pk}`);
  await at.database.system`update images set kind = 'appeal' where uuid = ${image.uuid}`;
  await recording(at.database.system, spot.organization, async (recorder) => {
    const appeal_pk = await recordAppeal(
      recorder,
      {
        violation_pk: violationPk,
        request: crypto.randomUUID(),
        reason: 'permitted',
        text: `I’m ${driver.first_name}, and ${driver.plate} has a permit.`,
        email: driver.email,
        phone: driver.phone,
        due_on: '2026-06-29' as LocalDate,
        first_amount: cents(5500),
        language: 'en',
      },
      fromIso(start),
    );
    await recorder.tx`update appeals set answer = ${`Not ${driver.plate}`} where pk = ${appeal_pk}`;
    const sent = { appeal_pk: appeal_pk ?? 0, image: image.uuid };
    await recordAppealImage(recorder, sent, fromIso(start));
  });
}

async function makeSessionOf(at: At, spot: TestSpot): Promise<void> {
  const sql = at.database.system;
  const session = await makeValetSession(at as TestApp, spot, { phone: driver.phone });
  const photo = await makeImage(at, spot, 'the driver’s scratch');
  const person = await makeFormerMember(sql, { pk: spot.organization });
  await sql`update images set kind = 'valet' where uuid = ${photo.uuid}`;
  await sql`
    insert into valet_photos (organization_id, session_pk, image, added_by, added_at)
    values (${spot.organization}, ${session.pk}, ${photo.uuid}, ${person.pk}, now())`;
  await sql`
    update valet_sessions set plate = ${driver.plate}, state = 'AZ', make = 'Studebaker', key_tag = '12',
      notes = ${`Call ${driver.phone} for ${driver.plate}`}, status = 'ended',
      checked_in_at = ${fromIso(start)}, checked_out_at = ${fromIso(end)}
    where pk = ${session.pk}`;
}

async function makeWords({ database: { system: sql } }: At, spot: TestSpot): Promise<void> {
  const at = fromIso(start);
  const named = { source: 'test', spot_pk: spot.pk } as const;
  await recording(sql, spot.organization, async (recorder) => {
    await recordNotes(recorder, [
      {
        ...named,
        external_id: 'note',
        kind: 'maintenance',
        title: `${driver.key} blocks the gate`,
        description: `Call (602) 555-9911 or write to ${driver.email.toUpperCase()} about ${driver.plate}.`,
        images: [],
        happened_at: at,
      },
    ]);
    const review = { rating: 1, reasons: [], created_at: at } as const;
    await recordReviews(recorder, [
      {
        ...named,
        ...review,
        external_id: 'review',
        comment: `My car (${driver.plate}) was scratched`,
      },
    ]);
  });
}

async function makeVisits({ database: { system: sql } }: At, spot: TestSpot): Promise<void> {
  const visitor = await makeVisitor(sql, spot, {
    plate: driver.plate,
    name: `${driver.first_name} ${driver.last_name}`,
    phone: driver.phone,
    grants: [until('2026-06-20T00:00:00Z')],
    at: fromIso(start),
  });
  const code = await makeVisitorCode(sql, spot);
  const uploaded = await makeVisitorImport(sql, spot, code);
  const history = await makeHistoryImport(sql, { pk: spot.organization });
  const cells = [driver.plate, driver.first_name, '602-555-9911'];
  await sql`update refused_visitor_rows set cells = ${cells} where import_pk = ${uploaded.pk}`;
  await sql`update refused_history_rows set cells = ${cells} where import_pk = ${history}`;
  const change = { kind: 'updated', name: driver.last_name, phone: driver.phone };
  await sql`
    insert into visitor_import_changes ${sql.values({
      organization_id: spot.organization,
      import_pk: uploaded.pk,
      visitor_pk: visitor.pk,
      ...change,
    })}`;
  const note = `Of ${driver.plate}`;
  await sql`update visitor_codes set name = ${note} where pk = ${code.pk}`;
  const promo = await makePromoCode(sql, spot);
  await sql`update promo_codes set notes = ${note} where pk = ${promo.pk}`;
  await sql`
    insert into bulk_rentals ${sql.values({
      organization_id: spot.organization,
      spot_pk: spot.pk,
      description: note,
      owner_email: driver.email,
      slot_count: 1,
      price_per_slot: 0,
      invoice_status: 'paid',
      start_date: fromIso(start),
      end_date: fromIso(end),
    })}`;
}

/** An Admin watches the plate; it arrived, and the mail about it waits. */
async function makeWatchOf(at: At, spot: TestSpot, visitPk: number): Promise<void> {
  const sql = at.database.system;
  const admin = await makePerson(sql);
  await affiliate(sql, admin, { pk: spot.organization }, 'ADMIN');
  const watch = {
    organization_id: spot.organization,
    plate: driver.plate,
    plate_key: driver.key,
    purpose: 'other',
    note: `Call ${driver.phone}`,
    created_by: admin.pk,
    created_at: fromIso(start),
    ends_at: fromIso(end),
  };
  const [made] = await sql<[{ pk: number }]>`
    insert into watched_plates ${sql.values(watch)} returning pk`;
  const subject = `plate ${made.pk} ${visitPk}`;
  const alert = {
    organization_id: spot.organization,
    spot_pk: spot.pk,
    kind: 'watched_plate',
    subject,
    since: fromIso(start),
    opened_at: fromIso(start),
    changed_at: fromIso(start),
    facts: sql.json({ plate: driver.plate, purpose: 'other', note: `Call ${driver.phone}` }),
  };
  await sql`insert into alerts ${sql.values(alert)}`;
  const mute = { person_pk: admin.pk, kind: alert.kind, subject, muted_at: fromIso(start) };
  await sql`insert into alert_mutes ${sql.values({ organization_id: spot.organization, ...mute })}`;
  const message = {
    organization_id: spot.organization,
    person_pk: admin.pk,
    medium: 'email',
    key: `alerts-${subject.replaceAll(' ', '-')}`,
    subject: `${driver.plate} arrived`,
    text: `Two alerts\n${driver.plate} arrived\nWhat for: Call ${driver.phone}`,
    html: `<p>${driver.plate} arrived</p><p>The camera Entrance is silent</p>`,
  } as const;
  await sql.begin((tx) => queueMemberMessages(tx, [message], fromIso(start)));
}

/** All kinds of data that an organization can have about the driver, all of it old, at one property. */
export async function makeDriver(
  at: At,
  spot: TestSpot,
): Promise<{ rental: number; visit: number }> {
  const stay = await makeStay(at, spot);
  await makeViolationOf(at, spot);
  await makeSessionOf(at, spot);
  await makeWords(at, spot);
  await makeVisits(at, spot);
  await at.database.system`
    insert into service_cars (organization_id, car_pk, kind, note, starts_at, ended_at)
    select organization_id, car_pk, 'service', ${`Call ${driver.phone}`}, start_date, end_date
    from rentals where pk = ${stay.rental}`;
  await makeWatchOf(at, spot, stay.visit);
  return stay;
}

/** Runs the job that erases what a request selects, without the pauses that leave time to others. */
export const eraseDriver = (
  { database, secretBox }: Pick<TestApp, 'database' | 'secretBox'>,
  spot: Pick<TestSpot, 'organization'>,
  request: number,
  { now, maxMs = 60_000 }: { now: string; maxMs?: number },
): Promise<void> =>
  makeDriverEraser(
    { sql: database.system, clock: clockAt(now), secretBox },
    { maxMs, pace: (work) => work() },
  )({
    organization_id: spot.organization,
    request_pk: request,
  });

/** When everything from `makeDriver` is more than 180 days old. */
export const longAfter = '2027-01-20T19:00:00Z';

/**
 * Finds texts in every column of every table, in rows of the organization and in those of none; returns the columns
 * as `table.column`.
 */
export async function scanDatabase(
  sql: TestApp['database']['system'],
  { organization }: Pick<TestSpot, 'organization'>,
  words: readonly string[],
): Promise<string[]> {
  const columns = await sql<{ table: string; column: string; type: string; is_scoped: boolean }[]>`
    select quote_ident(c.table_schema) || '.' || quote_ident(c.table_name) as table,
      c.column_name as column, c.udt_name as type,
      exists (select from information_schema.columns o where o.column_name = 'organization_id'
        and (o.table_schema, o.table_name) = (c.table_schema, c.table_name)) as is_scoped
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema not in ('pg_catalog', 'information_schema') and t.table_type = 'BASE TABLE'
      and c.udt_name in ('text', '_text', 'json', 'jsonb', 'bytea', 'varchar')
    order by 1, 2`;
  const found: string[] = [];
  for (const { table, column, type, is_scoped } of columns) {
    const name = `"${column}"`;
    const text = type === 'bytea' ? `encode(${name}, 'escape')` : `${name}::text`;
    const [row] = await sql.unsafe<{ count: number }[]>(
      `select count(*) as count from ${table} where ${is_scoped ? `coalesce(organization_id, ${organization}) = ${organization} and` : ''} (${words
        .map((word) => `regexp_replace(lower(${text}), '[^a-z0-9@.]', '', 'g') like '%${word}%'`)
        .join(' or ')})`,
    );
    if ((row?.count ?? 0) > 0) found.push(`${table.replace('public.', '')}.${column}`);
  }
  return found;
}
