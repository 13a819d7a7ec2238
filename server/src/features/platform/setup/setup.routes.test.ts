import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import { getProfile, loginMessages, requestCode } from '@lotkeeper/contract/people/session';
import { getOrganization, listOrganizations } from '@lotkeeper/contract/platform/organizations';
import {
  beginSetup,
  endSetup,
  getSetup,
  lookAtSetup,
  sendTestMessage,
  setupHours,
  setupMessages,
} from '@lotkeeper/contract/platform/setup';
import { createSpot } from '@lotkeeper/contract/platform/spot-fields';
import { expect, onTestFinished, test } from 'vitest';
import { createSecretBox } from '../../../kernel/access/secrets.ts';
import { makeSetupTicket } from '../../../kernel/access/setup-tickets.ts';
import { signedInMember } from '../../../testing/people.factory.ts';
import { openMailServer } from '../../../testing/smtp-server.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { testApp } from '../../../testing/test-app.ts';

const now = '2026-06-15T19:00:00Z';

const ada = {
  first_name: 'Ada',
  last_name: 'Quiñones-Łukasiewicz',
  email: 'Ada@Lots.example',
  phone: null,
  company: 'Ada’s Lots',
};

const makeTicket = (at: TestApp, hours = setupHours) =>
  makeSetupTicket(at.secretBox, instant(at.clock() + hours * hourMs));

const look = (at: TestApp, ticket: string) => at.call(lookAtSetup, { body: { ticket } });
const begin = (at: TestApp, ticket: string) => at.call(beginSetup, { body: { ...ada, ticket } });

test('the link of a start creates the first person, an Admin of their organization, once', async () => {
  const at = await testApp({ now });
  const ticket = makeTicket(at);
  expect((await look(at, ticket)).body).toEqual({ expires_at: at.clock() + 24 * hourMs });
  const { body } = await begin(at, ticket);
  const { token } = body;
  expect((await at.call(getProfile, {}, { token })).body).toMatchObject({
    first_name: 'Ada',
    last_name: 'Quiñones-Łukasiewicz',
    email: 'ada@lots.example',
    superuser: true,
    affiliations: [{ organization: body.organization, role: 'ADMIN' }],
  });
  expect((await at.call(listOrganizations, {}, { token })).body).toMatchObject([
    { name: 'Ada’s Lots', role: 'ADMIN', is_set_up: false },
  ]);
  // Nobody takes a share of an operator who runs Lotkeeper.
  expect(await at.database.system`select commission_rate from organizations`).toEqual([
    { commission_rate: 0 },
  ]);
  for (const again of [look(at, ticket), begin(at, ticket), look(at, makeTicket(at))])
    expect((await again).error).toMatchObject({
      code: 'code_invalid',
      detail: setupMessages.done,
    });
});

test('the login page says what to do while nobody has an account', async () => {
  const at = await testApp({ now });
  const body = { username: 'ada@lots.example', phone_country_code: '+1' };
  expect((await at.call(requestCode, { body })).error.detail).toBe(loginMessages.nobodyYet);
  await begin(at, makeTicket(at));
  expect((await at.call(requestCode, { body })).status).toBe(200);
});

