import { getAppeal, listAppealAnswers } from '@lotkeeper/contract/cars/appeals';
import { listCameraFeeds, listCameras } from '@lotkeeper/contract/cars/cameras';
import { listWebhooks } from '@lotkeeper/contract/intake/webhooks';
import type { Endpoint } from '@lotkeeper/contract/kernel/endpoint';
import { getBookAccounts } from '@lotkeeper/contract/money/books';
import { getMonthClose } from '@lotkeeper/contract/money/close';
import { listSavedReports } from '@lotkeeper/contract/money/custom-reports';
import { getTaxes } from '@lotkeeper/contract/money/taxes';
import { listEvents } from '@lotkeeper/contract/operations/events';
import { listPromoCodes } from '@lotkeeper/contract/operations/promo-codes';
import { listRateDays } from '@lotkeeper/contract/operations/rates';
import { listValetSessions } from '@lotkeeper/contract/operations/valet';
import { getValidationBills } from '@lotkeeper/contract/operations/validation-bills';
import { listVisitorCodes } from '@lotkeeper/contract/operations/visitor-codes';
import { listVisitors } from '@lotkeeper/contract/operations/visitors';
import { listSlots } from '@lotkeeper/contract/people/drivers';
import { listMembers } from '@lotkeeper/contract/people/team';
import { getAlertLimits } from '@lotkeeper/contract/platform/alert-limits';
import { getSpotFields } from '@lotkeeper/contract/platform/spot-fields';
import { getOrganizationFields, searchPeople } from '@lotkeeper/contract/platform/superuser';
import { listRetentionRules } from '@lotkeeper/contract/trust/retention';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { endpoints, openAccessWorld } from '../../testing/access-world.ts';
import { affiliate } from '../../testing/people.factory.ts';

const { at, own } = await openAccessWorld();
const sql = at.database.system;
type Body = Record<string, unknown>;

/** A person who may change everything. */
async function signIn(
  first_name: string,
  last_name: string,
): Promise<{ pk: number; token: string }> {
  const row = { first_name, last_name, email: `${first_name}@example.com`, superuser: true };
  const [person] = await sql<[{ pk: number }]>`insert into people ${sql.values(row)} returning pk`;
  await affiliate(sql, person, { pk: Number(own.organization) }, 'ADMIN');
  return { ...person, token: await at.sessions.start(person.pk, null) };
}

const { token: ana, pk: anaPk } = await signIn('Ana', 'Alvarez');
const { token: ben } = await signIn('Ben', 'Brown');

async function ask(endpoint: Endpoint, input: object): Promise<never> {
  const { status, body, error } = await at.call(endpoint, input, { token: ben });
  if (status !== 200) throw new Error(JSON.stringify(error));
  return body as never;
}

/** The item of a list that has this number, as pages read it. */
const readItem = (endpoint: Endpoint, input: object, pk: string) => async (): Promise<Body> => {
  const answer = (await ask(endpoint, input)) as Body | Body[];
  const items = Array.isArray(answer) ? answer : (answer['results'] as Body[]);
  const item = items.find((candidate) => candidate['pk'] === Number(pk));
  if (!item) throw new Error(`${endpoint.path} doesn’t list ${pk}.`);
  return item;
};

/** How a record is read and changed: parts of a body, each with two values. */
interface Change {
  params: object;
  read: () => Promise<Body>;
  parts: readonly (readonly [Body, Body])[];
  /** What every body has. */
  always?: (record: Body) => Body;
  /** Makes the record as before any change; absent = a change of the second person does. */
  reset?: () => Promise<unknown>;
}

const organization = { id: own.organization };
const { spot } = own;
const atSpot = { query: { spot } };
const days = { query: { spot, start: '2026-06-14', end: '2026-06-20' } };
const car = (plate: string) => ({ plate, state: 'AZ', country: 'US' });
const names = [{ name: 'One' }, { name: 'Two' }] as const;
const lanes = [{ direction: 'Exit' }, { direction: 'Entrance' }] as const;
const inOrganization = { params: organization };

