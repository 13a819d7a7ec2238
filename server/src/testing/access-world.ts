// The data for the access tests: two organizations with everything that calls name.
import { randomUUID } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Readable } from 'node:stream';
import { grants, roles } from '@lotkeeper/contract/kernel/access';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { Endpoint } from '@lotkeeper/contract/kernel/endpoint';
import type { FastifyInstance } from 'fastify';
import { makeStopToken } from '../features/money/letters/stop-tokens.ts';
import { confirmingCard } from '../processor/sandbox-cards.ts';
import { recordVisits } from '../records/cars/visits/visits.ts';
import type { Location } from './access.examples.ts';
import { examples, knownRental, unknownThings } from './access.examples.ts';
import { makeAlertRecords, restoreWatchedPlate } from './alerts.factory.ts';
import { makeApiKey } from './api-keys.factory.ts';
import { makeAppeal, makeNoticeToken } from './appeals.factory.ts';
import { makeBookExport } from './books.factory.ts';
import { makeCalendarFeed } from './calendar-feeds.factory.ts';
import { makeCamera, makeCameraFeed, makeUnknownMessage } from './cameras.factory.ts';
import { makeCharge, makeViolationPayment } from './charges.factory.ts';
import { emptyMonths, makeAuditorLinks, makeClosing, signEmptyMonth } from './close.factory.ts';
import { makeCustomReport } from './custom-reports.factory.ts';
import { contractEndpoints, scopeSource } from './endpoints.ts';
import { makeEvent } from './events.factory.ts';
import { makeHistoryImport } from './history.factory.ts';
import { makeKiosk } from './kiosks.factory.ts';
import {
  affiliate,
  makeFormerMember,
  makeInvitation,
  makeOrganization,
  makePerson,
  signedInMember,
} from './people.factory.ts';
import { makePromoCode } from './promo-codes.factory.ts';
import { makeRate } from './rates.factory.ts';
import { makeRemittanceFile } from './remittances.factory.ts';
import { moveMoney, movement, record, recording, rental } from './rentals.factory.ts';
import type { TestSpot } from './spots.factory.ts';
import { makeSpot } from './spots.factory.ts';
import type { TestApp } from './test-app.ts';
import { testApp } from './test-app.ts';
import { goodCard, makeUnconfirmedPayment, makeValetSession } from './valet.factory.ts';
import { makeSponsor } from './validation-sponsors.factory.ts';
import { makeViolation } from './violations.factory.ts';
import { makeVisitor, makeVisitorCode, makeVisitorImport } from './visitors.factory.ts';
import { visitTo } from './visits.factory.ts';
import { makeWebhook } from './webhooks.factory.ts';

export const endpoints = await contractEndpoints();
export const table = examples;

/** Everybody who might call, by their relation to the organization in the examples. */
export const callers = [...roles, 'Superuser', 'renter', 'nobody', 'tow truck driver'] as const;
export type Caller = (typeof callers)[number];

export interface AccessWorld {
  at: TestApp;
  /** What calls to the own organization name. */
  own: Location;
  ownByUuid: Location;
  foreign: Location;
  absent: Location;
  /** API keys: with every grant, revoked, and of the other organization. */
  secrets: Record<'full' | 'revoked' | 'foreign', string>;
  /** Camera keys: an active one, a revoked one, and one of the other organization. */
  cameraKeys: Record<'live' | 'revoked' | 'foreign', string>;
  people: Record<Caller | 'the foreign Admin', number>;
  /** Routes of the app: method and path. */
  mounted: string[];
  /** Tokens of those who have called since the last call that may have ended sessions. */
  tokens: Map<string, string>;
  /** Whether the previous call may have changed what the examples name. */
  isChanged: boolean;
}

