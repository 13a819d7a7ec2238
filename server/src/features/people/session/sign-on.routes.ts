import type { SignOnFailure } from '@lotkeeper/contract/people/session';
import { signOnPaths } from '@lotkeeper/contract/people/session';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Limiter } from '../../../kernel/access/limits.ts';
import type { SecretBox } from '../../../kernel/access/secrets.ts';
import { newToken } from '../../../kernel/access/secrets.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { SqlPool } from '../../../kernel/data/database.ts';
import { logFault } from '../../../kernel/http/error-handler.ts';
import { getClientNetwork } from '../../../kernel/load/client-network.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { SignOnFault } from './identity-provider.ts';
import { getOrigin, markBrowser, readBrowserSecret } from './session-browser.ts';
import { makeInvitedPerson } from './session-invitations.ts';
import { giveTicket, lowercaseOwn, rememberSignOn, takeSignOn } from './session-sign-on.ts';

/** Navigations per IP address and hour, in each direction: a whole company may share one. */
const perAddress = 120;

const hidden = { schema: { hide: true }, exposeHeadRoute: false } as const;

interface Deps {
  sql: SqlPool;
  limiter: Limiter;
  secretBox: SecretBox;
  clock: Clock;
  provider: IdentityProvider;
  publicUrl: string | undefined;
}

/** The page to show when sign-on failed, whatever was thrown. */
function failurePage(error: unknown, request: FastifyRequest): string {
  if (error instanceof SignOnFault) {
    request.log.warn({ reason: error.reason, code: error.code }, 'single sign-on failed');
    return `/login?reason=${error.reason}`;
  }
  logFault(error as Error, request);
  return '/login?reason=sso_failed';
}

const fail = (reason: SignOnFailure) => new SignOnFault(reason, reason);

async function enforceAddressLimit(
  { limiter, clock }: Deps,
  step: string,
  request: FastifyRequest,
): Promise<void> {
  const subject = `${step} ${getClientNetwork(request)}`;
  if (!(await limiter.allow(subject, perAddress, clock()))) throw fail('sso_limited');
}

/** Sends the browser to the provider and remembers which browser it was. */
async function goToProvider(deps: Deps, request: FastifyRequest, reply: FastifyReply) {
  await enforceAddressLimit(deps, 'sso', request);
  const origin = getOrigin(request, deps.publicUrl);
  const { address, secrets } = await deps.provider.begin(`${origin}${signOnPaths.callback}`);
  const browser = newToken();
  await rememberSignOn(deps, browser, secrets, deps.clock());
  markBrowser(reply, origin, browser);
  return address;
}

/** The redirect URI as sent to the provider, with the parameters that the provider added. */
function getCallbackUrl(request: FastifyRequest, origin: string): URL {
  const url = new URL(signOnPaths.callback, origin);
  url.search = request.url.slice(request.url.indexOf('?') + 1);
  return url;
}

/** A ticket for the person with the address. A person with an open invitation gets an account, as with a code. */
async function findTicket(
  { sql, clock }: Deps,
  browser: string,
  email: string,
): Promise<string | null> {
  const now = clock();
  const ticket = await giveTicket(sql, browser, email, now);
  if (ticket || (await makeInvitedPerson(sql, lowercaseOwn(email), now)) === null) return ticket;
  return giveTicket(sql, browser, email, now);
}

/** Gets the person from the provider, and creates the ticket that the page exchanges for a session. */
async function finishSignOn(deps: Deps, request: FastifyRequest) {
  await enforceAddressLimit(deps, 'sso back', request);
  const origin = getOrigin(request, deps.publicUrl);
  const url = getCallbackUrl(request, origin);
  const browser = readBrowserSecret(request, origin);
  const state = url.searchParams.get('state');
  const now = deps.clock();
  const secrets = browser && state ? await takeSignOn(deps, browser, state, now) : null;
  if (!browser || !secrets) throw fail('sso_expired');
  const email = await deps.provider.identify(url, secrets);
  const ticket = email ? await findTicket(deps, browser, email) : null;
  // The same message for an unknown address and an unverified one.
  if (!ticket) throw fail('sso_refused');
  return `/auth/${ticket}`;
}

/** Single sign-on: two navigations that always end at the provider or on one of our own pages. */
export function signOnRoutes(app: FastifyInstance, deps: Deps): void {
  const steps = [
    [signOnPaths.begin, goToProvider],
    [signOnPaths.callback, finishSignOn],
  ] as const;
  for (const [path, step] of steps) {
    app.get(path, hidden, async (request, reply) => {
      const to = await step(deps, request, reply).catch((error: unknown) =>
        failurePage(error, request),
      );
      return reply
        .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
        .redirect(to);
    });
  }
}
