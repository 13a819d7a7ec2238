import { minuteMs } from '@lotkeeper/contract/kernel/durations';

// Every limit on load. docs/limits.md explains them; its numbers are filled in from here.

const KB = 1024;
const MB = 1024 * KB;

/**
 * Connections that wait to be accepted. Beyond this number the system drops new ones, no matter whose, and a dropped
 * client tries again after one second, then after three. Node's default is 511; Linux allows 4096.
 */
export const maxPendingConnections = 4096;

/** Tokens per caller and process. One request takes one. A burst is a page or two opened at once, many times over. */
export const requestRates = {
  /** A signed-in person, in all their browsers together, or a kiosk. */
  person: { burst: 600, perSecond: 40 },
  /** An API key, or the key of a camera feed. */
  key: { burst: 1000, perSecond: 100 },
  /** Everybody at one address who hasn't been recognized: no token, or the first request with it. */
  address: { burst: 3000, perSecond: 300 },
  /** Health checks from one address. */
  health: { burst: 50, perSecond: 10 },
} as const;

/** Messages that one live connection may send. */
export const liveMessageRate = { burst: 50, perSecond: 5 } as const;
/** After so many refused messages a live connection is closed. */
export const maxRefusedLiveMessages = 200;

/** Calls of the API that a process works on at the same time. */
export const maxRunningCalls = 3;
/** Of these, calls of one caller. */
export const maxRunningPerCaller = 2;
/** A call that takes longer counts no more as running, in milliseconds, so that stuck calls don't block the others. */
export const slowAfterMs = 500;
/** Of such calls, as many as one caller may have. */
export const maxSlowPerCaller = 16;
/** Calls that wait for a turn; each caller has an equal share of the queue. */
export const maxWaiting = 120;
/** A call that got no turn by then is answered 503, in milliseconds. */
export const maxWaitMs = 3000;
/** The same for programs and cameras: nobody sits in front of them, and many cameras never send again. */
export const maxProgramWaitMs = 10_000;

/** Bytes of body that an endpoint takes unless it says more. */
export const defaultBodyBytes = 256 * KB;
/** Smaller bodies don't count against the two limits below. */
export const minCountedBodyBytes = 64 * KB;
/** Bytes of larger bodies in flight in the whole process. */
export const maxBodyBytesInFlight = 48 * MB;
/** Of these, bytes of one caller. */
export const maxBodyBytesPerCaller = 24 * MB;
/** Objects and arrays in a JSON body. A full batch of records has about 55,000. */
export const maxJsonContainers = 100_000;
/** A body that the handler reads as a stream holds only its buffers. */
export const streamBufferBytes = MB;

/** Request headers must be there by then, in milliseconds. */
export const headersTimeoutMs = 8000;
/** How often slow headers are looked for, in milliseconds. */
export const timeoutCheckMs = 1000;
/** A body of the default size must be there by then; a larger one must keep `minUploadBytesPerSecond`. */
export const bodyTimeoutMs = 10_000;
/** The least rate of a large body, on average over each `bodyTimeoutMs`. */
export const minUploadBytesPerSecond = 8 * KB;

/** A call without an answer by then is answered 503, in milliseconds. */
export const deadlineMs = 30_000;
/** The same for batches, files to download and camera messages. */
export const longDeadlineMs = 50_000;
/** The same for uploads, which are read while they come. */
export const uploadDeadlineMs = 15 * minuteMs;

/** Seconds in `Retry-After` when the server has too much to do. */
export const overloadRetrySeconds = 1;
/** Where many requests of a caller are refused, so many of them a second are asked to come back. */
export const returnsPerSecond = 20;
/** The same for large bodies, which are sent again as a whole. */
export const largeBodyReturnsPerSecond = 2;
/** The longest `Retry-After` of such a request, in seconds. */
export const maxSpreadSeconds = 10;
/** `Retry-After` where nothing better is known. */
export const unavailableRetrySeconds = 2;
/** The same for limits that count by the hour or the day. */
export const limitRetrySeconds = 30;

/** A connection that asks again this soon after a refusal gets its next refusal this much later, in milliseconds. */
export const impatientDelayMs = 950;
/** Such refusals are spread over this much more, in milliseconds. */
export const impatientDelaySpreadMs = 500;

/** Maximum age of the readiness check, in milliseconds. */
export const readinessAgeMs = 1000;
/** A check of readiness that takes longer has failed, in milliseconds. */
export const readinessTimeoutMs = 1000;
/** Free disk space of the data folder below which a process isn't ready. */
export const minFreeDiskBytes = 100 * MB;
