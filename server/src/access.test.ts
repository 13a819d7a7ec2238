import { randomUUID } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Readable } from 'node:stream';
import { grants, roles } from '@lotkeeper/contract/kernel/access';
import type { BatchAnswer } from '@lotkeeper/contract/kernel/batch';
import type { Endpoint } from '@lotkeeper/contract/kernel/endpoint';
import { errorEnvelope } from '@lotkeeper/contract/kernel/errors';
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { newKioskToken } from './kernel/access/kiosks.ts';
import { newToken } from './kernel/access/secrets.ts';
import { requestIdHeader } from './kernel/http/request-id.ts';
import { recordVisits } from './records/visits.ts';
import type { Location } from './testing/access.examples.ts';
import { examples, knownRental } from './testing/access.examples.ts';
import { makeApiKey } from './testing/api-keys.factory.ts';
import { makeCamera, makeCameraFeed, makeUnknownMessage } from './testing/cameras.factory.ts';
import { makeCharge } from './testing/charges.factory.ts';
import { makeCustomReport } from './testing/custom-reports.factory.ts';
import { contractEndpoints, scopeSource } from './testing/endpoints.ts';
import { makeEvent } from './testing/events.factory.ts';
import { makeKiosk } from './testing/kiosks.factory.ts';
import {
  affiliate,
  makeInvitation,
  makeOrganization,
  makePerson,
  signedInMember,
} from './testing/people.factory.ts';
import { makePromoCode } from './testing/promo-codes.factory.ts';
import { makeRate } from './testing/rates.factory.ts';
import { record, recording, rental } from './testing/rentals.factory.ts';
import type { TestSpot } from './testing/spots.factory.ts';
import { makeSpot } from './testing/spots.factory.ts';
import type { TestApp } from './testing/test-app.ts';
import { testApp } from './testing/test-app.ts';
import { goodCard, makeUnconfirmedPayment, makeValetSession } from './testing/valet.factory.ts';
import { makeViolation } from './testing/violations.factory.ts';
import { makeVisitor, makeVisitorCode, makeVisitorImport } from './testing/visitors.factory.ts';
import { visitTo } from './testing/visits.factory.ts';

const endpoints = await contractEndpoints();
const table: Record<string, { may: unknown; input: (place: Location) => unknown; kiosk?: true }> =
  examples;

/** Everybody who might call, by their relation to the organization in the examples. */
const callers = [...roles, 'Superuser', 'renter', 'nobody', 'tow truck driver'] as const;
type Caller = (typeof callers)[number];

const mounted: string[] = [];
let at: TestApp;
const own = {} as Location;
const ownByUuid = {} as Location;
const foreign = {} as Location;
const absent: Location = {
  organization: '999999999',
  spot: '999999999',
  apiKey: '999999999',
  person: '999999999',
  member: '999999999',
  invitation: '999999999',
  promoCode: '999999999',
  customReport: '999999999',
  visitorCode: '999999999',
  visitor: '999999999',
  code: 'NONE',
  upload: '00000000-0000-4000-8000-000000000000',
  visitorImport: '999999999',
  waiting: '999999999',
  kiosk: '999999999',
  event: '999999999',
  violation: '99999999-9999-4999-8999-999999999999',
  violationCode: 'NOSUCH1',
  visit: '999999999',
  hold: '999999999',
  privacyRequest: '999999999',
  rental: '999999999',
  chargedRental: '999999999',
  charge: 'none',
  entry: '999999999',
  monthlyRental: '99999999-9999-4999-8999-999999999999',
  car: '999999999',
  rate: '999999999',
  feed: '999999999',
  camera: '999999999',
  message: '999999999',
  feedKey: `lc_${newToken()}`,
  einToken: 'none',
  cardToken: 'none',
  valetPending: '999999999',
  valetActive: '999999999',
  valetCode: 'NOSUCH',
  valetLink: '1.1.nobody-has-signed-this',
  confirmLink: '1.1.nobody-has-signed-this',
  paymentSecret: 'none',
};
/** Keys of the own organization: made for everything, for all but what is called, ended; and one of the other's. */
const secrets = {} as Record<'full' | 'revoked' | 'foreign', string>;
/** Keys of cameras: one that lives, one that was ended, and one of the other organization. */
const cameraKeys = {} as Record<'live' | 'revoked' | 'foreign', string>;
const people = {} as Record<Caller | 'the foreign Admin', number>;

