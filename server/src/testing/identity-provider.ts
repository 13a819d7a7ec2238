import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signOnPaths } from '@lotkeeper/contract/people/session';
import { Provider } from 'oidc-provider';

const clientId = 'lotkeeper';
const clientSecret = 'a secret of the tests, 32 characters or more';

export type Claims = Record<string, unknown>;

export interface TestIdentityProvider {
  /** Lotkeeper's settings for it. */
  settings: Record<'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET', string>;
  /** The claims about a person by their login name; by default, that the name is a verified address. */
  claimsOf: (login: string) => Claims;
  /** Handles requests instead of the provider, if the function returns true; null = no interference. */
  disturb: ((path: string, ...answer: Parameters<RequestListener>) => boolean) | null;
  /** Changes the token endpoint's responses; null = no changes. */
  rewriteTokens: ((answer: Record<string, string>) => void) | null;
  /** Signs claims as an ID token with the provider's own key. */
  signed(claims: Claims): string;
  /** The requested paths, in order. */
  asked: string[];
  close(): Promise<void>;
}

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The claims of a token, unchecked. */
export const claimsIn = (token: string): Claims =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Claims;

function signingKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = { ...privateKey.export({ format: 'jwk' }), kid: 'tests', use: 'sig', alg: 'RS256' };
  const signed = (claims: Claims) => {
    const text = `${base64({ alg: 'RS256', kid: 'tests' })}.${base64(claims)}`;
    const key = createPrivateKey({ key: jwk, format: 'jwk' });
    return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
  };
  return { jwk, signed };
}

/** Opens a provider without its warnings that memory storage and its built-in login page are for tests. */
function openQuietly(...input: ConstructorParameters<typeof Provider>): Provider {
  const { warn } = console;
  console.warn = () => undefined;
  try {
    return new Provider(...input);
  } finally {
    console.warn = warn;
  }
}

/** A real OpenID provider on this machine: it requires PKCE, and its own page accepts any name with any password. */
export async function startIdentityProvider(): Promise<TestIdentityProvider> {
  const { jwk, signed } = signingKey();
  let handle: RequestListener = () => undefined;
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    own.asked.push(path);
    if (!own.disturb?.(path, request, response)) handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const own: TestIdentityProvider = {
    settings: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
    },
    claimsOf: (login) => ({ email: login, email_verified: true }),
    disturb: null,
    rewriteTokens: null,
    signed,
    asked: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const provider = openQuietly(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        // For such a client, the port of the URL may vary: ours uses any free one.
        application_type: 'native',
        redirect_uris: [`http://127.0.0.1${signOnPaths.callback}`],
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: ['a key of the tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    pkce: { required: () => true },
    findAccount: async (_, login) => ({
      accountId: login,
      claims: async () => ({ sub: login, ...own.claimsOf(login) }),
    }),
  });
  provider.use(async (context, next) => {
    await next();
    if (context.path === '/token') own.rewriteTokens?.(context.body as Record<string, string>);
  });
  handle = provider.callback();
  return own;
}

/** Stores cookies like a browser, and doesn't follow redirects. */
function cookieJar() {
  const cookies = new Map<string, string>();
  return async (url: string, form?: Record<string, string>): Promise<Response> => {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    return response;
  };
}

/** Goes through the provider's pages as a person, and returns where they finally send the browser. */
export async function passProvider(address: string, login: string | null): Promise<string> {
  const ask = cookieJar();
  const { origin } = new URL(address);
  let next = address;
  for (let step = 0; step < 20 && next.startsWith(origin); step++) {
    const page = /\/interaction\/[\w-]+$/.exec(next);
    if (page && login === null) next = `${next}/abort`;
    const prompt =
      page && login ? /name="prompt" value="(\w+)"/.exec(await (await ask(next)).text()) : null;
    const form = prompt
      ? { prompt: prompt[1] ?? '', login: login ?? '', password: 'any' }
      : undefined;
    const response = await ask(next, form);
    const to = response.headers.get('location');
    if (!to) throw new Error(`The provider stopped with ${response.status} at ${next}`);
    next = new URL(to, next).href;
  }
  return next;
}
