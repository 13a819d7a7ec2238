import type { SignOnFailure } from '@lotkeeper/contract/people/session';
import * as openid from 'openid-client';
import * as z from 'zod/mini';

/** The timeout for each of the provider's answers, in seconds. */
const patience = 5;

/** The secrets of a sign-in in progress, which only the server knows. */
export interface SignOnSecrets {
  state: string;
  nonce: string;
  /** Proves to the provider that the party exchanging the code is the one that requested it (PKCE). */
  verifier: string;
}

/**
 * Why the provider identified nobody, and the library's or standard's error code for the log; never the provider's own
 * words.
 */
export class SignOnFault extends Error {
  readonly reason: SignOnFailure;
  readonly code: string;

  constructor(reason: SignOnFailure, code: string) {
    super(`Single sign-on failed (${code}).`);
    this.name = 'SignOnFault';
    this.reason = reason;
    this.code = code;
  }
}

/** An OpenID Connect provider; both functions throw a `SignOnFault`. */
export interface IdentityProvider {
  /** The provider's URL for one sign-in that returns to `redirectUri`, and its secrets. */
  begin(redirectUri: string): Promise<{ address: string; secrets: SignOnSecrets }>;
  /** The email address that the provider has verified, by the URL that the browser returned to; null without one. */
  identify(cameBackTo: URL, secrets: SignOnSecrets): Promise<string | null>;
}

/** Errors of OAuth 2.0 and OpenID Connect that a log may contain. */
const standardErrors = new Set([
  'access_denied',
  'consent_required',
  'interaction_required',
  'invalid_client',
  'invalid_grant',
  'invalid_request',
  'invalid_scope',
  'login_required',
  'server_error',
  'temporarily_unavailable',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_response_type',
]);

const reasons: Record<string, SignOnFailure> = {
  access_denied: 'sso_cancelled',
  server_error: 'sso_unavailable',
  temporarily_unavailable: 'sso_unavailable',
  OAUTH_TIMEOUT: 'sso_unavailable',
  unreachable: 'sso_unavailable',
};

/** The error as a code of ours, the library's, or the standard's. */
function getErrorCode(error: unknown): string {
  if (
    error instanceof openid.AuthorizationResponseError ||
    error instanceof openid.ResponseBodyError
  ) {
    return standardErrors.has(error.error) ? error.error : 'unknown_error';
  }
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  if (cause instanceof Response && cause.status >= 500) return 'unreachable';
  if (typeof code === 'string' && /^OAUTH_[A-Z_]+$/.test(code)) return code;
  // An error without a code of the library means that the connection failed.
  return 'unreachable';
}

function toFault(error: unknown): SignOnFault {
  if (error instanceof SignOnFault) return error;
  const code = getErrorCode(error);
  return new SignOnFault(reasons[code] ?? 'sso_failed', code);
}

/** The default way for a client to authenticate; posted in the body if a provider accepts nothing else. */
function proveBySecret(secret: string): openid.ClientAuth {
  const [basic, post] = [openid.ClientSecretBasic(secret), openid.ClientSecretPost(secret)];
  return (server, client, body, headers) => {
    const authMethods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const prove = authMethods.includes('client_secret_basic') ? basic : post;
    return prove(server, client, body, headers);
  };
}

const verifiedEmail = z.object({ email: z.string(), email_verified: z.literal(true) });

/** Both claims from the same source: one source's verification doesn't apply to another source's address. */
function emailIn(claims: Record<string, unknown> | undefined): string | null {
  const parsed = verifiedEmail.safeParse(claims);
  return parsed.success ? parsed.data.email : null;
}

async function readEmail(
  provider: openid.Configuration,
  tokens: Awaited<ReturnType<typeof openid.authorizationCodeGrant>>,
): Promise<string | null> {
  const claims = tokens.claims();
  if (!claims) throw new SignOnFault('sso_failed', 'no_id_token');
  if ('email' in claims && 'email_verified' in claims) return emailIn(claims);
  // Most providers put the address only here; the library requires the same subject as in the token.
  if (!provider.serverMetadata().userinfo_endpoint) return null;
  return emailIn(await openid.fetchUserInfo(provider, tokens.access_token, claims.sub));
}

/** Connects to the configured provider. Its metadata is fetched on first use and again after a failure. */
export function openIdentityProvider(
  options: { issuer: string; clientId: string; clientSecret: string },
  timeoutSeconds: number = patience,
): IdentityProvider {
  const { issuer, clientId, clientSecret } = options;
  const isHere = issuer.startsWith('http:');
  const discover = () =>
    openid.discovery(new URL(issuer), clientId, undefined, proveBySecret(clientSecret), {
      timeout: timeoutSeconds,
      execute: [
        // Signatures are checked although the token comes directly from the provider.
        openid.enableNonRepudiationChecks,
        ...(isHere ? [openid.allowInsecureRequests] : []),
      ],
    });
  let known: Promise<openid.Configuration> | null = null;

  async function ask<T>(question: (provider: openid.Configuration) => Promise<T>): Promise<T> {
    known ??= discover();
    const discovery = known;
    try {
      return await question(await discovery);
    } catch (error) {
      const fault = toFault(error);
      // Keys and URLs may have changed; an error that the provider itself returned doesn't indicate that.
      if (known === discovery && !standardErrors.has(fault.code)) known = null;
      throw fault;
    }
  }

  return {
    begin: (redirectUri) =>
      ask(async (provider) => {
        const secrets = {
          state: openid.randomState(),
          nonce: openid.randomNonce(),
          verifier: openid.randomPKCECodeVerifier(),
        };
        const address = openid.buildAuthorizationUrl(provider, {
          redirect_uri: redirectUri,
          scope: 'openid email',
          state: secrets.state,
          nonce: secrets.nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(secrets.verifier),
          code_challenge_method: 'S256',
        });
        return { address: address.href, secrets };
      }),
    identify: (cameBackTo, { state, nonce, verifier }) =>
      ask(async (provider) => {
        const tokens = await openid.authorizationCodeGrant(provider, cameBackTo, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
        });
        return readEmail(provider, tokens);
      }),
  };
}
