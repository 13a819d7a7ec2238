import { listTicketsByPlate } from '@lotkeeper/contract/cars/violations';
import type { Role } from '@lotkeeper/contract/kernel/access';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import {
  formatPurpose,
  searchMessages,
  searchPurposeHeader,
} from '@lotkeeper/contract/kernel/searches';
import { downloadFigureEntries, listFigureEntries } from '@lotkeeper/contract/money/figures';
import { listValetSessions } from '@lotkeeper/contract/operations/valet';
import { listVisitors } from '@lotkeeper/contract/operations/visitors';
import { listSlots } from '@lotkeeper/contract/people/drivers';
import { listAuditEntries } from '@lotkeeper/contract/trust/audit-entries';
import type { PlateSearch } from '@lotkeeper/contract/trust/plate-searches';
import {
  downloadPlateSearches,
  getSearchSettings,
  listPlateSearchers,
  listPlateSearches,
  plateSearchPageSize,
  setSearchSettings,
} from '@lotkeeper/contract/trust/plate-searches';
import { beforeEach, describe, expect, test } from 'vitest';
import { signedInMember, signedInSuperuser } from '../../../testing/people.factory.ts';
import { applyRetention, keepFor } from '../../../testing/retention.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';

const start = '2026-06-15T19:00:00Z';

let spot: TestSpot;
let params: { id: string };
let admin: { pk: number; token: string };
const logLines: string[] = [];

const logTo = { write: (text: string) => void logLines.push(text) };
const at = await testApp({ now: start, logTo, settings: { LOG_LEVEL: 'info' } });
const sql = at.database.system;

beforeEach(async () => {
  at.clock.set(start);
  spot = await makeSpot(sql);
  params = { id: String(spot.organization) };
  admin = await member('ADMIN');
});

const member = (role: Role) => signedInMember(at, { pk: spot.organization }, role);

const searchDrivers = (searchTerm: string, by = admin, headers: Record<string, string> = {}) => {
  const monthly = { page: 1, state: 'ACTIVE', rentalType: 'monthly' } as const;
  const query = { spotId: String(spot.pk), ...monthly, searchTerm };
  return at.call(listSlots, { query }, { token: by.token, headers });
};

type Filter = { person?: number; search?: string; cursor?: number };
const readLog = async (filter: Filter = {}, by = admin) =>
  (await at.call(listPlateSearches, { params, query: filter }, by)).body;

/** The log's rows, without reading it by a search that would be logged. */
const listRows = async () => (await readLog()).results;
const listTerms = async () => (await listRows()).map(({ term, typed_from }) => [term, typed_from]);

const askForPurpose = (asks_purpose: boolean) =>
  at.call(setSearchSettings, { params, body: { asks_purpose } }, admin);

const state = (purpose: 'charge' | 'other', note: string | null = null) => ({
  [searchPurposeHeader]: formatPurpose({ purpose, note }),
});

describe('logged searches', () => {
  test('a search is logged with its person, property, page, and time', async () => {
    const employee = await member('EMPLOYEE');
    expect((await searchDrivers(' abc 123 ', employee)).status).toBe(200);
    expect(await listRows()).toEqual([
      {
        pk: expect.any(Number),
        person: { pk: employee.pk, name: 'Robin Reyes', superuser: false },
        searched_at: fromIso(start),
        last_searched_at: fromIso(start),
        page: 'drivers',
        spot: { pk: spot.pk, name: expect.any(String) },
        term: 'abc 123',
        typed_from: null,
        purpose: null,
        note: null,
      },
    ] satisfies PlateSearch[]);
  });

  test('each page where plates can be searched logs under its own name, including the log itself', async () => {
    const { token } = admin;
    const spotPk = String(spot.pk);
    const days = { start_date: '2026-06-01', end_date: '2026-06-15' };
    const question = { measure: 'gross', spot: spotPk, ...days, search: 'ABC123' } as const;
    const list = { spot: spotPk, search: 'ABC123' };
    await at.call(listFigureEntries, { query: question }, { token });
    await at.call(downloadFigureEntries, { query: question }, { token });
    await at.call(listVisitors, { query: list }, { token });
    await at.call(listValetSessions, { query: list }, { token });
    await at.call(listTicketsByPlate, { query: { plate: 'ABC123' } }, { token });
    await at.call(downloadPlateSearches, { params, query: { search: 'ABC123' } }, { token });
    const { results } = await readLog({ search: 'ABC123' });
    expect(results.map(({ page, spot: where }) => [page, where?.pk ?? null])).toEqual([
      ['plate_searches', null],
      ['plate_searches_file', null],
      ['violations', null],
      ['valet', spot.pk],
      ['visitors', spot.pk],
      ['ledger_file', spot.pk],
      ['ledger', spot.pk],
    ]);
  });

  test('a superuser who is not a member is logged as one', async () => {
    const superuser = await signedInSuperuser(at);
    await searchDrivers('ABC123', superuser);
    expect((await listRows()).map(({ person }) => person)).toEqual([
      { pk: superuser.pk, name: 'Robin Reyes', superuser: true },
    ]);
  });

  test('a list without a search, or with one or two letters, logs nothing', async () => {
    for (const term of ['', 'A', 'A-B']) expect((await searchDrivers(term)).status).toBe(200);
    expect(await listRows()).toEqual([]);
  });

  test('a call that is refused for its form or its role logs nothing', async () => {
    await searchDrivers('x'.repeat(101));
    await searchDrivers('ABC123', await member('VALET'));
    expect(await listRows()).toEqual([]);
  });
});

