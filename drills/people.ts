import { createApiKey } from '@lotkeeper/contract/api-keys';
import type { AnswerOf, Endpoint, InputOf } from '@lotkeeper/contract/kernel/endpoint';
import { getProfile } from '@lotkeeper/contract/session';
import { listSpots } from '@lotkeeper/contract/spots';
import { exchangeTicket } from '@lotkeeper/contract/team';
import type { Lotkeeper } from './lotkeeper.ts';
import { waitFor } from './lotkeeper.ts';

/** A caller of the API, with a session's token or an API key. */
export interface Caller {
  url: string;
  token: string;
}

export interface Reply<T> {
  /** 0 = no answer. */
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

export function buildUrl(base: string, endpoint: Endpoint, input: Input): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => String(input.params?.[name]));
  const query = new URLSearchParams(
    Object.entries(input.query ?? {}).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]),
  );
  return `${base}${path}${query.size > 0 ? `?${query.toString()}` : ''}`;
}

/** Calls an endpoint; a connection that fails, or an answer that doesn't come in time, is status 0. */
export async function call<E extends Endpoint>(
  { url, token }: Caller,
  endpoint: E,
  input: InputOf<E>,
  timeoutMs = 30_000,
): Promise<Reply<AnswerOf<E>>> {
  const { body } = input as Input;
  const started = performance.now();
  try {
    const response = await fetch(buildUrl(url, endpoint, input as Input), {
      method: endpoint.method,
      headers: {
        ...(token ? { authorization: `Token ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: (text ? JSON.parse(text) : undefined) as AnswerOf<E>,
      ms: performance.now() - started,
      retryAfter: response.headers.get('retry-after'),
    };
  } catch {
    return {
      status: 0,
      body: undefined as AnswerOf<E>,
      ms: performance.now() - started,
      retryAfter: null,
    };
  }
}

/** Signs in by a printed link of the demo, such as that of the "Admin of Cactus & Coast Parking". */
export async function signIn(lotkeeper: Lotkeeper, role: string): Promise<Caller> {
  const { url } = lotkeeper;
  // The links are printed shortly after the server is ready.
  const ticket = await waitFor(`the printed link for ${role}`, () => {
    const output = lotkeeper.output();
    const at = output.lastIndexOf(`  ${role}\n`);
    return at < 0 ? undefined : /\/auth\/(\S+)/.exec(output.slice(at))?.[1];
  });
  const reply = await call({ url, token: '' }, exchangeTicket, { body: { ticket } });
  if (reply.status !== 200) throw new Error(`The printed link was answered ${reply.status}.`);
  return { url, token: reply.body.token };
}

export const admin = 'Admin of Cactus & Coast Parking';

export interface Organization {
  admin: Caller;
  /** May send rentals and payments. */
  machine: Caller;
  pk: number;
  spots: number[];
}

/** The demo's first organization, with an API key of its own. */
export async function openOrganization(lotkeeper: Lotkeeper): Promise<Organization> {
  const person = await signIn(lotkeeper, admin);
  const profile = await call(person, getProfile, {});
  const pk = profile.body.affiliations[0]?.organization;
  if (pk === undefined) throw new Error('The Admin of the demo belongs to no organization.');
  const spots = await call(person, listSpots, { query: { organization: String(pk) } });
  const key = await call(person, createApiKey, {
    params: { id: String(pk) },
    body: { name: 'Drill', grants: ['rentals', 'payments', 'reads', 'images'] },
  } as never);
  return {
    admin: person,
    machine: { url: lotkeeper.url, token: key.body.key },
    pk,
    spots: spots.body.map((spot) => spot.pk),
  };
}
