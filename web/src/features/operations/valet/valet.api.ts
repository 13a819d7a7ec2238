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
import type { ApiError } from '../../../kernel/api.ts';
import { callInTime } from '../../../kernel/call-in-time.ts';
import { markStale } from '../../../kernel/queries.ts';
import type { Outgoing } from './outbox.ts';

/** The reads that a change on the valet page affects. */
export const standReads = [listValetSessions, getValetSummary] as const;

const photoPatience = minuteMs;

/** Makes a call whose answer is needed now: without a signal it fails instead of waiting. */
export const useAsk = <E extends Endpoint>(endpoint: E, changes: readonly Endpoint[] = []) =>
  useMutation<AnswerOf<E>, ApiError, InputOf<E>>({
    mutationFn: (input) => callInTime(endpoint, input),
    networkMode: 'always',
    onSuccess: () => markStale(changes),
  });

/** An updated session; one that a walk-in began also has what nothing texted. */
export type SentSession = ValetSession & Partial<AnswerOf<typeof createValetSession>>;

/** Sends an outbox item; returns the updated session. */
export function sendOutgoing(item: Outgoing): Promise<SentSession> {
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
