import { randomUUID } from 'node:crypto';
import { ingestValet } from '@lotkeeper/contract/intake/ingest';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import {
  addValetPhoto,
  checkInValetSession,
  checkOutValetSession,
  createValetSession,
  getValetSessionByCode,
  getValetSummary,
  listValetLots,
  listValetSessions,
  requestCar,
  resendValetCode,
  updateValetSession,
  valetMessages,
  valetRules,
} from '@lotkeeper/contract/operations/valet';
import { beforeEach, expect, test } from 'vitest';
import { makeApiKey } from '../../../testing/api-keys.factory.ts';
import { makeOrganization, signedInMember } from '../../../testing/people.factory.ts';
import { makePixel, makePng } from '../../../testing/pictures.factory.ts';
import { startPost } from '../../../testing/sign-in.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { makeValetSession } from '../../../testing/valet.factory.ts';

let spot: TestSpot;
let organization: { pk: number; uuid: string };
let valet: { pk: number; token: string };
const log: string[] = [];

const noon = '2026-06-15T19:00:00Z';
const vehicle = { plate: 'abc 123', state: 'AZ', country: 'US' as const };
/** An image of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

const at = await testApp({
  now: noon,
  settings: { LOG_LEVEL: 'debug' },
  logTo: { write: (line) => void log.push(line) },
});
const sql = at.database.system;
const post = await startPost(at);
organization = await makeOrganization(sql);

beforeEach(async () => {
  at.clock.set(noon);
  spot = await makeSpot(sql, { organization });
  valet = await signedInMember(at, organization, 'VALET');
});

const id = (session: { pk: number }) => ({ params: { id: String(session.pk) } });
const enter = (code: string, by = valet) =>
  at.call(getValetSessionByCode, { params: { code }, query: { spot: String(spot.pk) } }, by);
const checkIn = (session: { pk: number }, body: object = vehicle, by = valet) =>
  at.call(checkInValetSession, { ...id(session), body }, by);
const checkOut = (session: { pk: number }, by = valet) =>
  at.call(checkOutValetSession, id(session), by);
const edit = (session: { pk: number }, body: object = vehicle) =>
  at.call(updateValetSession, { ...id(session), body }, valet);
const list = (
  query: {
    search?: string;
    status?: 'active' | 'ended' | 'pending';
    page?: number;
    code?: string;
  } = {},
) =>
  at.call(
    listValetSessions,
    { query: { spot: String(spot.pk), search: '', status: '', page: 1, ...query } },
    valet,
  );
const addPhoto = (session: { pk: number }, bytes: Buffer) =>
  at.call(addValetPhoto, { ...id(session), body: bytes }, valet);
const walkIn = (phone = '6025550147', request = randomUUID()) =>
  at.call(createValetSession, { body: { spot: spot.pk, phone, request } }, valet);
const endSession = ({ pk }: { pk: number }) => sql`
  update valet_sessions set status = 'ended', checked_out_at = checked_in_at where pk = ${pk}`;
const codeOf = async ({ pk }: { pk: number }) => {
  const [row] = await sql<[{ code: string }]>`
    select code from valet_sessions where pk = ${pk}`;
  return row.code;
};
const byLink = (link: string) => ({ params: { token: link } });

test('a session goes from pending to active to ended, and its rental starts and ends with it', async () => {
  await sql`update spots set price_hourly = null where pk = ${spot.pk}`;
  const { body: session } = await walkIn();
  expect(session).toMatchObject({
    status: 'pending',
    phone: '+16025550147',
    car_details: null,
    rental_type: 'hourly',
    rental: null,
    outstanding_balance: 0,
  });
  const code = await codeOf(session);
  expect((await enter(code.toLowerCase())).body.pk).toBe(session.pk);
  const inside = await checkIn(session, { ...vehicle, make: 'Fiat', notes: '', key_tag: 'A7' });
  expect(inside.body).toMatchObject({
    status: 'active',
    car_details: { plate: 'ABC 123', state: 'AZ', country: 'US' },
    make: 'Fiat',
    notes: null,
    key_tag: 'A7',
    checked_in_at: at.clock(),
  });
  at.clock.forward(60_000);
  expect((await checkOut(session)).body).toMatchObject({
    status: 'ended',
    checked_out_at: at.clock(),
  });
  const [rental] = await sql`
    select uuid, start_date, ended_at, renter_phone, rental_type from rentals
    where source = 'valet' and external_id = ${session.uuid}`;
  expect(rental).toEqual({
    uuid: inside.body.rental,
    start_date: fromIso(noon),
    ended_at: at.clock(),
    renter_phone: '+16025550147',
    rental_type: 'hourly',
  });
});

test('a session needs its driver’s recently entered code before it is checked in or out', async () => {
  const session = await makeValetSession(at, spot);
  expect((await checkIn(session)).error).toMatchObject({
    code: 'conflict',
    detail: valetMessages.enterCode,
  });
  await enter(session.code);
  at.clock.forward(valetRules.verifiedMinutes * 60_000);
  expect((await checkIn(session)).error.detail).toBe(valetMessages.enterCode);
  await enter(session.code);
  expect((await checkIn(session)).status).toBe(200);
  const other = await signedInMember(at, organization, 'VALET');
  expect((await checkOut(session, other)).error.detail).toBe(valetMessages.enterCode);
});

test('a session checked in again with the same data stays the same, and with other data it is refused', async () => {
  const session = await makeValetSession(at, spot);
  await enter(session.code);
  const first = await checkIn(session);
  at.clock.forward(1000);
  expect((await checkIn(session)).body.checked_in_at).toBe(first.body.checked_in_at);
  const other = await checkIn(session, { ...vehicle, plate: 'OTHER 1' });
  expect(other.error).toMatchObject({ code: 'conflict', detail: valetMessages.checkedIn });
});

test('a car is not checked out before it is checked in, nor twice by two people', async () => {
  const session = await makeValetSession(at, spot);
  expect((await checkOut(session)).error.detail).toBe(valetMessages.notCheckedIn);
  await sql`update spots set price_hourly = null where pk = ${spot.pk}`;
  const other = await signedInMember(at, organization, 'VALET');
  for (const by of [valet, other]) await enter(session.code, by);
  await checkIn(session);
  const answers = await Promise.all([checkOut(session), checkOut(session, other)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const winner = answers[0]?.status === 200 ? valet : other;
  expect((await checkOut(session, winner)).body.status).toBe('ended');
  const loser = winner === valet ? other : valet;
  expect((await checkOut(session, loser)).error.detail).toBe(valetMessages.ended);
  expect((await checkIn(session)).error.detail).toBe(valetMessages.ended);
});

test('a session can be edited only while it is active, and its rental gets the changed car', async () => {
  const session = await makeValetSession(at, spot);
  expect((await edit(session)).error.detail).toBe(valetMessages.notActive);
  await enter(session.code);
  await checkIn(session, { ...vehicle, color: 'Red' });
  at.clock.forward(1000);
  const changed = await edit(session, { ...vehicle, plate: 'NEW 77', key_tag: 'B2' });
  expect(changed.body).toMatchObject({
    car_details: { plate: 'NEW 77' },
    color: 'Red',
    key_tag: 'B2',
  });
  const [row] = await sql`
    select c.plate from rentals r join cars c on c.pk = r.car_pk where r.external_id = ${session.uuid}`;
  expect(row).toEqual({ plate: 'NEW 77' });
});

test.each([
  [{ ...vehicle, plate: ' ' }, 'plate'],
  [{ plate: 'A', country: 'US' }, 'state'],
  [{ ...vehicle, state: 'ON' }, 'state'],
  [{ ...vehicle, notes: 'n'.repeat(1001) }, 'notes'],
  [{ ...vehicle, code: 'ABCDEF' }, 'code'],
])('a check-in with %j is refused', async (body, field) => {
  const session = await makeValetSession(at, spot);
  const { status, error } = await checkIn(session, body);
  expect(status).toBe(400);
  expect(Object.keys(error.fields ?? {})).toEqual([field]);
});

test('changes of a session are published to the property’s valet pages, and its rental to the other pages', async () => {
  const session = await makeValetSession(at, spot);
  await enter(session.code);
  at.told.length = 0;
  await addPhoto(session, pixel);
  await checkIn(session);
  await edit(session, { ...vehicle, key_tag: 'C3' });
  expect(at.told).toEqual([
    ['server:valet', spot.pk],
    ['server:newRecords', spot.pk],
    ['server:valet', spot.pk],
    ['server:valet', spot.pk],
  ]);
});

test('a walk-in whose request is sent three times creates one session and one text message', async () => {
  await post.collect();
  const request = randomUUID();
  const answers = await Promise.all([1, 2, 3].map(() => walkIn('6025550188', request)));
  expect(new Set(answers.map(({ body }) => body.pk)).size).toBe(1);
  const [text, ...more] = await post.collect();
  expect(more).toEqual([]);
  expect(text).toMatchObject({ medium: 'sms', to: '+16025550188' });
  expect(text?.text).toMatch(
    /^Your valet code at Roosevelt Garage is [2-9A-HJ-NP-Z]{6}\. .*https:\/\/lots\.example\/car\/\d+\.\d+\.[\w-]{43}$/,
  );
});

test.each(['', 'abc', '602-555-0147', '12', '1.2.3'])(
  'a walk-in with the phone number “%s” is refused',
  async (phone) => {
    const { status, error } = await walkIn(phone);
    expect([status, error.fields?.['phone']]).toEqual([400, valetMessages.invalidPhone]);
  },
);

test('a walk-in is charged from check-in at the property’s price at that time', async () => {
  const { body: session } = await walkIn();
  const code = await codeOf(session);
  await enter(code);
  await checkIn(session);
  at.clock.forward(61 * 60_000);
  // Later price changes don't affect a car that is already here.
  await sql`update spots set price_hourly = 900 where pk = ${spot.pk}`;
  expect((await list()).body.results[0]?.outstanding_balance).toBe(1000);
  await enter(code);
  expect((await checkOut(session)).error.detail).toBe(valetMessages.payFirst);
});

test('a booking from outside makes a pending session, and its driver gets one text message', async () => {
  await post.collect();
  const { key } = await makeApiKey(sql, organization, ['valet']);
  const item = { source: 'site', external_id: 'b-1', spot: spot.pk, phone: '+16025550199' };
  const send = () => at.call(ingestValet, { body: { items: [item] } }, { token: key });
  await send();
  await send();
  expect((await post.collect()).map(({ to }) => to)).toEqual(['+16025550199']);
  expect((await list()).body.results).toMatchObject([{ status: 'pending', phone: item.phone }]);
  expect(at.told.at(-1)).toEqual(['server:valet', spot.pk]);
});

test('a code that is unknown, too short, of another property, or of an ended session is invalid', async () => {
  const beside = await makeSpot(sql, { organization });
  const elsewhere = await makeValetSession(at, beside);
  const over = await makeValetSession(at, spot, { since: at.clock() });
  await endSession(over);
  for (const code of ['ZZZZZZ', elsewhere.code, 'ABC', over.code]) {
    const { status, error } = await enter(code);
    expect([status, error.detail]).toEqual([404, valetMessages.invalidCode]);
  }
});

test('wrong codes sent all at once are checked only up to the limit, and only their sender is locked out', async () => {
  const session = await makeValetSession(at, spot);
  const wrong = Array.from({ length: 40 }, (_, n) => `ZZZZ${n % 8 ? 'Y' : 'X'}${(n % 8) + 2}`);
  const answers = await Promise.all(wrong.map((code) => enter(code)));
  const looked = answers.filter(({ status }) => status === 404);
  expect(looked).toHaveLength(valetRules.wrongCodes);
  const locked = await enter(session.code);
  expect([locked.status, locked.error.detail]).toEqual([429, valetMessages.tooManyCodes]);
  const colleague = await signedInMember(at, organization, 'VALET');
  expect((await enter(session.code, colleague)).status).toBe(200);
  at.clock.forward(valetRules.wrongCodesWindowMinutes * 60_000);
  expect((await enter(session.code)).status).toBe(200);
});

test('the list of sessions finds the one with a code, whatever its state, and no other', async () => {
  const { body: session } = await walkIn();
  await walkIn('6025550148');
  const code = await codeOf(session);
  expect((await list({ code: code.toLowerCase() })).body).toMatchObject({
    count: 1,
    results: [{ pk: session.pk }],
  });
  expect((await list({ code, status: 'ended' })).body).toEqual({ count: 0, results: [] });
  await enter(code);
  await checkIn(session);
  await endSession(session);
  expect((await list({ code, status: 'ended' })).body.results).toMatchObject([{ pk: session.pk }]);
  expect((await list({ code: 'ABC' })).body).toEqual({ count: 0, results: [] });
  expect((await list({ code: '' })).body.count).toBe(2);
});

test('codes that are tried in the list count as wrong ones, and finding a session enters no code', async () => {
  const { body: session } = await walkIn();
  await list({ code: await codeOf(session) });
  expect((await checkIn(session)).error.detail).toBe(valetMessages.enterCode);
  for (let n = 0; n < valetRules.wrongCodes; n += 1) {
    expect((await list({ code: 'ZZZZZ0' })).body).toEqual({ count: 0, results: [] });
  }
  expect((await list({ code: await codeOf(session) })).error.detail).toBe(
    valetMessages.tooManyCodes,
  );
});

test('right codes do not count toward the limit of wrong codes', async () => {
  const session = await makeValetSession(at, spot);
  for (let n = 0; n < valetRules.wrongCodes + 5; n++) {
    expect((await enter(session.code)).status).toBe(200);
  }
});

test('a code is texted again to its phone number, but not without a session or too often', async () => {
  const session = await makeValetSession(at, spot, { phone: '+16025550166' });
  await post.collect();
  const resend = (phone: string, phone_country_code?: string) =>
    at.call(resendValetCode, { body: { spot: spot.pk, phone, phone_country_code } }, valet);
  expect((await resend('6025550166')).status).toBe(200);
  const [text] = await post.collect();
  expect(text?.text).toContain(session.code);
  const unknown = await resend('6025550100');
  expect([unknown.status, unknown.error.detail]).toEqual([
    404,
    valetMessages.invalidPhoneForSession,
  ]);
  expect((await resend('6025550166', 'x')).status).toBe(400);
  for (let n = 1; n < valetRules.codesPerPhone; n++) await resend('6025550166');
  const tooMany = await resend('6025550166');
  expect([tooMany.status, tooMany.error.detail]).toEqual([429, valetMessages.tooManyTexts]);
});

test('a code is texted again to a stored number of any country, wherever its digits are split', async () => {
  const session = await makeValetSession(at, spot, { phone: '+447911123456' });
  await post.collect();
  for (const [phone_country_code, phone] of [
    ['+44', '7911123456'],
    ['+4', '47911123456'],
  ] as const) {
    const body = { spot: spot.pk, phone, phone_country_code };
    expect((await at.call(resendValetCode, { body }, valet)).status).toBe(200);
    expect((await post.collect())[0]?.text).toContain(session.code);
  }
});

test('where nothing is set to send texts, the stand gets code and link to hand over, and nowhere else', async () => {
  const body = { spot: spot.pk, phone: '6025550155', request: randomUUID() };
  const resend = { body: { spot: spot.pk, phone: body.phone } };
  const { body: session } = await at.call(createValetSession, { body }, valet);
  const code = await codeOf(session);
  const link = expect.stringMatching(/^\/car\/\d+\.\d+\.[\w-]{43}$/);
  expect(session.untexted).toEqual([{ code, link }]);
  const again = await at.call(createValetSession, { body }, valet);
  expect(again.body.untexted).toEqual(session.untexted);
  const resent = await at.call(resendValetCode, resend, valet);
  expect(resent.body).toEqual({ untexted: session.untexted });
  const driver = session.untexted[0]?.link.slice('/car/'.length) ?? '';
  expect((await at.call(requestCar, byLink(driver))).status).toBe(409);
  const texting = await testApp({
    now: noon,
    database: at.database,
    settings: { SMS_URL: 'http://127.0.0.1:9/', SMS_TOKEN: 'x', SMS_FROM: 'Lots' },
  });
  const texted = await texting.call(createValetSession, { body }, valet);
  expect(texted.body).toMatchObject({ pk: session.pk, untexted: [] });
  expect((await texting.call(resendValetCode, resend, valet)).body).toEqual({ untexted: [] });
});

test('codes and phone numbers appear in no log line, and codes in no answer', async () => {
  const { body: session } = await walkIn('6025550177');
  const code = await codeOf(session);
  const entered = await enter(code);
  expect(log.length).toBeGreaterThan(0);
  expect(log.join('')).not.toContain(code);
  expect(log.join('')).not.toContain('6025550177');
  expect(entered.response.body).not.toContain(code);
  expect((await list()).response.body).not.toContain(code);
});

test('the sessions list shows 25 sessions per page: cars that are here, those expected and those that left, the newest first', async () => {
  const first = await makeValetSession(at, spot, { since: at.clock() });
  at.clock.forward(1000);
  const ended = await makeValetSession(at, spot, { since: at.clock() });
  await endSession(ended);
  const { body } = await list();
  expect(body.results.map(({ pk }) => pk)).toEqual([first.pk, ended.pk]);
  const expected: number[] = [];
  for (let n = 0; n < 24; n++) {
    at.clock.forward(1000);
    expected.unshift((await makeValetSession(at, spot)).pk);
  }
  at.clock.forward(1000);
  const last = await makeValetSession(at, spot, { since: at.clock() });
  const [one, two] = [await list(), await list({ page: 2 })];
  expect([one.body.count, two.body.count]).toEqual([27, 27]);
  const pks = [...one.body.results, ...two.body.results].map(({ pk }) => pk);
  expect(one.body.results).toHaveLength(25);
  expect(pks).toEqual([last.pk, first.pk, ...expected, ended.pk]);
  expect((await list({ page: 3 })).body.results).toEqual([]);
  expect((await list({ status: 'ended' })).body).toMatchObject({
    count: 1,
    results: [{ pk: ended.pk }],
  });
});

test('the sessions list can be searched by plate, phone number, make, model, and key tag', async () => {
  const session = await makeValetSession(at, spot, { phone: '+16025550155' });
  await makeValetSession(at, spot);
  await enter(session.code);
  await checkIn(session, { ...vehicle, make: 'Volvo', model: 'V60_%', key_tag: 'Q99' });
  for (const search of ['abc-12', '555015', '(602) 555-0155', 'vol', 'v60_%', 'q99']) {
    const { body } = await list({ search });
    expect([search, body.results.map(({ pk }) => pk)]).toEqual([search, [session.pk]]);
  }
  for (const search of ['%', 'nothing like it', '9999999']) {
    const found = (await list({ search })).body.results.filter(({ pk }) => pk !== session.pk);
    expect(found).toEqual([]);
  }
});

test('the sessions list and the summary show the same money, and the summary’s day is the property’s', async () => {
  const session = await makeValetSession(at, spot, { since: fromIso('2026-06-15T17:30:00Z') });
  await makeValetSession(at, spot, { since: fromIso('2026-06-15T06:30:00Z') });
  const summary = () =>
    at.call(getValetSummary, { query: { spot: String(spot.pk) } }, valet).then(({ body }) => body);
  const balances = (await list()).body.results.map((one) => one.outstanding_balance);
  expect(balances).toEqual([6500, 1000]);
  expect(await summary()).toEqual({
    here_now: 2,
    checked_in_today: 1,
    checked_out_today: 0,
    outstanding_balance: 7500,
    requests: [],
  });
  await at.call(requestCar, byLink(session.link));
  expect((await summary()).requests.map(({ pk }) => pk)).toEqual([session.pk]);
});

test('the property list counts the cars that are with the valet', async () => {
  await makeValetSession(at, spot, { since: at.clock() });
  await makeValetSession(at, spot);
  const query = { organization: String(organization.pk) };
  const { body } = await at.call(listValetLots, { query }, valet);
  expect(body.find(({ pk }) => pk === spot.pk)).toEqual({
    pk: spot.pk,
    uuid: spot.uuid,
    name: 'Roosevelt Garage',
    quantity: 100,
    active_rentals: 1,
    hidden: false,
  });
});

test('a session keeps each photo once, and no more than eight, which open by their URLs', async () => {
  const session = await makeValetSession(at, spot);
  await addPhoto(session, pixel);
  const { body } = await addPhoto(session, pixel);
  expect(body.photos).toHaveLength(1);
  const shown = await at.app.inject(body.photos[0]?.url ?? '');
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/png']);
  expect(shown.rawPayload.equals(pixel)).toBe(true);
  const more = await Promise.all(
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => addPhoto(session, makePixel(n))),
  );
  expect(more.filter(({ status }) => status === 200)).toHaveLength(7);
  const refused = more.find(({ status }) => status === 409);
  expect(refused?.error.detail).toBe(valetMessages.tooManyPhotos);
  expect((await list()).body.results[0]?.photos).toHaveLength(8);
});

test('a person sends no more than 600 photos an hour, whatever is in them', async () => {
  const session = await makeValetSession(at, spot);
  await addPhoto(session, pixel);
  await sql`update limits set hits = 600 where subject like 'valet photos of %'`;
  expect((await addPhoto(session, pixel.subarray(0, 30))).status).toBe(429);
  await sql`delete from limits`;
});

test('a photo that is not an image, that is too large, or that is for an ended session is refused', async () => {
  const session = await makeValetSession(at, spot, { since: at.clock() });
  expect((await addPhoto(session, Buffer.from('<svg onload="alert(1)"/>'.repeat(5)))).status).toBe(
    400,
  );
  const bomb = await addPhoto(session, makePng(12_000, 12_000, 50_000));
  expect([bomb.status, bomb.error.detail]).toEqual([
    400,
    expect.stringContaining('more than 25 megapixels'),
  ]);
  const large = Buffer.concat([pixel, Buffer.alloc(valetRules.maxPhotoBytes)]);
  expect((await addPhoto(session, large)).status).toBe(413);
  await endSession(session);
  expect((await addPhoto(session, pixel)).error.detail).toBe(valetMessages.ended);
});

test('a key tag in use is refused, also for two phones at once, and is free when its car has left', async () => {
  const sessions = await Promise.all([0, 1].map(() => makeValetSession(at, spot)));
  for (const { code } of sessions) await enter(code);
  const answers = await Promise.all(
    sessions.map((session, n) =>
      checkIn(session, { ...vehicle, plate: `TAG ${n}`, key_tag: 'A7' }),
    ),
  );
  const [first = 0, second = 0] = answers[0]?.status === 200 ? [0, 1] : [1, 0];
  expect(answers[first]?.status).toBe(200);
  const refusal = `Tag a7 is with TAG ${first} since 12:00 PM.`;
  const loser = sessions[second] as (typeof sessions)[number];
  expect(answers[second]?.error.detail).toBe(refusal.replace('a7', 'A7'));
  const again = await checkIn(loser, { ...vehicle, plate: 'TAG X', key_tag: 'a7' });
  expect([again.status, again.error.fields]).toEqual([409, { key_tag: refusal }]);
  expect((await checkIn(loser, { ...vehicle, plate: 'TAG X', key_tag: 'B7' })).status).toBe(200);
  expect((await edit(loser, { key_tag: 'A7' })).error.detail).toBe(refusal.replace('a7', 'A7'));
  await endSession(sessions[first] as (typeof sessions)[number]);
  expect((await edit(loser, { key_tag: 'A7' })).status).toBe(200);
});

test('a plate that is here is asked about before another car with it is checked in', async () => {
  const [one, two] = [await makeValetSession(at, spot), await makeValetSession(at, spot)];
  await enter(one.code);
  await enter(two.code);
  await checkIn(one);
  at.clock.forward(60_000);
  const asked = await checkIn(two, { ...vehicle, plate: 'ABC-123' });
  const detail = 'ABC-123 is here already, since 12:00 PM.';
  expect(asked.error).toMatchObject({ detail, code: 'conflict', fields: { plate: detail } });
  expect((await checkIn(two, { ...vehicle, despite_plate: true })).status).toBe(200);
});

test('a car without a plate is checked in by its make and color, and its plate can be added', async () => {
  const session = await makeValetSession(at, spot);
  await enter(session.code);
  const { error } = await checkIn(session, { no_plate: true, color: 'Red' });
  expect(error.fields).toEqual({ make: valetMessages.noPlate });
  const body = { no_plate: true, color: 'Red', make: 'Kia', key_tag: 'N1' };
  expect((await checkIn(session, body)).body).toMatchObject({
    car_details: null,
    status: 'active',
  });
  expect((await checkIn(session, body)).status).toBe(200);
  const other = await makeValetSession(at, spot);
  await enter(other.code);
  expect((await checkIn(other, body)).error.detail).toBe('Tag N1 is with Red Kia since 12:00 PM.');
  expect((await edit(session, { model: 'Rio' })).body.model).toBe('Rio');
  const [rental] = await sql`select car_pk from rentals where external_id = ${session.uuid}`;
  expect(rental).toEqual({ car_pk: null });
  expect((await edit(session, vehicle)).body.car_details).toMatchObject({ plate: 'ABC 123' });
  expect((await checkOut(session)).status).toBe(409);
});
