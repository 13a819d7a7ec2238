import type { ServerResponse } from 'node:http';
import { getProfile, signOnPaths, signOnRules } from '@lotkeeper/contract/people/session';
import { exchangeTicket } from '@lotkeeper/contract/people/team';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Claims, TestIdentityProvider } from '../../../testing/identity-provider.ts';
import {
  claimsIn,
  passProvider,
  startIdentityProvider,
} from '../../../testing/identity-provider.ts';
import { makeInvitation, makeOrganization, makePerson } from '../../../testing/people.factory.ts';
import { enterCode, newAddress } from '../../../testing/sign-in.ts';
import { testApp } from '../../../testing/test-app.ts';
import { codePurpose } from './login-codes.ts';

const now = '2026-06-15T19:00:00Z';
const publicUrl = 'http://127.0.0.1:4999';
const minute = 60_000;

const provider = await startIdentityProvider();
const at = await testApp({ now, settings: { ...provider.settings, PUBLIC_URL: publicUrl } });
const sql = at.database.system;
afterAll(() => provider.close());
afterEach(() => {
  provider.claimsOf = (login) => ({ email: login, email_verified: true });
  provider.disturb = null;
  provider.rewriteTokens = null;
});

/** Requests one of our URLs like a browser, with one cookie or none. */
async function navigate(url: string, cookie?: string, app = at, remoteAddress = newAddress()) {
  const headers = cookie ? { cookie } : {};
  const { statusCode, headers: answer } = await app.app.inject({ url, headers, remoteAddress });
  return {
    status: statusCode,
    headers: answer,
    to: answer.location ?? '',
    cookie: String(answer['set-cookie'] ?? '').split(';')[0] ?? '',
  };
}

/** A sign-in that has reached the provider's page. */
const begin = () => navigate(signOnPaths.begin);

/** The browser's request to us when the provider redirects it back. */
async function returning(address: string, login: string | null): Promise<string> {
  const back = await passProvider(address, login);
  expect(back).toContain(`${publicUrl}${signOnPaths.callback}?`);
  return back.slice(publicUrl.length);
}

/** The complete flow up to the ticket, or to the login page with the reason. */
async function signOn(login: string | null, change: (address: URL) => void = () => undefined) {
  const { to, cookie } = await begin();
  const address = new URL(to);
  change(address);
  const back = await returning(address.href, login);
  return { ...(await navigate(back, cookie)), cookie, back };
}

const ticketIn = (to: string) => /^\/auth\/(ls_[\w-]{43})$/.exec(to)?.[1] ?? 'none';
const exchange = (ticket: string, cookie?: string) => {
  const body = { ticket };
  return at.call(
    exchangeTicket,
    { body },
    { from: newAddress(), ...(cookie ? { headers: { cookie } } : {}) },
  );
};
const loginWith = (reason: string) => `/login?reason=sso_${reason}`;
const newPerson = () => makePerson(sql);
/** A sign-in of another person that is about to return from the provider. */
async function arrive() {
  const { email } = await newPerson();
  const { to, cookie } = await begin();
  return { to, email, cookie, back: await returning(to, email) };
}

test('single sign-on sends state, nonce, and a SHA-256 challenge, and requests only the email address', async () => {
  const { status, to, headers } = await begin();
  expect(status).toBe(302);
  const { origin, searchParams } = new URL(to);
  expect(origin).toBe(provider.settings.OIDC_ISSUER);
  expect(Object.fromEntries(searchParams)).toEqual({
    client_id: 'lotkeeper',
    response_type: 'code',
    scope: 'openid email',
    redirect_uri: `${publicUrl}/sso/callback`,
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  });
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  });
  expect(headers['set-cookie']).toMatch(
    /^sso=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=720$/,
  );
});

test('single sign-on ends in a session of the person with the verified email address', async () => {
  const person = await newPerson();
  const { to, cookie, headers } = await signOn(person.email);
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  });
  const { body } = await exchange(ticketIn(to), cookie);
  expect((await at.call(getProfile, {}, { token: body.token })).body.pk).toBe(person.pk);
});