test('of two who use the link at once, one is the first', async () => {
  const at = await testApp({ now });
  const ticket = makeTicket(at);
  const both = await Promise.all([begin(at, ticket), begin(at, ticket)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  expect(await at.database.system`select from people`).toHaveLength(1);
});

test('links that are old, of another installation, or changed open nothing', async () => {
  const at = await testApp({ now });
  expect((await look(at, makeTicket(at, 0))).error.detail).toBe(setupMessages.expired);
  const good = makeTicket(at);
  const [, proof = ''] = good.split('-', 1);
  const foreign = makeSetupTicket(createSecretBox('x'.repeat(32)), instant(at.clock() + hourMs));
  const later = `${(at.clock() + 48 * hourMs).toString(36)}${good.slice(good.indexOf('-'))}`;
  for (const ticket of [foreign, later, `${good}A`, good.slice(0, -1), proof, '', 'll_x'])
    expect((await look(at, ticket)).error.detail).toBe(setupMessages.unknown);
  expect(await at.database.system`select from people`).toHaveLength(0);
});

test('a first person without an address for codes is refused, and nothing is created', async () => {
  const at = await testApp({ now });
  const body = { ...ada, email: null, company: ' ', ticket: makeTicket(at) };
  const { error } = await at.call(beginSetup, { body });
  expect(error.fields).toHaveProperty('company');
  const named = await at.call(beginSetup, { body: { ...body, company: 'Lots' } });
  expect(named.error.fields).toEqual({ email: 'Please enter a valid email' });
  expect(await at.database.system`select from organizations`).toHaveLength(0);
});

const first = await testApp({ now });
const { token, organization } = (await begin(first, makeTicket(first))).body;
const params = { id: String(organization) };
const steps = async () => (await first.call(getSetup, { params }, { token })).body.done;

test('steps are done when what they are about is there, and another organization’s counts for nothing', async () => {
  const other = await makeSpot(first.database.system);
  await signedInMember(first, { pk: other.organization }, 'ADMIN');
  expect(await steps()).toEqual([]);
  const property = {
    name: 'Main Street Lot',
    address_line1: '1 Main St',
    city: 'Phoenix',
    state: 'AZ',
    timezone: 'America/Phoenix',
    classification: 'Surface Lot' as const,
    quantity: 40,
  };
  await first.call(createSpot, { body: { ...property, organization: params.id } }, { token });
  expect(await steps()).toEqual(['property']);
  await first.database.system`
    update spots set price_daily = 1500 where organization_id = ${organization}`;
  await signedInMember(first, { pk: organization }, 'EMPLOYEE');
  expect(await steps()).toEqual(['property', 'prices', 'people']);
});

test('an Admin ends the set-up once, others can’t', async () => {
  const employee = await signedInMember(first, { pk: organization }, 'EMPLOYEE');
  expect((await first.call(endSetup, { params }, employee)).status).toBe(403);
  for (let time = 0; time < 2; time++)
    expect((await first.call(endSetup, { params }, { token })).status).toBe(204);
  expect((await first.call(getOrganization, { params }, { token })).body.is_set_up).toBe(true);
  const entries = await first.database.system`
    select after from audit_entries where after ? 'is_set_up'`;
  expect(entries).toEqual([{ after: { is_set_up: true } }]);
});

test('without servers for messages, a test goes to the outbox, and a missing phone is named', async () => {
  const { body } = await first.call(getSetup, { params }, { token });
  expect(body.sends).toEqual({ email: false, sms: false });
  const send = (medium: 'email' | 'sms') =>
    first.call(sendTestMessage, { params, body: { medium } }, { token });
  expect((await send('sms')).error).toMatchObject({ detail: setupMessages.noAddress.sms });
  expect((await send('email')).body).toEqual({ to: 'ada@lots.example' });
  const outbox = await readFile(join(first.filesFolder, 'outbox.jsonl'), 'utf8');
  expect(JSON.parse(outbox)).toMatchObject({ to: 'ada@lots.example', medium: 'email' });
});

test('what an email server answers to a test is said, without a code for support', async () => {
  let refuses = true;
  const server = await openMailServer({
    onRcptTo: (_address, _session, done) =>
      done(refuses ? Object.assign(new Error('no Ada'), { responseCode: 550 }) : null),
  });
  onTestFinished(() => server.close());
  const settings = {
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    MAIL_FROM: 'no-reply@lots.example',
  };
  const at = await testApp({ now, settings });
  const account = (await begin(at, makeTicket(at))).body;
  const send = () =>
    at.call(
      sendTestMessage,
      { params: { id: String(account.organization) }, body: { medium: 'email' } },
      account,
    );
  expect((await send()).error).toMatchObject({
    code: 'conflict',
    detail: '127.0.0.1 refused the recipient’s address (550). It answered: “550 no Ada”',
  });
  refuses = false;
  expect((await send()).body).toEqual({ to: 'ada@lots.example' });
  expect(server.mails).toMatchObject([{ to: ['ada@lots.example'] }]);
});
