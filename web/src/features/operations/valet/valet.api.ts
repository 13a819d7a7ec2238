import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { AnswerOf, Endpoint, InputOf } from '@lotkeeper/contract/kernel/endpoint';
import type { ValetSession } from '@lotkeeper/contract/operations/valet';
import {
  addValetPhoto,
  checkInValetSession,
  createValetSession,
  getValetSummary,
  listValetSessions,
  updateValetSession,
} from '@lotkeeper/contract/operations/valet';
import { useMutation } from '@tanstack/react-query';
import { ApiError, call } from '../../../kernel/api.ts';
import { markStale } from '../../../kernel/queries.ts';
import type { Outgoing } from './outbox.ts';

/** The reads that a change on the valet page affects. */
export const standReads = [listValetSessions, getValetSummary] as const;

/** Timeout of a call, in milliseconds: a phone with one bar would wait for minutes. */
const patience = 15_000;
const photoPatience = minuteMs;

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

/** Makes a call whose answer is needed now: without a signal it fails instead of waiting. */
export const useAsk = <E extends Endpoint>(endpoint: E, changes: readonly Endpoint[] = []) =>
  useMutation<AnswerOf<E>, ApiError, InputOf<E>>({
    mutationFn: (input) => callInTime(endpoint, input),
    networkMode: 'always',
    onSuccess: () => markStale(changes),
  });

/** Sends an outbox item; returns the updated session. */
export function sendOutgoing(item: Outgoing): Promise<ValetSession> {
  if (item.kind === 'walk-in') return callInTime(createValetSession, { body: item.body });
  const params = { id: item.session };
  switch (item.kind) {
    case 'check-in':
      return callInTime(checkInValetSession, { params, body: item.body });
    case 'edit':
      return callInTime(updateValetSession, { params, body: item.body });
    default:
      return callInTime(addValetPhoto, { params, body: item.photo }, photoPatience);
  }
}
