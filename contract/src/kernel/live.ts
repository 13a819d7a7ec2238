/** Where browsers connect for live events. */
export const livePath = '/live/';

/** What browsers are told; each carries the pk of the property and nothing else. */
export const liveEvents = ['server:newRecords', 'server:newVisitor', 'server:valet'] as const;
export type LiveEvent = (typeof liveEvents)[number];
