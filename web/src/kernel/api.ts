import type { AnswerOf, Endpoint, InputOf } from '@lotkeeper/contract/kernel/endpoint';
import type { ErrorEnvelope } from '@lotkeeper/contract/kernel/errors';
import { readToken } from './auth-cookie.ts';

/** A call that failed: the sentence to show, and what the server said of each field. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorEnvelope['code'] | 'offline';
  readonly fields: Record<string, string>;

  constructor(
    status: number,
    envelope: Pick<ErrorEnvelope, 'detail' | 'fields'> & { code: ApiError['code'] },
  ) {
    super(envelope.detail);
    this.name = 'ApiError';
    this.status = status;
    this.code = envelope.code;
    this.fields = envelope.fields ?? {};
  }
}

type Parts = { params?: object; query?: object; body?: unknown };

/** The address of a call. */
function addressOf(endpoint: Endpoint, input: Parts): string {
  const params = (input.params ?? {}) as Record<string, string | number>;
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

let sessionEnded: () => void = () => undefined;

/** Says what happens when any call answers 401; set once by the app. */
export function onSessionEnd(handler: () => void): void {
  sessionEnded = handler;
}

async function failureOf(response: Response, endpoint: Endpoint): Promise<ApiError> {
  const given = (await response.json().catch(() => null)) as ErrorEnvelope | null;
  return new ApiError(
    response.status,
    given?.detail ? given : { detail: endpoint.failure, code: 'internal' },
  );
}

/** Calls an endpoint of the contract; throws an ApiError. A 401 of anything but a sign-in ends the session here. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  signal?: AbortSignal,
): Promise<AnswerOf<E>> {
  const parts = input as Parts;
  const token = readToken();
  let response: Response;
  try {
    response = await fetch(addressOf(endpoint, parts), {
      method: endpoint.method,
      credentials: 'include',
      headers: {
        ...(token ? { authorization: `Token ${token}` } : {}),
        ...(parts.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, { detail: endpoint.failure, code: 'offline' });
  }
  if (response.ok)
    return (response.status === 204 ? undefined : await response.json()) as AnswerOf<E>;
  if (response.status === 401 && endpoint.access.scope !== 'public') sessionEnded();
  throw await failureOf(response, endpoint);
}
