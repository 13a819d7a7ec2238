import {
  getTicketByCode,
  listTickets,
  listTicketsByPlate,
  waiveTicket,
} from '@lotkeeper/contract/cars/violations';
import { fromIso, instant } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { TicketStatus } from '@lotkeeper/contract/people/filter-words';
import { beforeEach, describe, expect, test } from 'vitest';
import { waiveViolations } from '../../../records/cars/violations.ts';
import { signedInMember } from '../../../testing/people.factory.ts';
import { recording } from '../../../testing/rentals.factory.ts';
import { makeImage } from '../../../testing/seals.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { makeStaffedSpot } from '../../../testing/test-property.ts';
import { makeViolation } from '../../../testing/violations.factory.ts';

let token: string;
let admin: string;
let spot: TestSpot;
const reason = 'Ownership or tenant request' as const;
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

const at = await testApp({ now: '2026-06-15T19:00:00Z' });
const sql = at.database.system;

beforeEach(async () => {
  at.clock.set('2026-06-15T19:00:00Z');
  ({ spot, token } = await makeStaffedSpot(at, {}, 'EMPLOYEE'));
  admin = (await signedInMember(at, { pk: spot.organization }, 'ADMIN')).token;
});

const make = (overrides: Parameters<typeof makeViolation>[2] = {}) =>
  makeViolation(sql, spot, overrides);
const byCode = (code: string) =>
  at.call(getTicketByCode, { params: { code }, query: { spot: String(spot.pk) } }, { token });
const byPlate = (plate: string) =>
  at.call(listTicketsByPlate, { query: { spot: String(spot.pk), plate } }, { token });
const waive = (uuid: string, by = token) =>
  at.call(waiveTicket, { params: { id: uuid }, body: { waived_reason: reason } }, { token: by });

test('a violation is found by its code in any case', async () => {
  const { uuid, code } = await make({ code: 'ACE7749' });
  const { body } = await byCode(code.toLowerCase());
  expect(body).toEqual({
    uuid,
    code: 'ACE7749',
    plate: 'ABC 123',
    state: 'AZ',
    status: 'Created',
    amount: 5500,
    created_at: fromIso('2026-06-15T16:00:00Z') / 1000,
    image_url: null,
    waived_reason: null,
    waived_by: null,
    waived_at: null,
    evidence: null,
  });
});

test('the violations of a plate are found without its spaces and dashes, newest first', async () => {
  await make({ code: 'OLDER', created_at: fromIso('2026-06-01T16:00:00Z') });
  await make({ code: 'NEWER', plate: 'A-BC123' });
  await make({ plate: 'ABC 1234' });
  const { body } = await byPlate('ab c-123');
  expect(body.map(({ code }) => code)).toEqual(['NEWER', 'OLDER']);
  expect((await byPlate('ZZZ')).body).toEqual([]);
  expect((await byPlate('---')).body).toEqual([]);
});

test('a violation of another property or organization is not found', async () => {
  const beside = await makeSpot(sql, { organization: { pk: spot.organization } });
  const foreign = await makeSpot(sql);
  for (const other of [beside, foreign]) {
    const { code } = await makeViolation(sql, other);
    expect((await byCode(code)).error.detail).toBe('There is no such violation.');
  }
  expect((await byPlate('ABC123')).body).toEqual([]);
});

test('a waived violation shows who waived it, when and why, and leaves an audit entry', async () => {
  const { uuid, code } = await make();
  const { body } = await waive(uuid);
  expect(body).toMatchObject({
    status: 'Waived',
    waived_reason: reason,
    waived_by: expect.stringMatching(/\S/),
    waived_at: fromIso('2026-06-15T19:00:00Z') / 1000,
  });
  const [act] = await sql`
    select act, after from audit_entries a where subject_type = 'violation'
      and subject_pk = (select pk from violations v where v.organization_id = a.organization_id and code = ${code})`;
  expect(act).toMatchObject({ act: 'change', after: { status: 'Waived' } });
});