/** A sender that calls may delete, with its camera and message, and the key of one that stays. */
async function makeCameras(at: TestApp, organization: { pk: number }) {
  const sql = at.database.system;
  const feed = await makeCameraFeed(sql, organization, 'custom');
  const { key } = await makeCameraFeed(sql, organization, 'plate-recognizer');
  return {
    feed: String(feed.pk),
    camera: String((await makeCamera(sql, organization, feed)).pk),
    message: String((await makeUnknownMessage(sql, organization, feed)).pk),
    feedKey: key,
  };
}

async function makeWebhooks(sql: TestApp['database']['system'], organization: { pk: number }) {
  const [webhook, endingWebhook] = [
    await makeWebhook(sql, organization),
    await makeWebhook(sql, organization),
  ];
  return { webhook: String(webhook), endingWebhook: String(endingWebhook) };
}

/** A member and an open invitation of an organization. */
async function makeBankLine(
  { database: { system: sql } }: TestApp,
  organization: { pk: number },
): Promise<string> {
  const row = {
    organization_id: organization.pk,
    local_date: '2026-05-06',
    amount: 87_200,
    descriptor: 'LOTKEEPER 2026-04',
    nth: 1,
    names_processor: true,
  };
  const [line] = await sql<
    [{ pk: number }]
  >`insert into bank_lines ${sql.values(row)} returning pk`;
  await sql`insert into remittance_lines ${sql.values({
    organization_id: organization.pk,
    source: 'spothero',
    reference: 'SH-1',
    identity: '#sh-1',
    local_date: '2026-05-13',
    gross: 1700,
    remitted: 1700,
    cancelled: false,
    nth: 1,
    file_pks: [],
  })}`;
  return String(line.pk);
}

async function makeTeam(at: TestApp, organization: { pk: number }) {
  const sql = at.database.system;
  const person = await makePerson(sql);
  await affiliate(sql, person, organization, 'VALET');
  const invited = await makeInvitation(sql, organization);
  return { member: String(person.pk), invitation: String(invited.pk) };
}

/** A property's discount code, with a booking link, and a saved report. */
async function makePromotions(at: TestApp, spot: TestSpot) {
  const sql = at.database.system;
  await sql`update spots set webflow_page_url = 'https://parking.example.com/lot' where pk = ${spot.pk}`;
  const promo = await makePromoCode(sql, spot);
  const named = { organization_id: spot.organization, spot_pk: spot.pk };
  await sql`insert into promo_uses ${sql.values({
    ...named,
    promo_code_pk: promo.pk,
    used_at: at.clock(),
    local_date: '2026-06-15',
    source: 'test',
    external_id: randomUUID(),
  })}`;
  await sql`insert into bulk_rentals ${sql.values({
    ...named,
    description: 'Tenant',
    owner_email: 'tenant@example.com',
    slot_count: 10,
    price_per_slot: 5000,
    start_date: at.clock(),
  })}`;
  return {
    promoCode: String(promo.pk),
    customReport: String((await makeCustomReport(sql, spot)).pk),
  };
}

/** A validation code, a visitor and an uploaded file of a property. */
async function makeGuests(at: TestApp, spot: TestSpot) {
  const sql = at.database.system;
  const code = await makeVisitorCode(sql, spot);
  return {
    visitorCode: String(code.pk),
    sponsor: String((await makeSponsor(sql, spot)).pk),
    visitor: String((await makeVisitor(sql, spot)).pk),
    code: code.code,
    visitorImport: String((await makeVisitorImport(sql, spot, code)).pk),
    upload: randomUUID(),
    waiting: String((await makeVisitor(sql, spot, { grants: [] })).pk),
    kiosk: String((await makeKiosk(at, spot)).pk),
  };
}

/** An open violation of a property, by its identifiers in calls. */
async function makeOpenViolation(at: TestApp, spot: TestSpot) {
  const { uuid, code } = await makeViolation(at.database.system, spot);
  return { violation: uuid, violationCode: code };
}

