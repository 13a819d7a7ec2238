import * as z from 'zod/mini';
import { pk, pkOrUuidText } from './fields.ts';

/** Where browsers connect for live events. */
export const livePath = '/live/';

/** What browsers are notified; each carries the pk of the property and nothing else. */
export const liveEvents = ['server:newRecords', 'server:newVisitor', 'server:valet'] as const;
export type LiveEvent = (typeof liveEvents)[number];

/** What browsers may send, with the schema of each payload. Any other message is answered with an error. */
export const liveMessages = {
  /** Asks for the events of a property, by pk or uuid. */
  watch: z.union([pk, pkOrUuidText]),
  /** Asks for the events of all properties of an organization; the answer is its `NewestChanges`. */
  watchOrganization: z.union([pk, pkOrUuidText]),
} as const satisfies Record<string, z.ZodMiniType>;
export type LiveMessage = keyof typeof liveMessages;
export type LivePayload<Name extends LiveMessage> = z.output<(typeof liveMessages)[Name]>;

/** When each property changed last, in milliseconds since 1970; a property that never changed is absent. */
export type NewestChanges = readonly (readonly [spotPk: number, at: number])[];

/**
 * The response header with the newest change that an answer contains for sure, in milliseconds since 1970; 0 = none
 * yet. Of reads of a property it is the property's, of reads of an organization that of any of its properties.
 */
export const newestChangeHeader = 'newest-change';

/** Carries the error envelope to a client that didn't ask for an acknowledgment. */
export const liveErrorEvent = 'server:error';
