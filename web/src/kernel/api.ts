import { buildHeader, buildMessages } from '@lotkeeper/contract/kernel/builds';
import type { AnswerOf, Endpoint, InputOf } from '@lotkeeper/contract/kernel/endpoint';
import { rowCountHeader } from '@lotkeeper/contract/kernel/endpoint';
import type { ErrorEnvelope } from '@lotkeeper/contract/kernel/errors';
import { addSupportCode, commonFailure } from '@lotkeeper/contract/kernel/errors';
import { newestChangeHeader } from '@lotkeeper/contract/kernel/live';
import { searchPurposeHeader } from '@lotkeeper/contract/kernel/searches';
import { readToken } from './auth-cookie.ts';
import { explainFailure, hasNewerBuild, noteBuild } from './builds.ts';
import { startClockCheck } from './clock.ts';
import { takeEarlyAnswer } from './early-reads.ts';
import { saveFile } from './save-file.ts';

/** A call's state, as `useSend` returns it. */
export interface Sending {
  error: ApiError | null;
  isPending: boolean;
}

let isOperator = false;

/** Says whether the signed-in person runs the installation, so that nobody else is support for them. */
export function noteOperator(value: boolean): void {
  isOperator = value;
}

type Refused = Pick<ErrorEnvelope, 'detail' | 'fields'>;

/** Without a field's technical name. What a form has no field for comes from the URL. */
function describeRefusal({ detail, fields = {} }: Refused): string {
  const [name, message = ''] = Object.entries(fields)[0] ?? [];
  if (detail !== `${name}: ${message}`) return detail;
  return /^(Has the wrong|This field is)/.test(message)
    ? 'This link is incomplete or isn’t valid.'
    : message;
}

/** A failed call: the message to show, and the server's message for each field. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorEnvelope['code'] | 'offline' | 'outdated';
  readonly fields: Record<string, string>;
  /** Seconds after which the server wants a retry; null if it didn't say. */
  readonly retryAfter: number | null;
  /** The id of a fault in the log, for support. */
  readonly requestId: string | undefined;
  /** The record's values now, if they aren't as the form showed them. */
  readonly current: ErrorEnvelope['current'];
  /** Makes the change anyway, if it was refused because of `current`. */
  proceed: (() => void) | null = null;
  /** Advice to show after the page's own message. */
  hint: string | null = null;
  /** Whether the message is the server's own, instead of the endpoint's general one. */
  readonly isServerMessage: boolean;

  constructor(
    status: number,
    envelope: Pick<ErrorEnvelope, 'current' | 'detail' | 'fields' | 'request_id'> & {
      code: ApiError['code'];
    },
    retryAfter: number | null = null,
    isServerMessage = envelope.code !== 'offline',
  ) {
    super(addSupportCode(describeRefusal(envelope), envelope.request_id, isOperator));
    this.name = 'ApiError';
    this.status = status;
    this.code = envelope.code;
    this.requestId = envelope.request_id;
    this.fields = envelope.fields ?? {};
    this.current = envelope.current;
    this.retryAfter = retryAfter;
    this.isServerMessage = isServerMessage;
  }
}

/** The message of a failure: the server's for an HTTP error, or else the error's own, the page's, or the endpoint's. */
export function failureMessage(error: unknown, fallback?: string): string {
  const isDefault = error instanceof ApiError && !error.isServerMessage && fallback !== undefined;
  const words =
    (!isDefault && error instanceof Error && error.message) || (fallback ?? commonFailure);
  const hint = error instanceof ApiError && error.hint;
  return hint ? `${words.replace(/\.$/, '')}. ${hint}` : words;
}

/** Whether the connection or the server failed, so the call may be repeated, instead of being refused for its content. */
export const isInterruption = (error: ApiError | null) =>
  error !== null && (error.status === 0 || error.status >= 500 || error.status === 429);

/** Failures caused by the request or the caller: the same call fails again. */
const finalCodes: ReadonlySet<ApiError['code']> = new Set([
  'outdated',
  'malformed_request',
  'invalid_fields',
  'not_allowed',
  'not_found',
]);