test('single sign-on finds the person by the email address in uppercase', async () => {
  const person = await newPerson();
  const { to, cookie } = await signOn(person.email.toUpperCase());
  expect((await exchange(ticketIn(to), cookie)).status).toBe(200);
});

test('single sign-on reads the email address from the ID token when the provider puts it there', async () => {
  const person = await newPerson();
  provider.claimsOf = () => ({});
  provider.rewriteTokens = (answer) => {
    const claims = claimsIn(answer.id_token ?? '');
    answer.id_token = provider.signed({ ...claims, email: person.email, email_verified: true });
  };
  expect(ticketIn((await signOn('somebody')).to)).not.toBe('none');
});

test('single sign-on accepts the invitations for the email address, as a code does', async () => {
  const organization = await makeOrganization(sql);
  const { email } = await makeInvitation(sql, organization);
  await makePerson(sql, { email });
  const { to, cookie } = await signOn(email);
  const { body } = await exchange(ticketIn(to), cookie);
  expect((await at.call(getProfile, {}, { token: body.token })).body.affiliations).toMatchObject([
    { organization: organization.pk, role: 'EMPLOYEE' },
  ]);
});

test('single sign-on lets in an invited person without an account, unless the invitation has expired', async () => {
  const organization = await makeOrganization(sql);
  const { email } = await makeInvitation(sql, organization);
  const { to, cookie } = await signOn(email.toUpperCase());
  const { body } = await exchange(ticketIn(to), cookie);
  expect((await at.call(getProfile, {}, { token: body.token })).body).toMatchObject({
    email,
    affiliations: [{ organization: organization.pk, role: 'EMPLOYEE' }],
  });
  const over = await makeInvitation(sql, organization);
  await sql`update invitations set removed_at = ${at.clock()} where lower(email) = ${over.email.toLowerCase()}`;
  expect((await signOn(over.email)).to).toBe(loginWith('refused'));
});

test('single sign-on returns to the configured public URL and ignores the host and URLs of the request', async () => {
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
  const url = `${signOnPaths.begin}?return=//evil.example&redirect_uri=https://evil.example`;
  const { headers: answer } = await at.app.inject({ url, headers, remoteAddress: newAddress() });
  const { origin, searchParams } = new URL(String(answer.location));
  expect(origin).toBe(provider.settings.OIDC_ISSUER);
  expect(searchParams.get('redirect_uri')).toBe(`${publicUrl}/sso/callback`);
  expect(String(answer.location)).not.toContain('evil');
});

test('single sign-on without a configured public URL returns to the URL that was requested', async () => {
  const settings = { ...provider.settings, TRUST_PROXY: '1' };
  const open = await testApp({ now, settings, database: at.database });
  const asked = async (headers: Record<string, string>) => {
    const url = signOnPaths.begin;
    const answer = await open.app.inject({ url, headers, remoteAddress: newAddress() });
    const to = new URL(String(answer.headers.location), publicUrl);
    return to.searchParams.get('redirect_uri') ?? to.href.slice(publicUrl.length);
  };
  expect(await asked({ host: '127.0.0.1:4998' })).toBe('http://127.0.0.1:4998/sso/callback');
  const proxied = { host: 'lots.example', 'x-forwarded-proto': 'https' };
  expect(await asked(proxied)).toBe('https://lots.example/sso/callback');
});

test('single sign-on returns to the login page after an internal error', async () => {
  const { to, cookie } = await begin();
  const back = await returning(to, (await newPerson()).email);
  await sql`
      update single_sign_ons set secrets_sealed = '\\x00' where state_hash is not null`;
  expect((await navigate(back, cookie)).to).toBe(loginWith('failed'));
});