test('a violation waived by twelve requests at once is waived once, and the others get a 409', async () => {
  const { uuid } = await make();
  const answers = await Promise.all(Array.from({ length: 12 }, () => waive(uuid)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const others = answers.filter(({ status }) => status !== 200);
  expect(new Set(others.map(({ status, error }) => `${status} ${error.detail}`))).toEqual(
    new Set(['409 This violation is already waived.']),
  );
});

test('a paid violation cannot be waived', async () => {
  const { uuid } = await make({ status: 'Paid' });
  expect(await waive(uuid)).toMatchObject({
    status: 409,
    error: { detail: 'This violation is already paid, so there is nothing to waive.' },
  });
});

test('a violation that the enforcement rules waived does not name a person', async () => {
  const { pk, code } = await make();
  await recording(sql, spot.organization, (recorder) =>
    waiveViolations(recorder, [{ pk, reason: 'The stay was paid.' }], at.clock()),
  );
  const { body } = await byCode(code);
  expect(body).toMatchObject({ waived_by: null, waived_reason: 'The stay was paid.' });
});

test('waiving a violation for an unknown reason or by an id that is not a UUID is refused', async () => {
  const { uuid, pk } = await make();
  const other = { params: { id: uuid }, body: { waived_reason: 'A friend' as never } };
  expect((await at.call(waiveTicket, other, { token })).status).toBe(400);
  expect((await waive(String(pk))).status).toBe(400);
});

describe('evidence', () => {
  const picture = async () => {
    const more = { kind: 'plate', media_type: 'image/png', taken_at: at.clock() } as const;
    return (await makeImage(at, spot, pixel, more)).uuid;
  };
  const withPicture = async () => {
    const uuid = await picture();
    const { code } = await make({
      image: uuid,
      evidence: {
        rule: 'no rental and no known renter',
        unpaid_from: '2026-06-15T15:45:00.000Z',
        grace_minutes: 15,
        price: { rule: 'rate', name: 'Day', price: 400, unit: 'hour', base_price: null },
        entrance_at: '2026-06-15T15:45:00.000Z',
        exit_at: null,
        images: { entrance_image: null, entrance_plate_image: uuid, exit_image: null },
      },
    });
    return (await byCode(code)).body;
  };
  const load = (url: string) => at.app.inject({ method: 'GET', url });

  test('the evidence of a violation shows its rule, times, price and images', async () => {
    const { evidence, image_url } = await withPicture();
    expect(evidence).toEqual({
      rule: 'no rental and no known renter',
      unpaid_from: '2026-06-15T15:45:00.000Z',
      grace_minutes: 15,
      price: { price: 400, unit: 'hour' },
      entrance_at: '2026-06-15T15:45:00.000Z',
      exit_at: null,
      pictures: [{ label: 'Entrance plate', url: image_url }],
    });
  });

  test('the evidence images open for 15 minutes and no longer open after 20', async () => {
    const { image_url } = await withPicture();
    const shown = await load(image_url as string);
    expect(shown.statusCode).toBe(200);
    expect(shown.headers['content-type']).toBe('image/png');
    expect(shown.rawPayload.equals(pixel)).toBe(true);
    at.clock.forward(hourMs / 4);
    expect((await load(image_url as string)).statusCode).toBe(200);
    at.clock.forward(hourMs / 12);
    const ended = await load(image_url as string);
    expect([ended.statusCode, ended.json().code]).toEqual([400, 'code_invalid']);
  });

  test('a changed image URL opens no image', async () => {
    const { image_url } = await withPicture();
    const another = await picture();
    const [, , , address = ''] = (image_url as string).split('/');
    const [organization = '', uuid = '', slot = '', signature = ''] = address.split('.');
    const forged = [
      [organization, another, slot, signature],
      [organization, uuid, String(Number(slot) + 1000), signature],
      [String(Number(organization) + 1), uuid, slot, signature],
      [organization, uuid, slot, 'A'.repeat(signature.length)],
    ];
    for (const parts of forged) {
      expect((await load(`/api/pictures/${parts.join('.')}/`)).statusCode).toBe(400);
    }
  });
});

describe('open violations of a property', () => {
  const open = (page = 1) =>
    at.call(
      listTickets,
      { query: { spot: String(spot.pk), status: 'Created', page } },
      { token: admin },
    );
  const created = (hour: number) => fromIso(`2026-06-15T0${hour}:00:00Z`);

  test('the open violations are listed with their total, newest first, without paid and waived ones', async () => {
    const first = await make({ created_at: created(1), amount: cents(5500) });
    const second = await make({ created_at: created(2), amount: cents(4500) });
    await make({ created_at: created(3), status: 'Paid' });
    await make({ created_at: created(4), status: 'Waived' });
    const elsewhere = await makeSpot(sql, {
      organization: { pk: spot.organization },
    });
    await makeViolation(sql, elsewhere);
    const { body } = await open();
    // 55 + 45 dollars.
    expect([body.count, body.total_amount]).toEqual([2, 10_000]);
    expect(body.results.map(({ code }) => code)).toEqual([second.code, first.code]);
    expect(body.results[0]).toEqual({
      uuid: second.uuid,
      code: second.code,
      plate: 'ABC 123',
      state: 'AZ',
      status: 'Created',
      amount: 4500,
      created_at: created(2) / 1000,
    });
  });

  test('Employees see each penalty, and no sum of them', async () => {
    await make();
    await make();
    const query = { spot: String(spot.pk), status: 'Created' as const, page: 1 };
    const { body } = await at.call(listTickets, { query }, { token });
    expect([body.count, body.total_amount]).toEqual([2, null]);
    expect(body.results.map(({ amount }) => amount)).toEqual([5500, 5500]);
  });

  test('a violation leaves the list of open violations when it is waived', async () => {
    const { uuid } = await make();
    await make();
    await waive(uuid);
    const { body } = await open();
    expect([body.count, body.total_amount]).toEqual([1, 5500]);
  });

  test('the open violations list shows 20 violations per page, with the total of all on each page', async () => {
    for (let index = 0; index < 21; index += 1) await make();
    const [first, second, third] = await Promise.all([open(1), open(2), open(3)]);
    expect(first?.body.results).toHaveLength(20);
    expect(second?.body.results).toHaveLength(1);
    expect(third?.body).toEqual({ count: 21, total_amount: 21 * 5500, results: [] });
  });
});

describe('violations by date', () => {
  type Query = { status?: TicketStatus; start_date?: string; end_date?: string };
  const list = (query: Query) =>
    at.call(
      listTickets,
      { query: { spot: String(spot.pk), page: '1', ...query } },
      { token: admin },
    );
  const june = { start_date: '2026-06-15', end_date: '2026-06-15' };
  // Midnights in Phoenix, seven hours behind UTC.
  const startsAt = fromIso('2026-06-15T07:00:00Z');
  const endsAt = fromIso('2026-06-16T07:00:00Z');

  test('violations are listed by the days of the property, including both ends', async () => {
    await make({ created_at: instant(startsAt - 1) });
    const first = await make({ created_at: startsAt });
    const last = await make({ created_at: instant(endsAt - 1), status: 'Paid' });
    await make({ created_at: endsAt });
    const { body } = await list(june);
    expect(body.results.map(({ code }) => code)).toEqual([last.code, first.code]);
    expect([body.count, body.total_amount]).toEqual([2, 11_000]);
  });

  test('a list of one status leaves out the others', async () => {
    await make({ created_at: startsAt });
    const paid = await make({ created_at: startsAt, status: 'Paid' });
    await make({ created_at: startsAt, status: 'Waived' });
    const { body } = await list({ ...june, status: 'Paid' });
    expect(body.results.map(({ code, status }) => [code, status])).toEqual([[paid.code, 'Paid']]);
  });

  test.each<[Query, string]>([
    [{}, 'start_date'],
    [{ status: 'Paid' }, 'start_date'],
    [{ start_date: '2026-06-15' }, 'end_date'],
    [{ start_date: '2026-06-16', end_date: '2026-06-15' }, 'end_date'],
    [{ start_date: '2026-06-31', end_date: '2026-07-01' }, 'start_date'],
    [{ start_date: '2018-12-31', end_date: '2026-07-01' }, 'start_date'],
  ])('the list refuses %j and names %s', async (query, field) => {
    const { status, body } = await list(query);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(field);
  });
});