/** A violation of a property that nobody appealed, and an open appeal of another. */
async function makeAppeals(at: TestApp, spot: TestSpot) {
  // A state with a rule about appeals.
  await at.database.system`update spots set state = 'FL' where pk = ${spot.pk}`;
  const { pk, code } = await makeViolation(at.database.system, spot);
  const appeal = await makeAppeal(at, spot);
  return {
    noticeCode: code,
    notice: makeNoticeToken(at, spot, pk),
    appeal: String(appeal.pk),
    appealNotice: appeal.token,
  };
}

async function makeVisit(at: TestApp, spot: TestSpot) {
  const [made] = await recording(at.database.system, spot.organization, (recorder) =>
    recordVisits(recorder, [visitTo(spot, '2026-06-15T10:00:00Z')]),
  );
  return { visit: String(made?.pk) };
}

/** A monthly rental of a property, its payment, and its car, which is in the list of service cars. */
async function makeMonthlyRental(at: TestApp, spot: TestSpot) {
  const sql = at.database.system;
  const [made] = await record(sql, spot, [
    rental(spot, '2026-06-01T10:00:00Z', 9000, {
      rental_type: 'monthly',
      end_date: null,
      car: { plate: `W${randomUUID().slice(0, 6)}`.toUpperCase(), state: 'AZ', country: 'US' },
    }),
  ]);
  const [row] = await sql<[{ uuid: string; car_pk: number }]>`
    select uuid, car_pk from rentals where pk = ${made?.pk ?? 0}`;
  const [entry] = await sql<[{ pk: number }]>`
    select pk from ledger_entries where rental_pk = ${made?.pk ?? 0}`;
  return {
    rental: String(made?.pk),
    entry: String(entry.pk),
    monthlyRental: row.uuid,
    car: String(row.car_pk),
    serviceCar: await makeServiceCar(at, spot, row.car_pk),
  };
}

async function makeServiceCar(at: TestApp, spot: TestSpot, carPk: number): Promise<string> {
  const sql = at.database.system;
  const [made] = await sql<[{ pk: number }]>`
    insert into service_cars ${sql.values({
      organization_id: spot.organization,
      car_pk: carPk,
      kind: 'staff',
      note: '',
      starts_at: at.clock(),
    })} returning pk`;
  return String(made.pk);
}

/** A valet session that waits for its car, and one whose car is here and paid for. */
async function makeValetSessions(at: TestApp, spot: TestSpot) {
  const sql = at.database.system;
  const pending = await makeValetSession(at, spot);
  const active = await makeValetSession(at, spot, { since: at.clock() });
  await sql`update valet_sessions set rate = null where pk = ${active.pk}`;
  const unconfirmed = await makeValetSession(at, spot, { since: at.clock() });
  const person = await makePerson(sql);
  await makeUnconfirmedPayment(at, spot, { session: unconfirmed, person });
  return {
    valetPending: String(pending.pk),
    valetActive: String(active.pk),
    valetCode: active.code,
    valetLink: active.link,
    confirmLink: unconfirmed.link,
    letterStop: makeStopToken(at.secretBox, {
      organization_id: spot.organization,
      person_pk: 1,
      kind: 'weekly',
    }),
  };
}

/** A rental whose driver's card was charged. */
async function makeChargedRental(at: TestApp, spot: TestSpot) {
  const valet = await signedInMember(at, { pk: spot.organization }, 'VALET');
  const { rental: chargedRental, ref: charge } = await makeCharge(at, spot, { valet });
  return { chargedRental, charge };
}

/** Violations of a property that can be paid, wait for their driver to confirm it, and are paid. */
async function makePayments(at: TestApp, spot: TestSpot) {
  const { pk } = await makeViolation(at.database.system, spot);
  const unconfirmed = await makeViolationPayment(at, spot, confirmingCard);
  const paid = await makeViolationPayment(at, spot);
  return {
    payableNotice: makeNoticeToken(at, spot, pk),
    confirmNotice: makeNoticeToken(at, spot, unconfirmed.pk),
    paidViolation: paid.uuid,
    violationCharge: paid.ref,
  };
}