test('single sign-on over HTTPS marks the browser with a cookie that no other host can set', async () => {
  const settings = { ...provider.settings, PUBLIC_URL: 'https://lots.example' };
  const secure = await testApp({ now, settings, database: at.database });
  const { headers } = await navigate(signOnPaths.begin, undefined, secure);
  expect(headers['set-cookie']).toMatch(/^__Host-sso=[\w-]{43}; Path=\/; .*; Secure$/);
});

test('single sign-on that is not configured neither redirects nor sets a cookie', async () => {
  const plain = await testApp({ now, database: at.database });
  for (const path of Object.values(signOnPaths)) {
    const { status, headers } = await navigate(`${path}?code=1&state=1`, 'sso=1', plain);
    expect(status).not.toBe(302);
    expect(headers['set-cookie']).toBeUndefined();
  }
});

test('an account whose codes a stranger used up can use single sign-on, and then codes in that browser', async () => {
  const { pk, email } = await newPerson();
  await sql`insert into code_budgets (person_pk, caller, tries, failures, failures_since)
      values (${pk}, 'stranger', 5, 10, ${at.clock()})`;
  await sql`insert into login_codes (person_pk, code_hash, expires_at)
      values (${pk}, ${at.secretBox.hash(codePurpose(pk), '123456')}, ${at.clock() + minute})`;
  const enter = (headers = {}) => enterCode(at, email, '123456', { headers });
  expect((await enter()).status).toBe(400);
  const { to, cookie } = await signOn(email);
  const { status, response } = await exchange(ticketIn(to), cookie);
  expect(status).toBe(200);
  const [device] = [response.headers['set-cookie'] ?? []].flat();
  expect((await enter({ cookie: device?.split(';')[0] ?? '' })).status).toBe(200);
});

test('a sign-in opens nothing a second time by its callback URL or with a second code, and its first ticket stays valid', async () => {
  const { to, email, cookie, back } = await arrive();
  const first = await navigate(back, cookie);
  for (const again of [back, await returning(to, email)])
    expect((await navigate(again, cookie)).to).toBe(loginWith('expired'));
  expect((await exchange(ticketIn(first.to), cookie)).status).toBe(200);
});

test('the callback URL of a sign-in returns one ticket when it is requested ten times at once', async () => {
  const { back, cookie } = await arrive();
  const answers = await Promise.all(Array.from({ length: 10 }, () => navigate(back, cookie)));
  const tickets = answers.filter((answer) => ticketIn(answer.to) !== 'none');
  expect(tickets).toHaveLength(1);
});

test('a sign-in can be completed only in the browser that started it', async () => {
  const { back, cookie } = await arrive();
  const other = await begin();
  for (const wrong of [undefined, other.cookie, `${cookie}x`, `${other.cookie}; ${cookie}`]) {
    expect((await navigate(back, wrong)).to).toBe(loginWith('expired'));
  }
  expect(ticketIn((await navigate(back, cookie)).to)).not.toBe('none');
});

test('a sign-in is not ended by a made-up callback URL', async () => {
  const { email } = await newPerson();
  const { to, cookie } = await begin();
  for (const query of ['', '?', '?state=x&code=y', '?error=access_denied', '?state=']) {
    const answer = await navigate(`${signOnPaths.callback}${query}`, cookie);
    expect(answer.to).toBe(loginWith('expired'));
  }
  const back = await returning(to, email);
  expect(ticketIn((await navigate(back, cookie)).to)).not.toBe('none');
});

test.each([
  ['9 minutes and 59 seconds after it began is in time', -1000, false],
  ['10 minutes after it began is too late', 0, true],
])('a sign-in that comes back %s', async (_, more, late) => {
  const { back, cookie } = await arrive();
  at.clock.forward(signOnRules.minutes * minute + more);
  expect((await navigate(back, cookie)).to === loginWith('expired')).toBe(late);
});

test('a sign-in that was canceled returns to the login page with that reason', async () => {
  expect((await signOn(null)).to).toBe(loginWith('cancelled'));
});

