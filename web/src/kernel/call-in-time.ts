import type { AnswerOf, Endpoint, InputOf } from '@lotkeeper/contract/kernel/endpoint';
import { ApiError, call } from './api.ts';

/** Timeout of a call, in milliseconds: a phone with one bar would wait for minutes. */
const patience = 15_000;

/** Calls an endpoint; a timeout counts as a lost connection. */
export async function callInTime<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  wait = patience,
): Promise<AnswerOf<E>> {
  const signal = AbortSignal.timeout(wait);
  try {
    return await call(endpoint, input, signal);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError(0, { detail: endpoint.failure, code: 'offline' });
  }
}
