import { createApiKey } from '@lotkeeper/contract/intake/api-keys';
import { grants } from '@lotkeeper/contract/kernel/access';
import type { AnswerOf, Endpoint, InputOf } from '@lotkeeper/contract/kernel/endpoint';
import { getProfile } from '@lotkeeper/contract/people/session';
import { exchangeTicket } from '@lotkeeper/contract/people/team';
import { listSpots } from '@lotkeeper/contract/platform/spots';
import type { Lotkeeper } from './lotkeeper.ts';
import { waitFor } from './lotkeeper.ts';

/** A caller of the API, with a session's token or an API key. */
export interface Caller {
  url: string;
  token: string;
}

export interface Reply<T> {
  /** 0 = no response. */
  status: number;
  body: T;
  ms: number;
  retryAfter: string | null;
}

export interface Input {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Builds a call's path and query. */
export function buildPath(endpoint: Endpoint, input: Input): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => String(input.params?.[name]));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) query.set(name, String(value));
  return `${path}${query.size > 0 ? `?${query.toString()}` : ''}`;
}

/** Sends a request; status 0 means that the connection failed or the response timed out. */
export async function send(
  { url, token }: Caller,
  { method, path, body }: { method: string; path: string; body: unknown },
  timeoutMs = 30_000,
): Promise<{ status: number; headers: Headers; text: string; ms: number }> {
  const started = performance.now();
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(token ? { authorization: `Token ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    const { status, headers } = response;
    return { status, headers, text, ms: performance.now() - started };
  } catch {
    return { status: 0, headers: new Headers(), text: '', ms: performance.now() - started };
  }
}

/** Calls an endpoint that returns JSON. */
export async function call<E extends Endpoint>(
  caller: Caller,
  endpoint: E,
  input: InputOf<E>,
  timeoutMs?: number,
): Promise<Reply<AnswerOf<E>>> {
  const { body } = input as Input;
  const request = { method: endpoint.method, path: buildPath(endpoint, input as Input), body };
  const { status, headers, text, ms } = await send(caller, request, timeoutMs);
  const answer = (text ? JSON.parse(text) : undefined) as AnswerOf<E>;
  return { status, body: answer, ms, retryAfter: headers.get('retry-after') };
}

/** Calls an endpoint; throws unless the status is 200. */
export async function callWell<E extends Endpoint>(
  caller: Caller,
  endpoint: E,
  input: InputOf<E>,
): Promise<AnswerOf<E>> {
  const { status, body } = await call(caller, endpoint, input);
  if (status !== 200)
    throw new Error(`${endpoint.path} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Signs in with a printed link of the demo, such as that of the "Admin of Cactus & Coast Parking". */
export async function signIn(lotkeeper: Lotkeeper, role: string): Promise<Caller> {
  const { url } = lotkeeper;
  // The links are printed shortly after the server is ready.
  const ticket = await waitFor(`the printed link for ${role}`, () => {
    const output = lotkeeper.output();
    const at = output.lastIndexOf(`  ${role}\n`);
    return at < 0 ? undefined : /\/auth\/(\S+)/.exec(output.slice(at))?.[1];
  });
  const { token } = await callWell({ url, token: '' }, exchangeTicket, { body: { ticket } });
  return { url, token };
}

/** Creates an organization's API key with every grant. */
export async function createKey(person: Caller, organization: number) {
  const { key, api_key } = await callWell(person, createApiKey, {
    params: { id: String(organization) },
    body: { name: 'Drill', grants: [...grants] },
  });
  return { pk: api_key.pk, key };
}

export const admin = 'Admin of Cactus & Coast Parking';

export interface Organization {
  admin: Caller;
  /** Has every grant. */
  machine: Caller;
  pk: number;
  spots: number[];
}

/** The demo's first organization, with its own API key. */
export async function openOrganization(lotkeeper: Lotkeeper): Promise<Organization> {
  const { url } = lotkeeper;
  const person = await signIn(lotkeeper, admin);
  const profile = await callWell(person, getProfile, {});
  const pk = profile.affiliations[0]?.organization;
  if (pk === undefined) throw new Error('The Admin of the demo belongs to no organization.');
  const spots = await callWell(person, listSpots, { query: { organization: String(pk) } });
  const { key } = await createKey(person, pk);
  return { admin: person, machine: { url, token: key }, pk, spots: spots.map((spot) => spot.pk) };
}