test.each([
  ['another nonce', (to: URL) => to.searchParams.set('nonce', 'n'.repeat(43))],
  ['another challenge', (to: URL) => to.searchParams.set('code_challenge', 'c'.repeat(43))],
  ['no challenge', (to: URL) => to.searchParams.delete('code_challenge')],
  ['the plain method', (to: URL) => to.searchParams.set('code_challenge_method', 'plain')],
  ['another scope', (to: URL) => to.searchParams.set('scope', 'email')],
])('a sign-in whose provider URL was given %s fails', async (_, change) => {
  const { email } = await newPerson();
  expect((await signOn(email, change)).to).toBe(loginWith('failed'));
});

test('a sign-in stores no secret in the clear, and its row is deleted once it has expired', async () => {
  const { to, cookie } = await begin();
  const { searchParams } = new URL(to);
  const rows = () => sql<{ row: string }[]>`
      select s::text || encode(secrets_sealed, 'escape') as row from single_sign_ons s
      where state_hash is not null`;
  const before = await rows();
  expect(before.length).toBeGreaterThan(0);
  for (const secret of [searchParams.get('state'), searchParams.get('nonce'), cookie.slice(4)]) {
    expect(before.filter(({ row }) => row.includes(secret ?? ''))).toEqual([]);
  }
  at.clock.forward(signOnRules.minutes * minute);
  await begin();
  expect(await rows()).toHaveLength(1);
});

test('a sign-on ticket that is exchanged ten times at once opens one session', async () => {
  const { email } = await newPerson();
  const { to, cookie } = await signOn(email);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => exchange(ticketIn(to), cookie)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.find(({ status }) => status !== 200)?.error.code).toBe('code_invalid');
});

test('a sign-on ticket opens nothing in a browser that did not start the sign-in', async () => {
  const { email } = await newPerson();
  const { to, cookie } = await signOn(email);
  const other = await signOn((await newPerson()).email);
  for (const wrong of [undefined, other.cookie]) {
    const { status, error } = await exchange(ticketIn(to), wrong);
    expect([status, error.code]).toEqual([400, 'code_invalid']);
  }
  expect((await exchange(ticketIn(to), cookie)).status).toBe(200);
});

test.each([
  ['is good a moment before 2 minutes are over', -1, 200],
  ['is worth nothing after 2 minutes', 0, 400],
])('a sign-on ticket %s', async (_, more, status) => {
  const { email } = await newPerson();
  const { to, cookie } = await signOn(email);
  at.clock.forward(signOnRules.ticketMinutes * minute + more);
  expect((await exchange(ticketIn(to), cookie)).status).toBe(status);
});

const refused: [string, (email: string) => Claims][] = [
  ['that is not verified', (email) => ({ email, email_verified: false })],
  ['that is verified in words only', (email) => ({ email, email_verified: 'true' })],
  ['without a word on its verification', (email) => ({ email })],
  ['that is missing', () => ({ email_verified: true })],
  ['that isn’t text', (email) => ({ email: [email], email_verified: true })],
  ['that is a phone number', () => ({ email: '+16025550199', email_verified: true })],
  ['with more behind it', (email) => ({ email: `${email},x@example.com`, email_verified: true })],
  ['that nobody has', () => ({ email: 'nobody@example.com', email_verified: true })],
  // The Kelvin sign becomes a k in lowercase.
  ['that only looks alike', () => ({ email: 'mar\u212a@example.com', email_verified: true })],
];

test.each(refused)(
  'an email address %s signs nobody in and creates no account',
  async (_, makeClaims) => {
    const { email } = await newPerson();
    await sql`insert into people (first_name, last_name, email, phone)
    values ('Mark', 'Kelvin', 'mark@example.com', '+16025550199') on conflict do nothing`;
    const count = () => sql`select count(*) as people from people`;
    const before = await count();
    provider.claimsOf = () => makeClaims(email);
    expect((await signOn('somebody')).to).toBe(loginWith('refused'));
    expect(await count()).toEqual(before);
  },
);

