// Every limit on load.

/** Messages that one live connection may send. */
export const liveMessageRate = { burst: 50, perSecond: 5 } as const;
/** After so many refused messages a live connection is closed. */
export const MAX_REFUSED_LIVE_MESSAGES = 200;