/** A sender that calls may end with its camera and message, and the key of one that lives on. */
async function camerasOf(organization: { pk: number }) {
  const sql = at.database.system;
  const feed = await makeCameraFeed(sql, organization, 'axis');
  const { key } = await makeCameraFeed(sql, organization, 'plate-recognizer');
  return {
    feed: String(feed.pk),
    camera: String((await makeCamera(sql, organization, feed)).pk),
    message: String((await makeUnknownMessage(sql, organization, feed)).pk),
    feedKey: key,
  };
}

/** A member and an open invitation of an organization. */
async function teamOf(organization: { pk: number }) {
  const sql = at.database.system;
  const person = await makePerson(sql);
  await affiliate(sql, person, organization, 'VALET');
  const invited = await makeInvitation(sql, organization);
  return { member: String(person.pk), invitation: String(invited.pk) };
}

/** A discount code of a property, with a link to book by, and a report that it keeps. */
async function promoCodeOf(spot: TestSpot) {
  const sql = at.database.system;
  await sql`update spots set webflow_page_url = 'https://parking.example.com/lot' where pk = ${spot.pk}`;
  return {
    promoCode: String((await makePromoCode(sql, spot)).pk),
    customReport: String((await makeCustomReport(sql, spot)).pk),
  };
}

/** A validation code, a visitor and an uploaded file of a property. */
async function guestsOf(spot: TestSpot) {
  const sql = at.database.system;
  const code = await makeVisitorCode(sql, spot);
  return {
    visitorCode: String(code.pk),
    visitor: String((await makeVisitor(sql, spot)).pk),
    code: code.code,
    visitorImport: String((await makeVisitorImport(sql, spot, code)).pk),
    upload: randomUUID(),
    waiting: String((await makeVisitor(sql, spot, { grants: [] })).pk),
    kiosk: String((await makeKiosk(at, spot)).pk),
  };
}

/** An open violation of a property, as calls name it. */
async function violationOf(spot: TestSpot) {
  const { uuid, code } = await makeViolation(at.database.system, spot);
  return { violation: uuid, violationCode: code };
}

/** A visit of a property. */
async function visitOf(spot: TestSpot) {
  const [made] = await recording(at.database.system, spot.organization, (recorder) =>
    recordVisits(recorder, [visitTo(spot, '2026-06-15T10:00:00Z')]),
  );
  return { visit: String(made?.pk) };
}

