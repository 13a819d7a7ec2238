import * as z from 'zod/mini';
import { pk, pkOrUuidText } from './fields.ts';

/** The path of live connections. */
export const livePath = '/live/';

/** Live events for browsers; each carries the pk of the property and nothing else. */
export const liveEvents = ['server:newRecords', 'server:newVisitor', 'server:valet'] as const;
export type LiveEvent = (typeof liveEvents)[number];

/** Messages that browsers may send, with their payload schemas. Any other message gets an error. */
export const liveMessages = {
  /** Subscribes to the events of a property, by pk or uuid. */
  watch: z.union([pk, pkOrUuidText]),
  /** Subscribes to the events of all properties of an organization; the reply is its `NewestChanges`. */
  watchOrganization: z.union([pk, pkOrUuidText]),
} as const satisfies Record<string, z.ZodMiniType>;
export type LiveMessage = keyof typeof liveMessages;
export type LivePayload<Name extends LiveMessage> = z.output<(typeof liveMessages)[Name]>;

/** When each property last changed, in milliseconds since 1970; properties that never changed are absent. */
export type NewestChanges = readonly (readonly [spotPk: number, at: number])[];

/**
 * The response header with the time of the newest change that the response is sure to include, in milliseconds since
 * 1970; 0 = none yet. For a read of a property it covers that property; for a read of an organization, all its
 * properties.
 */
export const newestChangeHeader = 'newest-change';

/** Carries the error envelope to a client that didn't request an acknowledgment. */
export const liveErrorEvent = 'server:error';
