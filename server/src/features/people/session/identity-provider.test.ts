import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, expect, test } from 'vitest';
import { passProvider, startIdentityProvider } from '../../../testing/identity-provider.ts';
import { openIdentityProvider } from './identity-provider.ts';

const redirectUri = 'http://127.0.0.1:4999/sso/callback';

const provider = await startIdentityProvider();
afterAll(() => provider.close());
afterEach(() => {
  provider.disturb = null;
});

const open = (timeoutSeconds?: number) => {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = provider.settings;
  const clientSecret = provider.settings.OIDC_CLIENT_SECRET;
  return openIdentityProvider({ issuer, clientId, clientSecret }, timeoutSeconds);
};

async function identify(own: ReturnType<typeof open>) {
  const { address, secrets } = await own.begin(redirectUri);
  return own.identify(new URL(await passProvider(address, 'ada@example.com')), secrets);
}

test('a verified email address is returned as the provider writes it', async () => {
  expect(await identify(open())).toBe('ada@example.com');
});

test('a provider’s metadata is fetched once for many sign-ins', async () => {
  const own = open();
  const before = provider.asked.length;
  await Promise.all([1, 2, 3].map(() => own.begin(redirectUri)));
  expect(provider.asked.length - before).toBe(1);
});

test.each(['/.well-known/openid-configuration', '/token', '/jwks', '/me'])(
  'the request fails after a while if a provider never answers at %s',
  async (path) => {
    provider.disturb = (asked) => asked === path;
    await expect(identify(open(0.1))).rejects.toMatchObject({
      reason: 'sso_unavailable',
      code: 'OAUTH_TIMEOUT',
    });
  },
);

test.each([
  [
    'another issuer',
    (found: Record<string, unknown>) => ({ ...found, issuer: 'https://evil.example' }),
  ],
  [
    'no address to go to',
    (found: Record<string, unknown>) => ({ ...found, authorization_endpoint: undefined }),
  ],
])('a provider’s metadata with %s is not trusted', async (_, change) => {
  const address = `${provider.settings.OIDC_ISSUER}/.well-known/openid-configuration`;
  const found = (await (await fetch(address)).json()) as Record<string, unknown>;
  provider.disturb = (_path, _request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(change(found)));
    return true;
  };
  await expect(open().begin(redirectUri)).rejects.toMatchObject({ reason: 'sso_failed' });
});

test.each([
  ['in the header as long as the provider takes that', ['client_secret_basic'], /^Basic /, false],
  ['in the body where it takes nothing else', ['client_secret_post'], undefined, true],
])('the client secret is sent %s', async (_, methods, header, inBody) => {
  const address = `${provider.settings.OIDC_ISSUER}/.well-known/openid-configuration`;
  const found = (await (await fetch(address)).json()) as object;
  const came = Promise.withResolvers<{ header: string | undefined; body: string }>();
  const keep = async (request: IncomingMessage) =>
    came.resolve({ header: request.headers.authorization, body: await text(request) });
  provider.disturb = (path, request, response) => {
    if (path === '/token') void keep(request).then(() => response.destroy());
    else if (path.startsWith('/.well-known')) {
      const metadata = { ...found, token_endpoint_auth_methods_supported: methods };
      response.setHeader('content-type', 'application/json').end(JSON.stringify(metadata));
    } else return false;
    return true;
  };
  await expect(identify(open())).rejects.toMatchObject({ reason: 'sso_unavailable' });
  const { header: sent, body } = await came.promise;
  if (header) expect(sent).toMatch(header);
  else expect(sent).toBeUndefined();
  expect(body.includes('client_secret=')).toBe(inBody);
});