/** Records of a property that calls identify by number alone. */
export async function makeRecords(at: TestApp, spot: TestSpot) {
  const sql = at.database.system;
  return {
    event: String(await makeEvent(sql, spot)),
    rate: String(await makeRate(sql, spot)),
    ...(await makeOpenViolation(at, spot)),
    ...(await makeAppeals(at, spot)),
    ...(await makeHold(at, spot)),
    privacyRequest: await makePrivacyRequest(at, spot),
    organizationExport: await makeFinishedExport(at, spot),
    ...(await makeAlertRecords(at, spot)),
    ...(await makeMonthlyRental(at, spot)),
    ...(await makeChargedRental(at, spot)),
    ...(await makePayments(at, spot)),
  };
}

async function makeHold(at: TestApp, spot: TestSpot) {
  const { visit } = await makeVisit(at, spot);
  const { pk } = await makeFormerMember(at.database.system, { pk: spot.organization });
  const row = {
    organization_id: spot.organization,
    visit_pk: visit,
    reason: 'A lawsuit',
    placed_by: pk,
    placed_at: at.clock(),
  };
  const [hold] = await at.database.system<[{ pk: number }]>`
    insert into holds ${at.database.system.values(row)} returning pk`;
  const [decision] = await at.database.system<[{ pk: number }]>`
    insert into desk_decisions (organization_id, visit_pk, person_pk, verdict, suggested, decided_at)
    values (${spot.organization}, ${visit}, 1, 'confirmed', 'confirmed', ${at.clock()}) returning pk`;
  return { visit, hold: String(hold.pk), decision: String(decision.pk) };
}

/** An export of everything that can be downloaded. */
async function makeFinishedExport(at: TestApp, spot: TestSpot): Promise<string> {
  const file = randomUUID();
  await at.files.keep(file, Readable.from([Buffer.from('a ZIP')]));
  const row = {
    organization_id: spot.organization,
    state: 'done',
    created_by: (await makeFormerMember(at.database.system, { pk: spot.organization })).pk,
    created_at: at.clock(),
    finished_at: at.clock(),
    expires_at: instant(at.clock() + 7 * dayMs),
    file,
  };
  const [made] = await at.database.system<[{ pk: number }]>`
    insert into organization_exports ${at.database.system.values(row)} returning pk`;
  return String(made.pk);
}

/** An open privacy request about the plate ABC123. */
async function makePrivacyRequest(at: TestApp, spot: TestSpot): Promise<string> {
  const sql = at.database.system;
  const { pk } = await makeFormerMember(sql, { pk: spot.organization });
  const row = {
    organization_id: spot.organization,
    kind: 'plate',
    hint: 'AB•••23',
    subject_sealed: at.secretBox.seal('ABC123'),
    created_by: pk,
    created_at: at.clock(),
  };
  const [made] = await sql<[{ pk: number }]>`
    insert into privacy_requests ${sql.values(row)} returning pk`;
  return String(made.pk);
}

/** Resets the valet sessions, and makes everyone know their codes. */
async function restoreValet({ at, own }: AccessWorld): Promise<void> {
  const sql = at.database.system;
  await sql`
    update valet_sessions set status = 'pending', checked_in_at = null, checked_out_at = null
    where pk = ${own.valetPending}`;
  await sql`
    update valet_sessions set status = 'active', checked_out_at = null, requested_at = ${at.clock()},
      fetching_by = null, fetching_since = null, code = ${own.valetCode}, link_number = 0
    where pk = ${own.valetActive}`;
  await sql`
    insert into valet_verifications (organization_id, session_pk, person_pk, verified_at)
    select s.organization_id, s.pk, p.pk, ${at.clock()} from valet_sessions s, people p
    where s.pk in (${own.valetPending}, ${own.valetActive}) on conflict do nothing`;
}

