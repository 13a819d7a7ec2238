import { buildHeader, buildMessages } from '@lotkeeper/contract/kernel/builds';
import type { AnswerOf, Endpoint, InputOf } from '@lotkeeper/contract/kernel/endpoint';
import { rowCountHeader } from '@lotkeeper/contract/kernel/endpoint';
import type { ErrorEnvelope } from '@lotkeeper/contract/kernel/errors';
import { addSupportCode, commonFailure } from '@lotkeeper/contract/kernel/errors';
import { newestChangeHeader } from '@lotkeeper/contract/kernel/live';
import { searchPurposeHeader } from '@lotkeeper/contract/kernel/searches';
import { readToken } from './auth-cookie.ts';
import { explainFailure, hasNewerBuild, noteBuild } from './builds.ts';
import { saveFile } from './save-file.ts';

/** What is known of a call that is sent, as `useSend` hands it over. */
export interface Sending {
  error: ApiError | null;
  isPending: boolean;
}

/** A call that failed: the sentence to show, and what the server said of each field. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorEnvelope['code'] | 'offline' | 'outdated';
  readonly fields: Record<string, string>;
  /** Seconds after which the server wants to be asked again; null where it didn't say. */
  readonly retryAfter: number | null;
  /** The code of a fault in the log, for support. */
  readonly requestId: string | undefined;
  /** What may help, beside whatever words the page has for the failure. */
  hint: string | null = null;
  /** Whether the message is the server's own, and not the endpoint's for any failure. */
  readonly isServerMessage: boolean;

  constructor(
    status: number,
    envelope: Pick<ErrorEnvelope, 'detail' | 'fields' | 'request_id'> & { code: ApiError['code'] },
    retryAfter: number | null = null,
    isServerMessage = envelope.code !== 'offline',
  ) {
    super(addSupportCode(envelope.detail, envelope.request_id));
    this.name = 'ApiError';
    this.status = status;
    this.code = envelope.code;
    this.requestId = envelope.request_id;
    this.fields = envelope.fields ?? {};
    this.retryAfter = retryAfter;
    this.isServerMessage = isServerMessage;
  }
}

/**
 * The message of a failure: the server's for an HTTP error, else the error's own, else the page's, else the
 * endpoint's.
 */
export function failureMessage(error: unknown, fallback?: string): string {
  const isDefault = error instanceof ApiError && !error.isServerMessage && fallback !== undefined;
  const words =
    (!isDefault && error instanceof Error && error.message) || (fallback ?? commonFailure);
  const hint = error instanceof ApiError && error.hint;
  return hint ? `${words.replace(/\.$/, '')}. ${hint}` : words;
}

/** Whether a call failed for the line or the server, so that it may be made again, and not for what was sent. */
export const isInterruption = (error: ApiError | null) =>
  error !== null && (error.status === 0 || error.status >= 500 || error.status === 429);

/** Failures for what was asked, or for who asked: the same call fails again. */
const finalCodes: ReadonlySet<ApiError['code']> = new Set([
  'outdated',
  'malformed_request',
  'invalid_fields',
  'not_allowed',
  'not_found',
]);

/** Whether making the same read again may help. */
export const canRetry = (error: unknown): boolean =>
  !(error instanceof ApiError && finalCodes.has(error.code));

type RequestInput = {
  params?: object;
  query?: object;
  headers?: Record<string, string>;
  body?: unknown;
};