/** A monthly rental of a property, its payment, and a car of the organization. */
async function rentalOf(spot: TestSpot) {
  const sql = at.database.system;
  const [made] = await record(sql, spot, [
    rental(spot, '2026-06-01T10:00:00Z', 9000, {
      rental_type: 'monthly',
      end_date: null,
      car: { plate: 'WALK 1', state: 'AZ', country: 'US' },
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
  };
}

/** A valet session that waits for its car, and one whose car is here and paid for. */
async function valetOf(spot: TestSpot) {
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
  };
}

/** Puts the valet sessions back to where they were, and has everybody know their codes. */
async function restoreValet(): Promise<void> {
  const sql = at.database.system;
  await sql`
    update valet_sessions set status = 'pending', checked_in_at = null, checked_out_at = null
    where pk = ${own.valetPending}`;
  await sql`
    update valet_sessions set status = 'active', checked_out_at = null where pk = ${own.valetActive}`;
  await sql`
    insert into valet_verifications (organization_id, session_pk, person_pk, verified_at)
    select s.organization_id, s.pk, p.pk, ${at.clock()} from valet_sessions s, people p
    where s.pk in (${own.valetPending}, ${own.valetActive}) on conflict do nothing`;
}

/** A rental of a property whose driver's card was charged. */
async function chargeOf(spot: TestSpot) {
  const valet = await signedInMember(at, { pk: spot.organization }, 'VALET');
  const { rental: chargedRental, ref: charge } = await makeCharge(at, spot, { valet });
  return { chargedRental, charge };
}

/** Things of a property that calls name by their number alone. */
async function recordsOf(spot: TestSpot) {
  const sql = at.database.system;
  return {
    event: String(await makeEvent(sql, spot)),
    rate: String(await makeRate(sql, spot)),
    ...(await violationOf(spot)),
    ...(await holdOf(spot)),
    privacyRequest: await privacyRequestOf(spot),
    ...(await rentalOf(spot)),
    ...(await chargeOf(spot)),
  };
}

/** A visit, and a hold on it. */
async function holdOf(spot: TestSpot) {
  const { visit } = await visitOf(spot);
  const { pk } = await makePerson(at.database.system);
  const row = {
    organization_id: spot.organization,
    visit_pk: visit,
    reason: 'A lawsuit',
    placed_by: pk,
    placed_at: at.clock(),
  };
  const [hold] = await at.database.system<[{ pk: number }]>`
    insert into holds ${at.database.system.values(row)} returning pk`;
  return { visit, hold: String(hold.pk) };
}

/** An open request of a driver about the plate ABC123. */
async function privacyRequestOf(spot: TestSpot): Promise<string> {
  const sql = at.database.system;
  const { pk } = await makePerson(sql);
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

/** Makes the uploaded file the caller's, and has no other in work. */
async function restoreUpload(caller: number): Promise<void> {
  const sql = at.database.system;
  await sql`delete from visitor_imports where state = 'running'`;
  await sql`
    insert into uploads (uuid, person_pk, created_at) values (${own.upload}, ${caller}, ${at.clock()})
    on conflict (uuid) do update set person_pk = excluded.person_pk`;
  await at.files.keep(own.upload, Readable.from([Buffer.from('plate,state\nABC 123,AZ\n')]));
}

/** Puts back what a call before may have ended. */
async function restore(): Promise<void> {
  const sql = at.database.system;
  await sql`
    insert into affiliations (organization_id, person_pk, role)
    values (${own.organization}, ${own.member}, 'VALET') on conflict do nothing`;
  await sql`update invitations set removed_at = null where pk = ${own.invitation}`;
  await sql`update promo_codes set deleted_at = null where pk = ${own.promoCode}`;
  await sql`update visitor_codes set deleted_at = null where pk = ${own.visitorCode}`;
  await sql`update visitors set deleted_at = null where pk = ${own.visitor}`;
  await sql`update visitors set asked_at = ${at.clock()} where pk = ${own.waiting}`;
  await sql`
    update visitor_imports set finished_at = ${at.clock()}, undo_state = 'available',
      undo_started_at = null, undo_finished_at = null
    where pk = ${own.visitorImport}`;
  await sql`
    update privacy_requests set state = 'open', confirmed_by = null, confirmed_at = null
    where pk = ${own.privacyRequest}`;
  await sql`update kiosks set ended_at = null where pk = ${own.kiosk}`;
  await sql`
    update violations set status = 'Created', waived_by = null, waived_at = null, waived_reason = null
    where uuid = ${own.violation}`;
  await sql`update rentals set end_date = null, ended_at = null where pk = ${own.rental}`;
  await sql`delete from promo_uses where rental_pk = ${own.rental}`;
  const spot = { pk: Number(own.spot), organization: Number(own.organization) };
  await restoreValet();
  const [event] = await sql`select pk from events where pk = ${own.event}`;
  if (!event) await makeEvent(sql, spot, { pk: Number(own.event) });
  const [rate] = await sql`select pk from rates where pk = ${own.rate}`;
  if (!rate) await makeRate(sql, spot, { pk: Number(own.rate) });
  const [report] = await sql`select pk from custom_reports where pk = ${own.customReport}`;
  if (!report) await makeCustomReport(sql, spot, { pk: Number(own.customReport) });
}

async function makeWorld(): Promise<void> {
  const sql = at.database.system;
  const organization = await makeOrganization(sql);
  const spot = await makeSpot(sql, { organization, classification: 'Airport Lot' });
  await record(sql, spot, [rental(spot, '2026-06-15T10:00:00Z', 1000, knownRental)]);
  const other = await makeOrganization(sql, { name: 'Rival Parking' });
  const otherSpot = await makeSpot(sql, { organization: other, classification: 'Airport Lot' });
  const full = await makeApiKey(sql, organization, grants);
  const ended = await makeApiKey(sql, organization, grants, { revoked: true });
  const rivals = await makeApiKey(sql, other, grants);
  Object.assign(secrets, { full: full.key, revoked: ended.key, foreign: rivals.key });
  const apiKey = String((await makeApiKey(sql, organization, ['notes'])).pk);
  const camera = await camerasOf(organization);
  const rivalCamera = await camerasOf(other);
  const endedFeed = await makeCameraFeed(sql, organization, 'plate-recognizer', { revoked: true });
  Object.assign(cameraKeys, {
    live: camera.feedKey,
    revoked: endedFeed.key,
    foreign: rivalCamera.feedKey,
  });
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
  const somebody = await makePerson(sql);
  const things = {
    apiKey,
    einToken,
    cardToken,
    paymentSecret,
    ...(await valetOf(spot)),
    person: String(somebody.pk),
    ...(await teamOf(organization)),
    ...(await promoCodeOf(spot)),
    ...(await guestsOf(spot)),
    ...(await recordsOf(spot)),
    ...camera,
  };
  Object.assign(own, { organization: String(organization.pk), spot: String(spot.pk), ...things });
  Object.assign(ownByUuid, { organization: organization.uuid, spot: spot.uuid, ...things });
  Object.assign(foreign, {
    organization: String(other.pk),
    spot: String(otherSpot.pk),
    apiKey: String(rivals.pk),
    person: String(somebody.pk),
    ...(await teamOf(other)),
    ...(await promoCodeOf(otherSpot)),
    ...(await guestsOf(otherSpot)),
    ...(await recordsOf(otherSpot)),
    einToken,
    cardToken,
    paymentSecret,
    ...(await valetOf(otherSpot)),
    ...rivalCamera,
  });
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

beforeAll(async () => {
  const note = (message: unknown) => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', (route) => {
      for (const method of [route.method].flat()) mounted.push(`${method} ${route.url}`);
    });
  };
  subscribe('fastify.initialization', note);
  at = await testApp({
    now: '2026-06-15T19:00:00Z',
    settings: { STRIPE_WEBHOOK_SECRET: 'whsec_of_the_access_test' },
  });
  unsubscribe('fastify.initialization', note);
  await makeWorld();
});

/** Whether the call before may have changed what the examples name. */
let isChanged = true;

/** Codes tried by somebody are counted, also when they are refused. */
const forgetTries = () => at.database.system`delete from limits where subject like 'valet %'`;

// Some calls end sessions, so each has one of its own.
async function callAs(caller: keyof typeof people, name: string, place: Location) {
  const endpoint = endpoints.get(name) as Endpoint;
  const token = await at.sessions.start(people[caller], null);
  // A read or a refused call must leave everything as it was; if it doesn't, the calls after it fail.
  if (isChanged) await restore();
  if (name === 'startVisitorImport') await restoreUpload(people[caller]);
  if (endpoint.path.includes('valet')) await forgetTries();
  isChanged = true;
  const answer = await at.call(endpoint, table[name]?.input(place), { token });
  isChanged = endpoint.method !== 'GET' && answer.status < 400;
  return answer;
}

function mayCall(name: string, caller: Caller): boolean {
  const { may } = table[name] as (typeof table)[string];
  if (may === 'everybody' || may === 'signed in' || caller === 'Superuser') return true;
  return Array.isArray(may) && may.includes(caller);
}

/** Calls that the examples make with a code or ticket that nobody has. */
const refusesAnybody = [
  'logIn',
  'lookAtTicket',
  'exchangeTicket',
  'openKiosk',
  'getPicture',
  'receiveStripeEvent',
];
const isMember = (caller: Caller) => (roles as readonly string[]).includes(caller);
const names = [...endpoints.keys()];
const scoped = names.filter((name) => scopeSource((endpoints.get(name) as Endpoint).access));
const machines = names.filter((name) => table[name]?.may === 'machines');
const senders = names.filter((name) => table[name]?.may === 'cameras');
const ofKiosks = names.filter((name) => table[name]?.may === 'kiosks');
const peoples = names.filter((name) => ![...machines, ...senders, ...ofKiosks].includes(name));
const closed = peoples.filter((name) => table[name]?.may !== 'everybody');

test('every endpoint of the contract has an example, and every example an endpoint', () => {
  expect(Object.keys(examples).sort()).toEqual([...names].sort());
  expect(names.length).toBeGreaterThan(15);
});

test('every mounted route comes from the contract, documentation aside, and every endpoint is mounted', () => {
  const wanted = new Set(
    [...endpoints.values()].flatMap(({ method, path }) =>
      method === 'GET' ? [`GET ${path}`, `HEAD ${path}`] : [`${method} ${path}`],
    ),
  );
  const others = mounted.filter((route) => !wanted.has(route));
  expect(others.filter((route) => !/^(GET|HEAD) \/(api\/docs|assets)\b/.test(route))).toEqual([]);
  expect([...wanted].filter((route) => !mounted.includes(route))).toEqual([]);
});

describe.each(peoples)('%s', (name) => {
  for (const caller of callers) {
    const allowed = mayCall(name, caller);
    const stranger = scoped.includes(name) && !isMember(caller) && caller !== 'Superuser';
    const says = allowed ? 'is answered' : stranger ? 'is told there is nothing' : 'is refused';
    test(`${caller} ${says}`, async () => {
      const { status, error } = await callAs(caller, name, own);
      if (allowed) expect([200, 204, 400]).toContain(status);
      else expect(status).toBe(stranger ? 404 : 403);
      if (allowed && !refusesAnybody.includes(name)) expect(status).toBeLessThan(300);
      if (!allowed) expect(errorEnvelope.safeParse(error).success).toBe(true);
    });
  }
});

describe.each(scoped)('%s of another organization', (name) => {
  for (const caller of ['the foreign Admin', ...roles] as const) {
    test(`${caller} gets the same 404 as for an id that does not exist`, async () => {
      const hidden = await callAs(caller, name, caller === 'the foreign Admin' ? own : foreign);
      const nothing = await callAs(caller, name, absent);
      expect(hidden.status).toBe(404);
      expect(hidden.response.body).toBe(nothing.response.body);
      const { date: _, [requestIdHeader]: __, ...headers } = hidden.response.headers;
      expect(nothing.response.headers).toMatchObject(headers);
    });
  }

  test('a UUID gets a member the same response as the pk, and a stranger a 404', async () => {
    const who = mayCall(name, 'ADMIN') ? 'ADMIN' : 'Superuser';
    const byUuid = await callAs(who, name, ownByUuid);
    const byPk = await callAs(who, name, own);
    expect(byUuid.status).toBe(byPk.status);
    expect([200, 204]).toContain(byUuid.status);
    // What makes a thing makes another one each time.
    if (!name.startsWith('create')) expect(byUuid.response.body).toBe(byPk.response.body);
    expect((await callAs('the foreign Admin', name, ownByUuid)).status).toBe(404);
  });
});

describe.each(machines)('%s', (name) => {
  const call = (token: string | null, place: Location = own) =>
    at.call(
      endpoints.get(name) as Endpoint,
      table[name]?.input(place),
      token === null ? {} : { token },
    );
  const outcomesOf = (body: unknown) =>
    (body as BatchAnswer).results.map(({ outcome, detail }) => [outcome, detail]);

  test('a key made for the endpoint is accepted', async () => {
    const { status, body } = await call(secrets.full);
    expect(status).toBe(200);
    if (isBatch) expect(outcomesOf(body)[0]?.[0]).not.toBe('refused');
  });

  const { access, items } = endpoints.get(name) as Endpoint;
  const isBatch = items !== undefined;
  const forAnyKey = access.scope === 'machine' && access.grant === null;

  if (!forAnyKey)
    test('a key with every grant but the endpoint’s is refused', async () => {
      const others = grants.filter((grant) => !('grant' in access) || grant !== access.grant);
      const { key } = await makeApiKey(
        at.database.system,
        { pk: Number(own.organization) },
        others,
      );
      const { status, error } = await call(key);
      expect([status, error.code]).toEqual([403, 'not_allowed']);
    });

  test('a wrong or revoked key, a session token and no key are answered 401', async () => {
    const session = await at.sessions.start(people.Superuser, null);
    for (const token of [`lk_${newToken()}`, secrets.revoked, session, null]) {
      const { status, error } = await call(token);
      expect([status, error.code]).toEqual([401, 'key_invalid']);
    }
  });

  if (isBatch) {
    test('another organization’s record is refused like one that does not exist', async () => {
      const hidden = await call(secrets.foreign, own);
      const nothing = await call(secrets.foreign, absent);
      expect(hidden.status).toBe(200);
      const [[outcome, detail] = []] = outcomesOf(hidden.body);
      expect(outcome).toBe('refused');
      expect(detail).toMatch(/^There is no such (property|rental)\.$/);
      expect(hidden.response.body).toBe(nothing.response.body);
    });
  }
});

describe.each(senders)('%s', (name) => {
  const call = (key: string | null) =>
    at.call(
      endpoints.get(name) as Endpoint,
      table[name]?.input({ ...own, feedKey: key ?? 'none' }),
      key === null ? {} : { token: key },
    );

  test('the key of a live sender is accepted', async () => {
    expect((await call(cameraKeys.live)).status).toBe(200);
  });

  test('a wrong or revoked key, an API key, a session token and no key are answered 401 in the same words', async () => {
    const session = await at.sessions.start(people.Superuser, null);
    const keys = [`lc_${newToken()}`, cameraKeys.revoked, secrets.full, session, null];
    const answers = await Promise.all(keys.map(call));
    for (const { status, error } of answers) {
      expect([status, error.code]).toEqual([401, 'key_invalid']);
    }
    expect(new Set(answers.map(({ response }) => response.body)).size).toBe(1);
  });

  test('another organization’s key adds no row here', async () => {
    const count = async () => {
      const [row] = await at.database.system<[{ rows: number }]>`
        select (select count(*) from cameras where organization_id = ${own.organization})
          + (select count(*) from camera_messages where organization_id = ${own.organization}) as rows`;
      return row.rows;
    };
    const before = await count();
    expect((await call(cameraKeys.foreign)).status).toBe(200);
    expect(await count()).toBe(before);
  });
});

describe('a kiosk', () => {
  const call = (name: string, token: string, place: Location = own) =>
    at.call(endpoints.get(name) as Endpoint, table[name]?.input(place), { token });
  const open = names.filter((name) => ofKiosks.includes(name) || table[name]?.kiosk);
  const shut = names.filter((name) => !open.includes(name) && table[name]?.may !== 'everybody');

  test('a kiosk may call five endpoints', () => {
    expect(open.toSorted()).toEqual([
      'createVisitor',
      'getKiosk',
      'listWaitingVisitors',
      'unlockKiosk',
      'validateVisitor',
    ]);
  });

  test.each(open)('a kiosk may call %s', async (name) => {
    await restore();
    const { token } = await makeKiosk(at, { pk: Number(own.spot) }, { unlocked: true });
    expect((await call(name, token)).status).toBeLessThan(300);
  });

  test.each(shut)('a kiosk that calls %s is refused like an unknown token', async (name) => {
    const { token } = await makeKiosk(at, { pk: Number(own.spot) }, { unlocked: true });
    const refused = await call(name, token, { ...own, feedKey: token });
    expect(refused.status).toBe(401);
    const nobody = newKioskToken();
    const unknown = await call(name, nobody, { ...own, feedKey: nobody });
    expect(refused.response.body).toBe(unknown.response.body);
  });

  test.each(open.filter((name) => !ofKiosks.includes(name)))(
    'a kiosk of another property or organization gets a 404 from %s',
    async (name) => {
      const sql = at.database.system;
      const beside = await makeSpot(sql, { organization: { pk: Number(own.organization) } });
      for (const spot of [beside, { pk: Number(foreign.spot) }]) {
        const { token } = await makeKiosk(at, spot, { unlocked: true });
        const hidden = await call(name, token);
        expect(hidden.status).toBe(404);
        expect(hidden.response.body).toBe((await call(name, token, absent)).response.body);
      }
    },
  );

  test.each(open)('an ended kiosk and one not seen for a week get a 401 from %s', async (name) => {
    const ended = await makeKiosk(at, { pk: Number(own.spot) }, { unlocked: true });
    const idle = await makeKiosk(at, { pk: Number(own.spot) }, { unlocked: true });
    await at.database.system`update kiosks set ended_at = ${at.clock()} where pk = ${ended.pk}`;
    await at.database.system`update kiosks set created_at = ${at.clock() - 8 * 86_400_000},
      last_seen_at = null where pk = ${idle.pk}`;
    for (const { token } of [ended, idle]) {
      const { status, error } = await call(name, token);
      expect([status, error.code]).toEqual([401, 'session_ended']);
    }
  });

  test.each(ofKiosks)('a session token is not a kiosk’s and gets a 401 from %s', async (name) => {
    const session = await at.sessions.start(people.Superuser, null);
    expect((await call(name, session)).status).toBe(401);
  });
});

describe.each(closed)('%s', (name) => {
  const call = (headers: Record<string, string>) =>
    at.call(endpoints.get(name) as Endpoint, table[name]?.input(own), { headers });

  test('a missing, ended or malformed token and a cookie are answered 401', async () => {
    const ended = await at.sessions.start(people.Superuser, null);
    const live = await at.sessions.find(ended);
    await at.sessions.end(live?.pk ?? 0);
    const other = await at.sessions.start(people.Superuser, null);
    const answers = await Promise.all([
      call({}),
      call({ authorization: `Token ${newToken()}` }),
      call({ authorization: `Token ${ended}` }),
      call({ authorization: `Bearer ${other}` }),
      call({ authorization: other }),
      call({ cookie: `auth=${other}` }),
    ]);
    for (const { status, error } of answers) {
      expect(status).toBe(401);
      expect(error.code).toBe('session_ended');
    }
  });
});

describe.each(names.filter((name) => table[name]?.may === 'everybody'))('%s', (name) => {
  test('a public endpoint needs no session and ignores an invalid token', async () => {
    const call = (headers: Record<string, string>) =>
      at.call(endpoints.get(name) as Endpoint, table[name]?.input(own), { headers });
    expect((await call({})).status).not.toBe(401);
    expect((await call({ authorization: `Token ${newToken()}` })).status).not.toBe(401);
  });
});