const changes: Readonly<Record<string, Change>> = {
  updateRate: {
    params: { id: own.rate },
    read: readItem(listRateDays, days, own.rate),
    parts: [names, [{ price: 500 }, { price: 700 }], [{ priority: 1 }, { priority: 2 }]],
  },
  updateEvent: {
    params: { id: own.event },
    read: readItem(listEvents, days, own.event),
    parts: [
      names,
      [{ quantity: 7 }, { quantity: 8 }],
      [{ end_time: '23:00:00' }, { end_time: '23:30:00' }],
    ],
  },
  updateVisitor: {
    params: { id: own.visitor },
    read: readItem(listVisitors, atSpot, own.visitor),
    parts: [
      names,
      [{ phone: '+16025550141' }, { phone: '+16025550142' }],
      [car('ONE 1'), car('TWO 2')],
    ],
  },
  updateVisitorCode: {
    params: { id: own.visitorCode },
    read: readItem(listVisitorCodes, atSpot, own.visitorCode),
    parts: [names, [{ code: 'ONE' }, { code: 'TWO' }], [{ days_valid: 3 }, { hours_valid: 4 }]],
  },
  updatePromoCode: {
    params: { id: own.promoCode },
    read: readItem(listPromoCodes, { query: { spot, page: '1' } }, own.promoCode),
    parts: [
      [{ notes: 'One' }, { notes: 'Two' }],
      [{ percentage_discount: 10 }, { value: 200 }],
      [{ number_of_uses: 10 }, { number_of_uses: null }],
    ],
  },
  updateSpot: {
    params: { id: spot },
    read: () => ask(getSpotFields, { params: { id: spot } }),
    parts: [
      names,
      [{ quantity: 70 }, { quantity: 80 }],
      [{ price_hourly: 500 }, { price_hourly: null }],
    ],
  },
  updateOrganization: {
    params: organization,
    read: () => ask(getOrganizationFields, inOrganization),
    parts: [names, [{ tax_percent: 7 }, { tax_percent: 8 }]],
  },
  changeWebhook: {
    params: { ...organization, webhook: own.webhook },
    read: readItem(listWebhooks, inOrganization, own.webhook),
    parts: [
      [{ url: 'https://one.example/' }, { url: 'https://two.example/' }],
      [{ types: ['visit.opened'] }, { types: ['rental.created', 'payment.recorded'] }],
      [{ spots: [Number(spot)] }, { spots: null }],
    ],
  },
  updateCamera: {
    params: { ...organization, camera: own.camera },
    read: async () => {
      const item = await readItem(listCameras, inOrganization, own.camera)();
      // What is learned isn't compared.
      return item['clock_set'] ? item : { ...item, clock_offset_ms: null };
    },
    parts: [names, lanes, [{ clock_offset_ms: 60_000 }, { clock_offset_ms: 120_000 }]],
  },
  updateCameraFeed: {
    params: { ...organization, feed: own.feed },
    read: readItem(listCameraFeeds, inOrganization, own.feed),
    parts: [names, lanes],
  },
  setCameraMapping: {
    params: { ...organization, feed: own.feed },
    read: readItem(listCameraFeeds, inOrganization, own.feed),
    parts: [[{ plate: ['one'] }, { plate: ['two'] }]],
    always: () => ({ time: null, camera: null, direction: null, entrance: null, exit: null }),
    reset: () => sql`update camera_feeds set mapping = null where pk = ${own.feed}`,
  },
  assignAppeal: {
    params: { ...organization, appeal: own.appeal },
    read: () => ask(getAppeal, { params: { ...organization, appeal: own.appeal } }),
    parts: [[{ person: anaPk }, { person: null }]],
  },
  saveAppealAnswers: {
    params: organization,
    read: () => ask(listAppealAnswers, inOrganization),
    parts: [
      [
        { answers: [{ name: 'One', text: 'One.' }] },
        {
          answers: [
            { name: 'One', text: 'One.' },
            { name: 'Two', text: 'Two.' },
          ],
        },
      ],
    ],
  },
  updateSlot: {
    params: { id: own.rental },
    read: readItem(listSlots, { query: { spotId: spot, rentalType: 'monthly' } }, own.rental),
    parts: [[{ car: car('ONE 3') }, { car: car('TWO 4') }]],
  },
  updateValetSession: {
    params: { id: own.valetActive },
    read: readItem(listValetSessions, { query: { spot, page: '1' } }, own.valetActive),
    parts: [
      [{ notes: 'One' }, { notes: 'Two' }],
      [{ key_tag: '1' }, { key_tag: '2' }],
      [car('ONE 5'), car('TWO 6')],
    ],
  },
  changeMemberRole: {
    params: { ...organization, memberId: own.member },
    read: readItem(listMembers, inOrganization, own.member),
    parts: [[{ role: 'EMPLOYEE' }, { role: 'ENFORCER' }]],
  },
  setRole: {
    params: { id: own.member },
    read: async () => {
      const read = readItem(searchPeople, { query: { search: '' } }, own.member);
      const affiliations = (await read())['affiliations'] as Body[];
      const here = ({ organization: pk }: Body) => pk === Number(own.organization);
      return { role: affiliations.find(here)?.['role'] };
    },
    parts: [[{ role: 'EMPLOYEE' }, { role: 'ENFORCER' }]],
    always: () => ({ organization: Number(own.organization) }),
  },
  renameSavedReport: {
    params: { id: own.customReport },
    read: readItem(listSavedReports, atSpot, own.customReport),
    parts: [names],
  },
  setRetentionRule: {
    params: { ...organization, class: 'images' },
    read: async () => {
      const rules: Body[] = await ask(listRetentionRules, inOrganization);
      return rules.find((rule) => rule['class'] === 'images') ?? {};
    },
    parts: [[{ keep_days: 30 }, { keep_days: 90 }]],
  },
  setBookAccounts: {
    params: organization,
    read: () => ask(getBookAccounts, inOrganization),
    parts: [[{ clearing: 'One' }, { clearing: 'Two' }]],
    always: (record) => record,
  },
  setCloseSettings: {
    params: { orgId: own.organization },
    read: async () => {
      const query = { month: '2026-05-01' };
      return (await ask(getMonthClose, { params: { orgId: own.organization }, query }))['settings'];
    },
    parts: [[{ tolerance_cars: 1 }, { tolerance_cars: 2 }]],
    always: ({ tolerance_cents }) => ({ tolerance_cents }),
  },
  setTaxRate: {
    params: { orgId: own.organization },
    read: async () => {
      const query = { month: '2026-06-01' };
      const taxes: { rates: Body[] } = await ask(getTaxes, {
        params: { orgId: own.organization },
        query,
      });
      return { rates: taxes.rates.filter((rate) => rate['authority'] === 'City of Two') };
    },
    parts: [[{ rate: 5000 }, { rate: 6000 }]],
    always: () => ({
      authority: 'City of Two',
      starts_on: '2030-01-01',
      spots: [spot],
      level: 'city',
      rental_groups: ['transient'],
    }),
  },
  saveAlertLimits: {
    params: organization,
    read: async () => {
      const limits: { spots: { pk: number; limits: Body }[]; organization: Body } = await ask(
        getAlertLimits,
        inOrganization,
      );
      return limits.spots.find(({ pk }) => pk === Number(spot))?.limits ?? limits.organization;
    },
    parts: [
      [
        { limits: { occupancy_percent: 80, unexplained_cars: null } },
        { limits: { occupancy_percent: 90, unexplained_cars: 7 } },
      ],
    ],
    always: () => ({ spot: Number(spot) }),
  },
  updateValidationSponsor: {
    params: { id: own.sponsor },
    read: async () => {
      const bills: { sponsors: Body[] } = await ask(getValidationBills, {
        query: { spot, month: '2026-06-01' },
      });
      return bills.sponsors.find((sponsor) => sponsor['pk'] === Number(own.sponsor)) ?? {};
    },
    parts: [[{ name: 'One' }, { name: 'Two' }]],
    always: () => ({
      kind: 'merchant',
      from: '2026-06-01',
      allowance: 'none',
      allowance_visits: null,
      allowance_value: null,
      price: null,
      codes: [],
    }),
  },
};