/** The address of a call. */
function buildUrl(endpoint: Endpoint, input: RequestInput): string {
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

let sessionEnded: (token: string | null) => void = () => undefined;

/** Says what happens when any call answers 401; `token` is the one that the call was made with. */
export function onSessionEnd(handler: (token: string | null) => void): void {
  sessionEnded = handler;
}

let refused: () => void = () => undefined;

/** Says what happens when a call answers 403: the caller's role may have changed. */
export function onRefusal(handler: () => void): void {
  refused = handler;
}

type EndCall = () => void;

let statePurpose: () => Promise<string | null> = async () => null;

/**
 * Says who asks for the purpose of a search where an organization wants one; null = none was stated. It is sent in
 * the header of searches.
 */
export function onPurposeRequired(handler: () => Promise<string | null>): void {
  statePurpose = handler;
}

let callStarted: ((endpoint: Endpoint) => EndCall) | undefined;

/** Measures every call: the handler runs when one starts, and what it returns when it has its answer. */
export function onCall(handler: (endpoint: Endpoint) => EndCall): void {
  callStarted = handler;
}

/** Of a call without an answer. Where the server answers others, it may have been blocked in the browser. */
async function toLineError(endpoint: Endpoint): Promise<ApiError> {
  const cause = navigator.onLine ? await explainFailure() : null;
  const error = new ApiError(0, { detail: endpoint.failure, code: 'offline' });
  if (cause === buildMessages.blocked) error.hint = cause;
  return error;
}

async function toApiError(response: Response, endpoint: Endpoint): Promise<ApiError> {
  const given = (await response.json().catch(() => null)) as ErrorEnvelope | null;
  const retryAfter = /^\d+$/.exec(response.headers.get('retry-after') ?? '');
  return new ApiError(
    response.status,
    given?.detail ? given : { detail: endpoint.failure, code: 'internal' },
    retryAfter && Number(retryAfter[0]),
    Boolean(given?.detail),
  );
}

/** A body as it is sent: JSON, unless its shape is not ours. */
function sent(endpoint: Endpoint, body: unknown) {
  if (body === undefined) return { type: {}, content: {} };
  if (body instanceof Blob) return { type: { 'content-type': body.type }, content: { body } };
  const raw = typeof body === 'string' && endpoint.raw;
  return {
    type: { 'content-type': raw ? 'application/octet-stream' : 'application/json' },
    content: { body: raw ? body : JSON.stringify(body) },
  };
}

/** By whose token a call is made, and what is done when that isn’t one any more. */
interface Caller {
  token: string | null;
  onEnd: () => void;
}

function person(): Caller {
  const token = readToken();
  return { token, onEnd: () => sessionEnded(token) };
}

async function ask(
  endpoint: Endpoint,
  input: RequestInput,
  { token, onEnd }: Caller,
  signal?: AbortSignal,
): Promise<Response> {
  const { type, content } = sent(endpoint, input.body);
  let response: Response;
  const endCall = callStarted?.(endpoint);
  try {
    response = await fetch(buildUrl(endpoint, input), {
      method: endpoint.method,
      credentials: 'include',
      headers: {
        ...(token ? { authorization: `Token ${token}` } : {}),
        ...type,
        ...input.headers,
      },
      ...content,
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw await toLineError(endpoint);
  } finally {
    endCall?.();
  }
  noteBuild(response.headers.get(buildHeader));
  if (response.ok) return response;
  if (response.status === 401 && endpoint.access.scope !== 'public') onEnd();
  const error = await toApiError(response, endpoint);
  if (error.code === 'purpose_required') {
    const purpose = await statePurpose();
    if (purpose === null) throw error;
    const headers = { ...input.headers, [searchPurposeHeader]: purpose };
    return ask(endpoint, { ...input, headers }, { token, onEnd }, signal);
  }
  if (error.status === 403) refused();
  throw error;
}

const readAnswer = async <E extends Endpoint>(response: Response) =>
  (response.status === 204 ? undefined : await response.json()) as AnswerOf<E>;

/** Refuses an answer that newer pages understand and this one may not: a page that fails would lose what was typed. */
function checkAnswer(endpoint: Endpoint, answer: unknown): void {
  if (!hasNewerBuild() || !endpoint.answer || endpoint.answer.safeParse(answer).success) return;
  const detail = `${buildMessages.newer} ${buildMessages.reload}`;
  throw new ApiError(200, { detail, code: 'outdated' });
}

/** Calls an endpoint of the contract; throws an ApiError. A 401 of anything but a sign-in ends the session here. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  signal?: AbortSignal,
): Promise<AnswerOf<E>> {
  return readAnswer<E>(await ask(endpoint, input as RequestInput, person(), signal));
}

/** As `call`, with the newest change that the answer contains, in milliseconds since 1970; null where the server doesn't send it. */
export async function read<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  signal?: AbortSignal,
): Promise<{ answer: AnswerOf<E>; newestChange: number | null }> {
  const response = await ask(endpoint, input as RequestInput, person(), signal);
  const newest = response.headers.get(newestChangeHeader);
  const answer = await readAnswer<E>(response);
  checkAnswer(endpoint, answer);
  return {
    answer,
    newestChange: newest === null ? null : Number(newest),
  };
}

/** As `call`, but by a token that is nobody's session; a 401 is the caller's to see. */
export async function callBy<E extends Endpoint>(
  token: string,
  endpoint: E,
  input: InputOf<E>,
  signal?: AbortSignal,
): Promise<AnswerOf<E>> {
  const caller = { token, onEnd: () => undefined };
  return readAnswer<E>(await ask(endpoint, input as RequestInput, caller, signal));
}

const readFileName = (response: Response) =>
  /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1];

/** How much of a file has arrived: bytes, and the share, 0 to 1; null = its length isn’t known. */
export interface DownloadProgress {
  bytes: number;
  share: number | null;
}

/** Fetches a file and hands it to the browser to keep, under the name that the server gave; throws an ApiError. */
export async function download<E extends Endpoint & { file: string }>(
  endpoint: E,
  input: InputOf<E>,
  onProgress: (progress: DownloadProgress) => void = () => undefined,
): Promise<void> {
  const response = await ask(endpoint, input as RequestInput, person());
  const content = await readBlob(response, onProgress);
  saveFile(decodeURIComponent(readFileName(response) ?? 'download'), content);
}

const lineFeed = 10;

/** The content of a file. The share that has arrived is known where its number of rows is. */
async function readBlob(
  response: Response,
  onProgress: (progress: DownloadProgress) => void,
): Promise<Blob> {
  if (!response.body) return response.blob();
  const rows = Number(response.headers.get(rowCountHeader));
  const reader = response.body.getReader();
  const chunks: BlobPart[] = [];
  let lines = 0;
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    bytes += value.byteLength;
    if (rows) for (const byte of value) if (byte === lineFeed) lines += 1;
    onProgress({ bytes, share: rows ? Math.min(1, lines / rows) : null });
  }
  return new Blob(chunks, { type: response.headers.get('content-type') ?? '' });
}