describe('providers', () => {
  let stranger: TestIdentityProvider;
  beforeAll(async () => {
    stranger = await startIdentityProvider();
  });
  afterAll(() => stranger.close());

  const signedWith = (change: (claims: Claims) => Claims) => (claims: Claims) =>
    provider.signed({ ...claims, ...change(claims) });
  const tokens: [string, string, (claims: Claims) => string][] = [
    ['as it is', 'signed in', (claims) => provider.signed(claims)],
    ['of somebody else’s key', 'failed', (claims) => stranger.signed(claims)],
    ['for another client', 'failed', signedWith(() => ({ aud: 'other' }))],
    ['of another issuer', 'failed', signedWith(() => ({ iss: stranger.settings.OIDC_ISSUER }))],
    ['of another sign-in', 'failed', signedWith(() => ({ nonce: 'n'.repeat(43) }))],
    ['without a nonce', 'failed', signedWith(() => ({ nonce: undefined }))],
    ['that ended 10 minutes ago', 'failed', signedWith(({ iat }) => ({ exp: Number(iat) - 600 }))],
    ['that begins in 10 minutes', 'failed', signedWith(({ iat }) => ({ nbf: Number(iat) + 600 }))],
    [
      'of a clock 20 seconds ahead',
      'signed in',
      signedWith(({ iat }) => ({ nbf: Number(iat) + 20 })),
    ],
    [
      'without a signature',
      'failed',
      (claims) => `${provider.signed(claims).split('.').slice(0, 2).join('.')}.`,
    ],
    [
      'of the algorithm none',
      'failed',
      (claims) => {
        const parts = provider.signed(claims).split('.');
        return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${parts[1] ?? ''}.`;
      },
    ],
  ];

  test.each(tokens)('a sign-in with an ID token %s ends as "%s"', async (_, outcome, change) => {
    const { email } = await newPerson();
    provider.rewriteTokens = (answer) => {
      answer.id_token = change(claimsIn(answer.id_token ?? ''));
    };
    const { to } = await signOn(email);
    if (outcome === 'signed in') expect(ticketIn(to)).not.toBe('none');
    else expect(to).toBe(loginWith(outcome));
  });

  const json = (response: ServerResponse, body: string, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  const garbage: [string, string, string, (response: ServerResponse) => unknown][] = [
    ['/token', 'half of an answer', 'failed', (response) => json(response, '{"access_token": "a')],
    ['/token', 'nothing', 'failed', (response) => json(response, '')],
    ['/token', 'a list', 'failed', (response) => json(response, '[1]')],
    ['/token', 'no ID token', 'failed', (r) => json(r, '{"access_token":"a","token_type":"b"}')],
    ['/token', 'a page', 'failed', (response) => response.end('<html>Welcome</html>')],
    ['/token', 'an error', 'failed', (r) => json(r, '{"error":"invalid_client"}', 401)],
    ['/token', 'a fault', 'unavailable', (response) => json(response, 'oops', 502)],
    ['/token', 'no answer', 'unavailable', (response) => response.destroy()],
    ['/token', 'another way', 'failed', (r) => r.writeHead(307, { location: '/evil' }).end()],
    ['/jwks', 'no keys', 'failed', (response) => json(response, '{"keys":[]}')],
    ['/jwks', 'no answer', 'unavailable', (response) => response.destroy()],
    ['/me', 'somebody else', 'failed', (r) => json(r, '{"sub":"x","email_verified":true}')],
    ['/me', 'no answer', 'unavailable', (response) => response.destroy()],
  ];

  test.each(garbage)(
    'a provider that answers at %s with %s ends the sign-in as "%s", and the next try succeeds',
    async (...args) => {
      const [path, , reason, answer] = args;
      const { email } = await newPerson();
      // Another process, which has no keys yet.
      const settings = { ...provider.settings, PUBLIC_URL: publicUrl };
      const fresh = await testApp({ now, settings, database: at.database, clock: at.clock });
      const attempt = async () => {
        const { to, cookie } = await navigate(signOnPaths.begin, undefined, fresh);
        return navigate(await returning(to, email), cookie, fresh);
      };
      provider.disturb = (asked, _, response) => {
        if (asked !== path) return false;
        answer(response);
        return true;
      };
      expect((await attempt()).to).toBe(loginWith(reason));
      provider.disturb = null;
      expect(ticketIn((await attempt()).to)).not.toBe('none');
    },
  );

  test('a provider that is down does not keep the app from starting, and is tried again at the next sign-in', async () => {
    const down = await startIdentityProvider();
    const settings = { ...down.settings, PUBLIC_URL: publicUrl };
    const fresh = await testApp({ now, settings, database: at.database, clock: at.clock });
    expect(down.asked).toEqual([]);
    down.disturb = (_path, _request, response) => {
      response.destroy();
      return true;
    };
    const first = await navigate(signOnPaths.begin, undefined, fresh);
    expect([first.to, first.cookie]).toEqual([loginWith('unavailable'), '']);
    down.disturb = null;
    for (let n = 0; n < 2; n++) {
      const next = await navigate(signOnPaths.begin, undefined, fresh);
      expect(next.to).toContain(down.settings.OIDC_ISSUER);
    }
    // The first try fails, the second succeeds.
    expect(down.asked).toHaveLength(2);
    await down.close();
  });
});

test('an IP address can be sent to the provider 120 times per hour', async () => {
  const ip = '192.0.2.9';
  const answers = await Promise.all(
    Array.from({ length: 121 }, () => navigate(signOnPaths.begin, undefined, at, ip)),
  );
  expect(answers.filter(({ to }) => to === loginWith('limited'))).toHaveLength(1);
  at.clock.forward(60 * minute);
  const { to } = await navigate(signOnPaths.begin, undefined, at, ip);
  expect(to).toContain(provider.settings.OIDC_ISSUER);
});

test('the debug log contains no code, state, ticket, secret, or email address of a single sign-on', async () => {
  const lines: string[] = [];
  const settings = { ...provider.settings, PUBLIC_URL: publicUrl, LOG_LEVEL: 'debug' };
  const logging = await testApp({ now, settings, logTo: { write: (line) => lines.push(line) } });
  const { email } = await makePerson(logging.database.system, { email: 'quiet@example.com' });
  const secrets = ['quiet', 'marked', provider.settings.OIDC_CLIENT_SECRET];
  const attempt = async () => {
    const { to, cookie } = await navigate(signOnPaths.begin, undefined, logging);
    const back = await returning(to, email);
    const asked = new URL(to).searchParams;
    const callbackParams = new URLSearchParams(back.split('?')[1]);
    for (const name of ['state', 'nonce', 'code_challenge']) secrets.push(asked.get(name) ?? '');
    secrets.push(callbackParams.get('code') ?? '', cookie.slice(4));
    const answer = await navigate(back, cookie, logging);
    return { ...answer, cookie };
  };
  const { to, cookie } = await attempt();
  secrets.push(ticketIn(to));
  const headers = { cookie };
  const { body } = await logging.call(
    exchangeTicket,
    { body: { ticket: ticketIn(to) } },
    { headers },
  );
  secrets.push(body.token);
  provider.disturb = (path, _, response) => {
    if (path !== '/token') return false;
    const words = { error: 'marked', error_description: 'marked', email: 'marked' };
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(words));
    return true;
  };
  expect((await attempt()).to).toBe(loginWith('failed'));
  const log = lines.join('');
  expect(log).toContain('/sso/callback');
  expect(log).toContain('single sign-on failed');
  expect(secrets.filter((secret) => secret.length < 5)).toEqual([]);
  for (const secret of secrets) expect(log).not.toContain(secret);
});