/** Changes that no form shows a record for, and why. */
const unshown: Record<string, string> = {
  changeRentals: 'Of programs: what changed last counts, whatever the order of arrival.',
  saveAlertChoices: 'Of the caller alone.',
  confirmAppealRule: 'Says what it shall be: on or off.',
  saveMailServer:
    'Of whoever runs the installation; the whole server is entered, and a test goes out first.',
  saveTextServer:
    'Of whoever runs the installation; the whole server is entered, and a test goes out first.',
  setSearchSettings: 'Says what it shall be: on or off.',
  waiveTicket: 'Happens once.',
  checkInValetSession: 'Happens once.',
  checkOutValetSession: 'Happens once.',
  fetchValetCar: 'Happens once.',
  ringPushDevice: 'Of the caller alone.',
  changeValetPhone: 'Says what it shall be, and the audit log has each.',
};

const changing = [...endpoints].filter(([, { method }]) => method === 'PATCH' || method === 'PUT');

test('every change of a record takes what its form showed, or says why not', () => {
  const shown = changing.flatMap(([name, endpoint]) => (endpoint.shown ? [name] : []));
  expect(shown.toSorted()).toEqual(Object.keys(changes).toSorted());
  const others = changing.flatMap(([name, endpoint]) => (endpoint.shown ? [] : [name]));
  expect(others.toSorted()).toEqual(Object.keys(unshown).toSorted());
});