/** Makes the uploaded file the caller's, and removes other imports in progress. */
async function restoreUpload(
  { at, own }: AccessWorld,
  caller: number,
  isHistory: boolean,
): Promise<void> {
  const sql = at.database.system;
  await sql`delete from visitor_imports where state = 'running'`;
  await sql`delete from history_imports where state = 'running'`;
  await sql`
    insert into uploads (uuid, person_pk, created_at) values (${own.upload}, ${caller}, ${at.clock()})
    on conflict (uuid) do update set person_pk = excluded.person_pk`;
  await at.files.keep(
    own.upload,
    Readable.from([
      Buffer.from(
        isHistory ? 'Paid at,Amount\n2025-01-02 10:00,5.00\n' : 'plate,state\nABC 123,AZ\n',
      ),
    ]),
  );
}

/** Restores what the previous call may have changed. */
export async function restore(world: AccessWorld): Promise<void> {
  const { at, own } = world;
  const sql = at.database.system;
  await sql`
    insert into affiliations (organization_id, person_pk, role)
    values (${own.organization}, ${own.member}, 'VALET') on conflict do nothing`;
  await sql`update invitations set removed_at = null where pk = ${own.invitation}`;
  await sql`update promo_codes set deleted_at = null where pk = ${own.promoCode}`;
  await sql`update visitor_codes set deleted_at = null where pk = ${own.visitorCode}`;
  await sql`update visitors set deleted_at = null where pk = ${own.visitor}`;
  await sql`update validation_sponsors set ended_from = null, version = 1 where pk = ${own.sponsor}`;
  await sql`update visitors set asked_at = ${at.clock()} where pk = ${own.waiting}`;
  await sql`
    update visitor_imports set finished_at = ${at.clock()}, undo_state = 'available',
      undo_started_at = null, undo_finished_at = null
    where pk = ${own.visitorImport}`;
  await sql`
    update history_imports set finished_at = ${at.clock()}, undo_state = 'available',
      undo_started_at = null, undo_finished_at = null
    where pk = ${own.historyImport}`;
  await sql`
    update privacy_requests set state = 'open', confirmed_by = null, confirmed_at = null
    where pk = ${own.privacyRequest}`;
  await sql`delete from organization_exports where state = 'waiting'`;
  await sql`delete from watched_plates where pk <> ${own.watchedPlate}`;
  await restoreWatchedPlate(at, own);
  await sql`delete from book_exports where corrects = ${own.bookExport}`;
  await sql`delete from month_closings where month = ${emptyMonths.signed}`;
  await sql`update auditor_links set revoked_at = null where pk = ${own.auditorLink}`;
  await sql`update month_closings set reopened_at = null, reopened_by = null, reopened_because = null`;
  await sql`update kiosks set ended_at = null where pk = ${own.kiosk}`;
  await sql`
    update violations set status = 'Created', waived_by = null, waived_at = null, waived_reason = null
    where uuid = ${own.violation}`;
  await sql`
    update appeals set decision = null, answer = null, decided_by = null, decided_at = null
    where pk = ${own.appeal}`;
  await sql`update visits set reviewed_at = null, verdict = null where pk = ${own.visit}`;
  await sql`delete from desk_claims where visit_pk = ${own.visit}`;
  await sql`delete from desk_decisions where visit_pk = ${own.visit} and pk <> ${own.decision}`;
  await sql`update desk_decisions set undone_at = null where pk = ${own.decision}`;
  await sql`update rentals set end_date = null, ended_at = null where pk = ${own.rental}`;
  await sql`delete from promo_uses where rental_pk = ${own.rental}`;
  const spot = { pk: Number(own.spot), organization: Number(own.organization) };
  await sql`
    update service_cars set ended_at = case when pk = ${own.serviceCar} then null else now() end
    where organization_id = ${own.organization}`;
  await restoreValet(world);
  const [event] = await sql`select pk from events where pk = ${own.event}`;
  if (!event) await makeEvent(sql, spot, { pk: Number(own.event) });
  const [rate] = await sql`select pk from rates where pk = ${own.rate}`;
  if (!rate) await makeRate(sql, spot, { pk: Number(own.rate) });
  const [report] = await sql`select pk from custom_reports where pk = ${own.customReport}`;
  if (!report) await makeCustomReport(sql, spot, { pk: Number(own.customReport) });
  const [file] = await sql`select pk from remittance_files where pk = ${own.remittanceFile}`;
  if (!file)
    await makeRemittanceFile(sql, { pk: spot.organization }, { pk: Number(own.remittanceFile) });
}