/** Whether repeating the read may help. */
export const canRetry = (error: unknown): boolean =>
  !(error instanceof ApiError && finalCodes.has(error.code));

type RequestInput = {
  params?: object;
  query?: object;
  headers?: Record<string, string>;
  body?: unknown;
};

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

type SessionEnd = (token: string | null) => void;

/** The tokens of calls that answered 401 before the page was there to hear of it. */
const unheardEnds: (string | null)[] = [];
let sessionEnded: SessionEnd = (token) => void unheardEnds.push(token);

/** Sets the handler for any call that answers 401; `token` is the one that the call was made with. */
export function onSessionEnd(handler: SessionEnd): void {
  sessionEnded = handler;
  for (const token of new Set(unheardEnds.splice(0))) handler(token);
}

let signInAgain: (token: string | null) => Promise<boolean> = async () => false;

/**
 * Sets the handler that lets a person sign in again over what they have typed, when any call answers 401; false = the
 * session ends. Calls are then made again. `token` is the one that the call was made with.
 */
export function onSignInRequired(handler: typeof signInAgain): void {
  signInAgain = handler;
}

let refused: () => void = () => undefined;

/** Sets the handler for calls that answer 403: the caller's role may have changed. */
export function onRefusal(handler: () => void): void {
  refused = handler;
}

type EndCall = () => void;

let statePurpose: () => Promise<string | null> = async () => null;

/**
 * Sets the handler that asks for a search's purpose when an organization requires one; null = none
 * was stated. Searches send it in a header.
 */
export function onPurposeRequired(handler: () => Promise<string | null>): void {
  statePurpose = handler;
}

let confirmPerson: () => Promise<boolean> = async () => false;

/**
 * Sets the handler that lets a person prove who they are, when a call needs it; false = they didn't. The call is then
 * made again.
 */
export function onConfirmationRequired(handler: () => Promise<boolean>): void {
  confirmPerson = handler;
}

let callStarted: ((endpoint: Endpoint) => EndCall) | undefined;

/** Measures every call: the handler runs when one starts, and the function that it returns when the answer arrives. */
export function onCall(handler: (endpoint: Endpoint) => EndCall): void {
  callStarted = handler;
}

/** The error of a call without an answer. If the server answers others, the browser may have blocked this one. */
async function toLineError(endpoint: Endpoint): Promise<ApiError> {
  const cause = navigator.onLine ? await explainFailure() : null;
  const error = new ApiError(0, { detail: endpoint.failure, code: 'offline' });
  if (cause === buildMessages.blocked) error.hint = cause;
  return error;
}

async function toApiError(response: Response, endpoint: Endpoint): Promise<ApiError> {
  const envelope = (await response.json().catch(() => null)) as ErrorEnvelope | null;
  const retryAfter = /^\d+$/.exec(response.headers.get('retry-after') ?? '');
  return new ApiError(
    response.status,
    envelope?.detail ? envelope : { detail: endpoint.failure, code: 'internal' },
    retryAfter && Number(retryAfter[0]),
    Boolean(envelope?.detail),
  );
}

/** A body to send: JSON, unless the format isn't ours. */
function encodeBody(endpoint: Endpoint, body: unknown) {
  if (body === undefined) return { type: {}, content: {} };
  if (body instanceof Blob) return { type: { 'content-type': body.type }, content: { body } };
  const raw = typeof body === 'string' && endpoint.raw;
  return {
    type: { 'content-type': raw ? 'application/octet-stream' : 'application/json' },
    content: { body: raw ? body : JSON.stringify(body) },
  };
}

/** The token of a call, and what finds another one when it's no longer valid; null = nothing. */
interface Caller {
  token: string | null;
  renew: () => Promise<Caller | null>;
}

function person(): Caller {
  const token = readToken();
  const renew = async () => {
    if (await signInAgain(token)) return person();
    sessionEnded(token);
    return null;
  };
  return { token, renew };
}

/** What `fetch` does, or another way to it. */
export type Send = (url: string, init: RequestInit) => Promise<Response>;