/** What a form can't have shown; a call can send anything. */
const strange = [
  'constructor',
  -1,
  [],
  {},
  { pk: [{}] },
  [{ authority: 5 }],
  JSON.parse(`${'['.repeat(2000)}${']'.repeat(2000)}`) as unknown,
];

test.each(Object.entries(changes))(
  '%s takes anything for what its form showed, and refuses it in words',
  async (name, change) => {
    const endpoint = endpoints.get(name) as Endpoint;
    const body = { ...change.always?.(await change.read()), ...change.parts[0]?.[0] };
    for (const value of strange) {
      for (const field of endpoint.shown ?? []) {
        const shown = { [field]: value };
        const call = { params: change.params, body: { ...body, shown } };
        const { status, error } = await at.call(endpoint, call, { token: ana });
        expect([200, 409], `${field} ${JSON.stringify(error)}`).toContain(status);
      }
    }
  },
);

const pick = (record: Body, fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, record[field] ?? null]));

const differ = (a: Body, b: Body, fields: readonly string[]) =>
  fields.filter((field) => JSON.stringify(a[field]) !== JSON.stringify(b[field]));

test.each(Object.entries(changes))(
  'of two who change a record by %s, nobody undoes the other unknowingly',
  async (name, change) => {
    const endpoint = endpoints.get(name) as Endpoint;
    const fields = endpoint.shown ?? [];
    const { params, parts, always } = change;
    const read = async () => pick(await change.read(), fields);
    const send = (token: string, body: Body) => at.call(endpoint, { params, body }, { token });
    const some = fc.subarray(
      parts.map((_, index) => index),
      { minLength: 1 },
    );
    const merge = (chosen: readonly number[], value: 0 | 1) =>
      Object.assign({}, ...chosen.map((index) => parts[index]?.[value])) as Body;
    let conflicts = 0;
    await fc.assert(
      fc.asyncProperty(some, some, async (ofAna, ofBen) => {
        const rest = always?.(await change.read()) ?? {};
        // Both forms show what is there after a change of Ben's.
        await (change.reset?.() ?? send(ben, { ...rest, ...merge([0], 1) }));
        const shown = await read();
        const byAna = await send(ana, { ...rest, ...merge(ofAna, 0), shown });
        expect(byAna.status, JSON.stringify(byAna.error)).toBe(200);
        const after = await read();
        const body = { ...rest, ...merge(ofBen, 1), shown };
        const refused = await send(ben, body);
        const changed = differ(shown, after, fields);
        if (refused.status === 200) {
          // Ana changed nothing, or Ben asks for what is there.
          if (changed.length > 0) expect(await read()).toEqual(after);
          return;
        }
        conflicts += 1;
        expect(refused.error).toMatchObject({
          code: 'conflict',
          detail: expect.stringMatching(/^Ana Alvarez changed this while you had it open/),
          current: after,
        });
        expect(await read()).toEqual(after);
        const anyway = await send(ben, { ...body, shown: refused.error?.current });
        expect(anyway.status, JSON.stringify(anyway.error)).toBe(200);
        const kept = ofAna.filter((index) => !ofBen.includes(index));
        if (!always && kept.length === ofAna.length) {
          const undone = differ(after, await read(), fields).filter((field) =>
            changed.includes(field),
          );
          expect(undone).toEqual([]);
        }
      }),
      { numRuns: parts.length === 1 ? 1 : 6 },
    );
    expect(conflicts).toBeGreaterThan(0);
  },
);