/** Everything that calls name of an organization and one of its properties, apart from people. */
async function makePlace(
  at: TestApp,
  organization: { pk: number; uuid: string },
  spot: TestSpot,
): Promise<Partial<Location>> {
  const sql = at.database.system;
  await makeClosing(sql, organization);
  return {
    organization: String(organization.pk),
    apiKey: String((await makeApiKey(sql, organization, ['notes'])).pk),
    ...(await makeWebhooks(sql, organization)),
    ...(await makeTeam(at, organization)),
    ...(await makeAuditorLinks(sql, organization)),
    bankLine: await makeBankLine(at, organization),
    remittanceFile: await makeRemittanceFile(sql, organization),
    historyImport: await makeHistoryImport(sql, organization),
    bookExport: String((await makeBookExport(sql, organization)).pk),
    ...(await makeCameras(at, organization)),
    ...(await makeProperty(at, spot)),
  };
}

/** Everything that calls name of a property. */
export async function makeProperty(at: TestApp, spot: TestSpot) {
  return {
    spot: String(spot.pk),
    historySpot: String(spot.pk),
    calendarToken: await makeCalendarFeed(at.database.system, spot),
    ...(await makeValetSessions(at, spot)),
    ...(await makePromotions(at, spot)),
    ...(await makeGuests(at, spot)),
    ...(await makeRecords(at, spot)),
  };
}

async function fillWorld({
  at,
  own,
  ownByUuid,
  foreign,
  absent,
  secrets,
  cameraKeys,
  people,
}: AccessWorld): Promise<void> {
  const sql = at.database.system;
  const organization = await makeOrganization(sql);
  const spot = await makeSpot(sql, { organization, classification: 'Airport Lot' });
  await record(sql, spot, [rental(spot, '2026-06-15T10:00:00Z', 1000, knownRental)]);
  await moveMoney(sql, spot, [movement('2026-05-15T10:00:00Z', 500)]);
  const other = await makeOrganization(sql, { name: 'Rival Parking' });
  const otherSpot = await makeSpot(sql, { organization: other, classification: 'Airport Lot' });
  const full = await makeApiKey(sql, organization, grants);
  const ended = await makeApiKey(sql, organization, grants, { revoked: true });
  const rivals = await makeApiKey(sql, other, grants);
  Object.assign(secrets, { full: full.key, revoked: ended.key, foreign: rivals.key });
  // A token works for anyone who has it, and may be sent again.
  const einToken = await at.sandbox.createToken({ kind: 'ein', ein: '12-3456789' });
  const cardToken = await at.sandbox.createCardToken(goodCard);
  const somebodyElse = await makeValetSession(at, otherSpot, { since: at.clock() });
  const { chargeRef } = await makeUnconfirmedPayment(at, otherSpot, {
    session: somebodyElse,
    person: await makePerson(sql),
  });
  const { client_secret: paymentSecret } = await at.sandbox.startConfirmation(chargeRef);
  Object.assign(absent, { einToken, cardToken, paymentSecret });
  const shared = { einToken, cardToken, paymentSecret, person: String((await makePerson(sql)).pk) };
  Object.assign(own, shared, await makePlace(at, organization, spot));
  Object.assign(ownByUuid, own, { organization: organization.uuid, spot: spot.uuid });
  Object.assign(foreign, shared, await makePlace(at, other, otherSpot));
  const endedFeed = await makeCameraFeed(sql, organization, 'plate-recognizer', { revoked: true });
  Object.assign(cameraKeys, {
    live: own.feedKey,
    revoked: endedFeed.key,
    foreign: foreign.feedKey,
  });
  await signEmptyMonth(sql, organization);
  for (const role of roles) {
    const person = await makePerson(sql);
    await affiliate(sql, person, organization, role);
    people[role] = person.pk;
  }
  people.Superuser = (await makePerson(sql, { superuser: true })).pk;
  people.renter = (await makePerson(sql, { is_renter: true })).pk;
  people.nobody = (await makePerson(sql)).pk;
  const tower = await makePerson(sql);
  await affiliate(sql, tower, organization, 'ADMIN', 'towing');
  people['tow truck driver'] = tower.pk;
  const rival = await makePerson(sql);
  await affiliate(sql, rival, other, 'ADMIN');
  people['the foreign Admin'] = rival.pk;
}