async function ask(
  endpoint: Endpoint,
  input: RequestInput,
  caller: Caller,
  signal?: AbortSignal,
  send: Send = fetch,
): Promise<Response> {
  const { token, renew } = caller;
  const { type, content } = encodeBody(endpoint, input.body);
  const url = buildUrl(endpoint, input);
  const early = endpoint.method === 'GET' ? takeEarlyAnswer(url, token) : undefined;
  let response: Response;
  const checkClock = startClockCheck();
  const endCall = callStarted?.(endpoint);
  try {
    response = await (early ??
      send(url, {
        method: endpoint.method,
        credentials: 'include',
        headers: {
          ...(token ? { authorization: `Token ${token}` } : {}),
          ...type,
          ...input.headers,
        },
        ...content,
        ...(signal ? { signal } : {}),
      }));
  } catch (error) {
    if (signal?.aborted) throw error;
    throw await toLineError(endpoint);
  } finally {
    endCall?.();
  }
  checkClock(response.headers.get('date'));
  noteBuild(response.headers.get(buildHeader));
  if (response.ok) return response;
  if (response.status === 401 && endpoint.access.scope !== 'public') {
    const renewed = await renew();
    if (renewed) return ask(endpoint, input, renewed, signal, send);
  }
  const error = await toApiError(response, endpoint);
  if (error.code === 'purpose_required') {
    const purpose = await statePurpose();
    if (purpose === null) throw error;
    const headers = { ...input.headers, [searchPurposeHeader]: purpose };
    return ask(endpoint, { ...input, headers }, caller, signal, send);
  }
  if (error.code === 'confirmation_required') {
    if (!(await confirmPerson())) throw error;
    return ask(endpoint, input, caller, signal, send);
  }
  if (error.status === 403) refused();
  throw error;
}

const readAnswer = async <E extends Endpoint>(response: Response) =>
  (response.status === 204 ? undefined : await response.json()) as AnswerOf<E>;

/** Refuses an answer that only newer pages may understand: a page that crashes would lose its input. */
function checkAnswer(endpoint: Endpoint, answer: unknown): void {
  if (!hasNewerBuild() || !endpoint.answer || endpoint.answer.safeParse(answer).success) return;
  const detail = `${buildMessages.newer} ${buildMessages.reload}`;
  throw new ApiError(200, { detail, code: 'outdated' });
}

/** Calls an endpoint of the contract; throws an ApiError. A 401 of any call except a sign-in ends the session here. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  signal?: AbortSignal,
  send?: Send,
): Promise<AnswerOf<E>> {
  return readAnswer<E>(await ask(endpoint, input as RequestInput, person(), signal, send));
}

/**
 * Like `call`, with the newest change that the answer contains, in milliseconds since 1970; null
 * when the server doesn't send it.
 */
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

/** Like `call`, with a token that isn't a session's; the caller handles a 401. */
export async function callBy<E extends Endpoint>(
  token: string,
  endpoint: E,
  input: InputOf<E>,
  signal?: AbortSignal,
): Promise<AnswerOf<E>> {
  const caller = { token, renew: async () => null };
  return readAnswer<E>(await ask(endpoint, input as RequestInput, caller, signal));
}

const readFileName = (response: Response) =>
  /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1];

/** The progress of a download: bytes, and the fraction (0 to 1); null = its length isn’t known. */
export interface DownloadProgress {
  bytes: number;
  share: number | null;
}

/** Downloads a file, under the server's file name; throws an ApiError. */
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

/** A page holds this many pieces of a file, about 30 MB; the browser has the rest, large ones on disk. */
const maxChunks = 500;

/** The content of a file. The fraction is known if the number of rows is. */
async function readBlob(
  response: Response,
  onProgress: (progress: DownloadProgress) => void,
): Promise<Blob> {
  if (!response.body) return response.blob();
  const rows = Number(response.headers.get(rowCountHeader));
  const reader = response.body.getReader();
  let chunks: BlobPart[] = [];
  let lines = 0;
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    bytes += value.byteLength;
    if (chunks.length > maxChunks) chunks = [new Blob(chunks)];
    if (rows) for (const byte of value) if (byte === lineFeed) lines += 1;
    onProgress({ bytes, share: rows ? Math.min(1, lines / rows) : null });
  }
  return new Blob(chunks, { type: response.headers.get('content-type') ?? '' });
}
