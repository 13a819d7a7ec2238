import {
  address,
  expect,
  newestMessage,
  readMessages,
  sessionCookies,
  test,
  tokenOf,
} from './testing/app.ts';

// A client that knows only the specifications: their paths, fields and words, and nothing of the contract.

interface Answer {
  status: number;
  body: Record<string, unknown> & Record<string, never>;
}

/** Calls the API as the specifications write it. */
async function ask(token: string | null, call: string, fields?: object): Promise<Answer> {
  const [method = 'GET', path = ''] = call.split(' ');
  const response = await fetch(`${address}/api/${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Token ${token}` }),
      ...(fields && { 'content-type': 'application/json' }),
    },
    ...(fields && { body: JSON.stringify(fields) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { status: response.status, body: isJson ? JSON.parse(text) : { text } };
}

interface Organization {
  pk: number;
  uuid: string;
}
interface Spot {
  pk: number;
  name: string;
}
interface Session {
  uuid: string;
  status: string;
  phone: string;
  outstanding_balance: number;
}
interface Visitor {
  pk: number;
  car_details: { plate: string };
}

async function findOrganization(token: string) {
  const { body } = await ask(token, 'GET organizations/');
  const [organization] = body as unknown as Organization[];
  if (!organization) throw new Error('No organization.');
  return organization;
}

async function listSpots(token: string) {
  const { pk } = await findOrganization(token);
  const { body } = await ask(token, `GET spots?organization=${pk}&includeThirdParty=true`);
  return body as unknown as Spot[];
}

test('sign-in: a code, a token, the profile, and the token as a link', async ({ page }) => {
  const username = 'noor.haddad@example.com';
  const seen = (await readMessages(username)).length;
  const { status } = await ask(null, 'POST otp/', { username, phone_country_code: '+1' });
  expect(status).toBeLessThan(300);
  const password = /\d{6}/.exec(await newestMessage(username, seen))?.[0];
  const signedIn = await ask(null, 'POST auth/', { username, password });
  expect(signedIn).toMatchObject({ status: 200 });
  const token = String(signedIn.body.token);
  expect((await ask(token, 'GET v2/profiles/me')).body).toMatchObject({ email: username });
  await page.goto(`/auth/${token}`);
  await expect(page).not.toHaveURL(/auth/);
  expect((await sessionCookies(page)).map(({ value }) => value)).toEqual([token]);
  const logout = await fetch(`${address}/logout/`, {
    headers: { authorization: `Token ${token}` },
  });
  expect(logout.status).toBeLessThan(400);
});

test('valet: a code finds the session, which is checked in, changed, paid, and checked out', async () => {
  const token = tokenOf('valet');
  const { body: list } = await ask(
    token,
    'GET valet/valet-sessions/?search=&status=pending&page=1',
  );
  const pending = list as unknown as { count: number; results: Session[] };
  expect(pending.count).toBeGreaterThan(0);
  const phone = pending.results[0]?.phone.replace('+1', '');
  const texts = (await readMessages(`+1${phone}`)).length;
  const resent = await ask(token, 'POST valet/valet-sessions/resend_code/', {
    phone,
    phone_country_code: '+1',
  });
  expect(resent.status).toBeLessThan(300);
  const code = /\b[A-Z0-9]{6}\b/.exec(await newestMessage(`+1${phone}`, texts))?.[0];
  const found = await ask(token, `GET valet/valet-sessions/code/${code}/`);
  expect(found).toMatchObject({ status: 200 });
  const { uuid } = found.body as unknown as Session;
  const path = `valet/valet-sessions/${uuid}/`;
  const car = { plate: 'SPEC 7', state: 'AZ', country: 'US' };
  expect(await ask(token, `PUT ${path}check_in/`, { ...car, make: 'Honda' })).toMatchObject({
    status: 200,
    body: { status: 'active', car_details: { plate: 'SPEC 7' }, rental_type: 'hourly' },
  });
  expect(await ask(token, `PATCH ${path}`, { ...car, color: 'Blue' })).toMatchObject({
    status: 200,
    body: { color: 'Blue', make: 'Honda' },
  });
  const owed = (await ask(token, `GET valet/valet-sessions/code/${code}/`))
    .body as unknown as Session;
  if (owed.outstanding_balance > 0) {
    expect((await ask(token, `POST ${path}pay/`)).status).toBeLessThan(300);
  }
  expect(await ask(token, `PUT ${path}check_out/`)).toMatchObject({
    status: 200,
    body: { status: 'ended' },
  });
  expect((await ask(token, 'GET valet/valet-sessions/code/NOPE00/')).status).toBe(404);
});

test('kiosk: a plate waits, is listed, and is validated', async () => {
  const token = tokenOf('employee');
  const [spot] = await listSpots(token);
  const plate = `K${crypto.randomUUID().slice(0, 5).toUpperCase()}`;
  const fields = { spot: spot?.pk, validation_source: 'kiosk' };
  const added = await ask(token, 'POST visitors/', {
    ...fields,
    plate,
    state: 'AZ',
    country: 'US',
  });
  expect(added).toMatchObject({ status: 200, body: { car_details: { plate } } });
  const waiting = async () => {
    const { body } = await ask(token, `GET spots/${spot?.pk}/visitors/`);
    const { results } = body as unknown as { results: Visitor[] };
    return results.find(({ car_details }) => car_details.plate === plate);
  };
  const validated = await ask(token, 'POST validate', {
    visitor_pk: (await waiting())?.pk,
    minutes: 120,
    validation_source: 'kiosk',
  });
  expect(validated).toMatchObject({ status: 200, body: { plate } });
  expect(await waiting()).toBeUndefined();
});

test('payouts: the history, the account, and a month by property; bank numbers are refused in words', async () => {
  const token = tokenOf('admin');
  const { pk, uuid } = await findOrganization(token);
  const { body: history } = await ask(token, `GET transactions/payouts/${pk}?page=1`);
  expect((history.results as unknown as object[]).length).toBeLessThanOrEqual(15);
  expect((await ask(token, `GET payouts?organization=${pk}`)).status).toBe(200);
  const numbers = {
    routing_number: '110000000',
    account_number: '000123456789',
    ein: '12-3456789',
  };
  const refused = await ask(token, 'POST payouts', {
    organization: pk,
    name: 'Lot LLC',
    ...numbers,
  });
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toMatch(/token/);
  const file = await ask(token, `GET downloads/monthlypayout/${uuid}/`);
  expect(file).toMatchObject({ status: 200 });
  expect(file.body.text).toContain('Gross revenue');
});