/** Two organizations in a separate app, with everything that the examples name. */
export async function openAccessWorld(): Promise<AccessWorld> {
  const mounted: string[] = [];
  const note = (message: unknown) => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', (route) => {
      for (const method of [route.method].flat()) mounted.push(`${method} ${route.url}`);
    });
  };
  subscribe('fastify.initialization', note);
  const at = await testApp({
    now: '2026-06-15T19:00:00Z',
    settings: { STRIPE_WEBHOOK_SECRET: 'whsec_of_the_access_test', DEMO: '1' },
  });
  unsubscribe('fastify.initialization', note);
  const world: AccessWorld = {
    at,
    own: {} as Location,
    ownByUuid: {} as Location,
    foreign: {} as Location,
    absent: { ...unknownThings },
    secrets: {} as AccessWorld['secrets'],
    cameraKeys: {} as AccessWorld['cameraKeys'],
    people: {} as AccessWorld['people'],
    mounted,
    tokens: new Map(),
    isChanged: true,
  };
  await fillWorld(world);
  return world;
}

async function startSession(
  { at, people, tokens }: AccessWorld,
  caller: keyof AccessWorld['people'],
) {
  const token = tokens.get(caller) ?? (await at.sessions.start(people[caller], null));
  tokens.set(caller, token);
  return token;
}

/** Calls an endpoint as a caller, with its example. First restores what an earlier call changed. */
export async function callAs(
  world: AccessWorld,
  caller: keyof AccessWorld['people'],
  name: string,
  place: Location,
) {
  const { at, people } = world;
  const endpoint = endpoints.get(name) as Endpoint;
  // A read or a refused call must leave everything as it was; otherwise the following calls fail.
  if (world.isChanged) {
    await restore(world);
    // Some calls end sessions.
    world.tokens.clear();
  }
  const isHistory = name === 'createHistoryImport' || name === 'previewHistory';
  if (isHistory || name === 'startVisitorImport' || name === 'previewVisitorFile')
    await restoreUpload(world, people[caller], isHistory);
  // Each person's attempts at codes are counted, even refused ones.
  if (endpoint.path.includes('valet')) {
    await at.database.system`delete from limits where subject like 'valet %'`;
  }
  const token = await startSession(world, caller);
  world.isChanged = true;
  const answer = await at.call(endpoint, table[name]?.input(place), { token });
  world.isChanged = endpoint.method !== 'GET' && answer.status < 400;
  if (name === 'logOut') world.tokens.delete(caller);
  return answer;
}

export function mayCall(name: string, caller: Caller): boolean {
  const { may } = table[name] as (typeof table)[string];
  if (may === 'everybody' || may === 'signed in' || caller === 'Superuser') return true;
  return Array.isArray(may) && may.includes(caller);
}

export const isMember = (caller: Caller) => (roles as readonly string[]).includes(caller);

export const names = [...endpoints.keys()];
/** Endpoints that name an organization or a record in one. */
export const scoped = names.filter((name) => scopeSource((endpoints.get(name) as Endpoint).access));
export const machines = names.filter((name) => table[name]?.may === 'machines');
export const senders = names.filter((name) => table[name]?.may === 'cameras');
export const ofKiosks = names.filter((name) => table[name]?.may === 'kiosks');
export const peoples = names.filter(
  (name) => ![...machines, ...senders, ...ofKiosks].includes(name),
);
