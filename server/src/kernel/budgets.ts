import { minuteMs } from '@lotkeeper/contract/kernel/durations';

// Every load limit. docs/limits.md explains them; its numbers are filled in from here.

const KB = 1024;
const MB = 1024 * KB;

/**
 * Connections waiting to be accepted. Beyond this number the system drops new ones, wherever they
 * are from, and a dropped client retries after one second, then three. Node's default is 511; Linux
 * allows 4096.
 */
export const maxPendingConnections = 4096;

/** Tokens per caller and process; each request takes one. A burst covers opening a page or two at once, many times over. */
export const requestRates = {
  /** A signed-in person, across all their browsers, or a kiosk. */
  person: { burst: 600, perSecond: 40 },
  /** An API key or a camera feed key. */
  key: { burst: 1000, perSecond: 100 },
  /** All unrecognized callers at one IP address: those without a token, or on their first request with it. */
  address: { burst: 3000, perSecond: 300 },
  /** Health checks from one IP address. */
  health: { burst: 50, perSecond: 10 },
} as const;

/** Messages from one live connection. */
export const liveMessageRate = { burst: 50, perSecond: 5 } as const;
/** Refused messages before a live connection is closed. */
export const maxRefusedLiveMessages = 200;

/** API calls that a process runs at the same time. */
export const maxRunningCalls = 3;
/** Of these, calls by one caller. */
export const maxRunningPerCaller = 2;
/** A call that takes longer, in milliseconds, no longer counts as running, so stuck calls don't block the others. */
export const slowAfterMs = 500;
/** Maximum number of such slow calls per caller. */
export const maxSlowPerCaller = 16;
/** Calls waiting for a turn; each caller has an equal share of the queue. */
export const maxWaiting = 120;
/** A call that waits longer, in milliseconds, is answered with 503. */
export const maxWaitMs = 3000;
/** The same for programs and cameras: nobody is watching, and many cameras never resend. */
export const maxProgramWaitMs = 10_000;

/** Default maximum body size of an endpoint, in bytes. */
export const defaultBodyBytes = 256 * KB;
/** Smaller bodies don't count against the two limits below. */
export const minCountedBodyBytes = 64 * KB;
/** Total bytes of larger bodies in flight in a process. */
export const maxBodyBytesInFlight = 48 * MB;
/** Of these, bytes from one caller. */
export const maxBodyBytesPerCaller = 24 * MB;
/** Maximum objects and arrays in a JSON body. A full batch of records has about 55,000. */
export const maxJsonContainers = 100_000;
/** A body that the handler streams holds only its buffers. */
export const streamBufferBytes = MB;

/** Time limit for request headers, in milliseconds. */
export const headersTimeoutMs = 8000;
/** How often slow headers are checked for, in milliseconds. */
export const timeoutCheckMs = 1000;
/** Time limit for a body of the default size; a larger one must keep up `minUploadBytesPerSecond`. */
export const bodyTimeoutMs = 10_000;
/** Minimum rate of a large body, averaged over each `bodyTimeoutMs`. */
export const minUploadBytesPerSecond = 8 * KB;

/** The HTML of a page waits no longer for its first read, in milliseconds; the page then asks for itself. */
export const firstReadMs = 300;
/** A call without an answer by then, in milliseconds, is answered with 503. */
export const deadlineMs = 30_000;
/** The same for batches, downloads, and camera messages. */
export const longDeadlineMs = 50_000;
/** The same for uploads, which are read as they arrive. */
export const uploadDeadlineMs = 15 * minuteMs;

/** Reading a file that takes longer, in milliseconds, ends when a file of another organization waits. */
export const longFileMs = 8000;

/** Seconds in `Retry-After` under overload. */
export const overloadRetrySeconds = 1;
/** When many requests of one caller are refused, at most this many per second are asked to come back. */
export const returnsPerSecond = 20;
/** The same for large bodies, which have to be sent again in full. */
export const largeBodyReturnsPerSecond = 2;
/** Maximum `Retry-After` of such a request, in seconds. */
export const maxSpreadSeconds = 10;
/** Default `Retry-After`, in seconds. */
export const unavailableRetrySeconds = 2;
/** The same for hourly and daily limits. */
export const limitRetrySeconds = 30;

/** A connection that retries this soon after a refusal gets its next refusal this much later, in milliseconds. */
export const impatientDelayMs = 950;
/** Random extra delay of such refusals, in milliseconds. */
export const impatientDelaySpreadMs = 500;

/** Maximum age of the readiness check, in milliseconds. */
export const readinessAgeMs = 1000;
/** A readiness check that takes longer, in milliseconds, has failed. */
export const readinessTimeoutMs = 1000;
/** Free disk space of the data folder below which a process isn't ready. */
export const minFreeDiskBytes = 100 * MB;

/** An object store that doesn't answer a question within this time, in milliseconds, isn't waited for. */
export const storeAnswerMs = 5000;
/** The same for a file that is sent to it. */
export const storeUploadMs = 30_000;