describe('typing and repeating', () => {
  test('text typed within a minute is one row with the longest and the shortest text', async () => {
    for (const term of ['AB', 'ABC', 'ABC1', 'ABC12', 'abc-123']) {
      await searchDrivers(term);
      at.clock.forward(10_000);
    }
    await searchDrivers('ABC12');
    const [row] = await listRows();
    expect(row).toMatchObject({ term: 'abc-123', typed_from: 'ABC' });
    expect(row).toMatchObject({ searched_at: fromIso(start) + 10_000 });
    expect(row).toMatchObject({ last_searched_at: fromIso(start) + 50_000 });
    expect(await listTerms()).toHaveLength(1);
  });

  test('after a minute, or for another text, person, page, or property, a search is a row of its own', async () => {
    await searchDrivers('ABC1');
    at.clock.forward(minuteMs);
    await searchDrivers('ABC12');
    await searchDrivers('XYZ');
    await searchDrivers('ABC12', await member('ADMIN'));
    const elsewhere = await makeSpot(sql, {
      organization: { pk: spot.organization },
    });
    for (const { pk } of [spot, elsewhere]) {
      const query = { spot: String(pk), plate: 'ABC12' };
      await at.call(listTicketsByPlate, { query }, admin);
    }
    expect(await listTerms()).toHaveLength(6);
  });

  test('typing that never ends starts a new row after ten minutes', async () => {
    let term = 'ABC';
    for (let half = 0; half <= 21; half += 1) {
      await searchDrivers(term);
      term += 'X';
      at.clock.forward(minuteMs / 2);
    }
    expect((await listTerms()).map(([, from]) => from?.length ?? 0)).toEqual([23, 3]);
  });

  test('the same search within half an hour, as in a list that refreshes itself, extends its row', async () => {
    await searchDrivers('ABC123');
    for (let minutes = 0; minutes < 100; minutes += 20) {
      at.clock.forward(20 * minuteMs);
      await searchDrivers('ABC 123');
    }
    const [row, ...others] = await listRows();
    expect(others).toEqual([]);
    expect(row).toMatchObject({ last_searched_at: fromIso(start) + 100 * minuteMs });
    at.clock.forward(30 * minuteMs);
    await searchDrivers('ABC123');
    expect(await listTerms()).toHaveLength(2);
  });

  test('searches that are made at the same time are all in the log', async () => {
    const terms = ['AAA111', 'BBB222', 'CCC333', 'AAA1112'];
    const answers = await Promise.all(terms.map((term) => searchDrivers(term)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const found = (await listTerms()).flat();
    expect(found).toEqual(expect.arrayContaining(['BBB222', 'CCC333', 'AAA1112']));
    expect(found).toContain('AAA111');
  });
});

describe('search purposes', () => {
  test('without the setting, no purpose is required, and a stated one is logged', async () => {
    expect((await at.call(getSearchSettings, { params }, admin)).body.asks_purpose).toBe(false);
    await searchDrivers('ABC123');
    await searchDrivers('XYZ789', admin, state('charge'));
    expect((await listRows()).map(({ purpose }) => purpose)).toEqual(['charge', null]);
  });

  test('when a purpose is required, a search without one is refused, and neither made nor logged', async () => {
    await askForPurpose(true);
    const refused = await searchDrivers('ABC123');
    expect([refused.status, refused.error]).toEqual([
      403,
      { code: 'purpose_required', detail: searchMessages.purposeRequired },
    ]);
    expect((await searchDrivers('')).status).toBe(200);
    expect(await listRows()).toEqual([]);
  });

  test('a stated purpose is valid for its person for half an hour, in that organization only', async () => {
    await askForPurpose(true);
    const note = 'Seguro: niño, 100 %';
    expect((await searchDrivers('ABC123', admin, state('other', note))).status).toBe(200);
    at.clock.forward(30 * minuteMs - 1);
    expect((await searchDrivers('XYZ789')).status).toBe(200);
    expect((await searchDrivers('XYZ789', await member('ADMIN'))).status).toBe(403);
    at.clock.forward(1);
    expect((await searchDrivers('XYZ789')).status).toBe(403);
    expect((await listRows()).map((row) => [row.purpose, row.note])).toEqual([
      ['other', note],
      ['other', note],
    ]);
  });

  test('a purpose in one organization does not count in another', async () => {
    const other = await makeSpot(sql);
    await sql`
      insert into affiliations (organization_id, person_pk, role)
      values (${other.organization}, ${admin.pk}, 'ADMIN')`;
    await askForPurpose(true);
    const query = { spot: String(other.pk), plate: 'ABC123' };
    await at.call(listTicketsByPlate, { query }, { ...admin, headers: state('charge') });
    expect((await searchDrivers('ABC123')).error.code).toBe('purpose_required');
  });

  test('the same search for another purpose is a row of its own', async () => {
    await searchDrivers('ABC123', admin, state('charge'));
    await searchDrivers('ABC123', admin, state('other', 'Insurance'));
    expect((await listRows()).map(({ purpose }) => purpose)).toEqual(['other', 'charge']);
  });

  test('a header that is not a purpose is refused with the valid ones', async () => {
    const refused = await searchDrivers('ABC123', admin, { [searchPurposeHeader]: 'curiosity' });
    expect(refused.status).toBe(400);
    expect(refused.error.fields).toEqual({ [searchPurposeHeader]: searchMessages.purpose });
  });

  test('the setting is in the audit log, once for each change', async () => {
    await askForPurpose(true);
    await askForPurpose(true);
    const { body } = await at.call(listAuditEntries, { params, query: { page: 1 } }, admin);
    expect(body.results.map(({ changes }) => changes)).toEqual([
      [{ field: 'Purpose of searches', before: 'not required', after: 'required' }],
    ]);
  });
});

describe('the log of searches', () => {
  test('the log is read in pages, newest first, without gaps', async () => {
    for (let index = 0; index < plateSearchPageSize + 2; index += 1) {
      await searchDrivers(`PLATE${index}X`);
    }
    const first = await readLog();
    expect(first.results).toHaveLength(plateSearchPageSize);
    const second = await readLog({ cursor: Number(first.next) });
    expect(second.results.map(({ term }) => term)).toEqual(['PLATE1X', 'PLATE0X']);
    expect(second.next).toBe(null);
  });

  test('a plate finds the searches for it, for a part of it, and for more of it, and no others', async () => {
    for (const term of ['ABC123', 'C12', 'abc 1234', 'ABD123', 'XYZ789', '1234']) {
      await searchDrivers(term);
      at.clock.forward(minuteMs);
    }
    const { results } = await readLog({ search: 'abc-123' });
    expect(results.map(({ term }) => term)).toEqual(['abc-123', 'abc 1234', 'C12', 'ABC123']);
  });

  test('a plate finds what was seen while something longer was typed', async () => {
    for (const term of ['ABC', 'ABC999']) await searchDrivers(term);
    const { results } = await readLog({ search: 'ABC123' });
    expect(results.map(({ term }) => term)).toEqual(['ABC123', 'ABC999']);
  });

  test('a filter without a letter or digit is refused', async () => {
    const refused = await at.call(listPlateSearches, { params, query: { search: '--' } }, admin);
    expect(refused.error.fields).toEqual({ search: 'Must contain a letter or a digit.' });
  });

  test('the log can be filtered by each person who is in it', async () => {
    const employee = await member('EMPLOYEE');
    await searchDrivers('ABC123', employee);
    await searchDrivers('XYZ789');
    const { body: people } = await at.call(listPlateSearchers, { params }, admin);
    expect(people.map(({ pk }) => pk)).toEqual([admin.pk, employee.pk]);
    const { results } = await readLog({ person: employee.pk });
    expect(results.map(({ term }) => term)).toEqual(['ABC123']);
  });

  test('the file has every search with its purpose as text', async () => {
    await searchDrivers('ABC', admin, state('charge'));
    await searchDrivers('=ABC123');
    const { response } = await at.call(downloadPlateSearches, { params, query: {} }, admin);
    const [header, line] = response.body.replace('\uFEFF', '').split('\r\n');
    expect(header).toBe(
      'time,last time,person,superuser,page,property,searched for,typed from,purpose,note',
    );
    expect(line).toContain('Robin Reyes,no,Drivers,');
    expect(line).toContain(`'=ABC123,ABC,A driver asks about a charge,`);
  });

  test('rows older than the rule are deleted at night, and newer ones stay', async () => {
    await searchDrivers('ABC123');
    at.clock.set('2027-06-10T19:00:00Z');
    admin = await member('ADMIN');
    await searchDrivers('XYZ789');
    await keepFor(at, spot.organization, 'plate_searches', 365);
    await applyRetention(at, '2027-06-20T19:00:00Z');
    expect(await listTerms()).toEqual([['XYZ789', null]]);
  });
});

test('no line of the server’s log contains a search', async () => {
  await searchDrivers('SECRET1');
  await sql`alter table plate_searches add constraint broken check (term <> 'SECRET2') not valid`;
  const failed = await searchDrivers('SECRET2');
  await sql`alter table plate_searches drop constraint broken`;
  expect([failed.status, failed.error.code]).toEqual([503, 'unavailable']);
  expect(failed.error.detail).toBe(searchMessages.notLogged);
  expect(failed.response.headers['retry-after']).toBeDefined();
  expect(logLines.join('')).toContain('request failed');
  expect(logLines.join('')).not.toContain('SECRET');
  expect((await searchDrivers('')).status).toBe(200);
});
