import { cleanFunctionName, describeError } from '@lotkeeper/contract/kernel/error-reports';
import type { makeFetchTransport } from '@sentry/react';
import type { Part } from './clean-recording.ts';
import { cleanRecording, isPart, listParts, pick } from './clean-recording.ts';

type Envelope = Parameters<ReturnType<typeof makeFetchTransport>['send']>[0];

/** The pattern of the page's route, and the patterns of all routes by their id. */
export interface PagePlace {
  route: string;
  routes: ReadonlyMap<string, string>;
}

const eventFields = ['event_id', 'type', 'timestamp', 'start_timestamp', 'platform', 'level'];
const spanFields = ['trace_id', 'span_id', 'parent_span_id', 'op', 'status'];

/** A built file, without the host that serves it. */
const shortenFile = (name: unknown) =>
  typeof name === 'string' ? (/\/assets\/[\w.-]+\.js$/.exec(name)?.[0] ?? '<page>') : '<page>';

const cleanFrame = (frame: Part): Part => ({
  ...pick(frame, ['lineno', 'colno', 'in_app']),
  filename: shortenFile(frame.filename),
  function: cleanFunctionName(typeof frame.function === 'string' ? frame.function : undefined),
});

const cleanException = ({ type, value, stacktrace, mechanism }: Part): Part => ({
  ...describeError({ name: type, message: value }),
  mechanism: { type: 'page', handled: isPart(mechanism) ? mechanism.handled : false },
  stacktrace: { frames: listParts(isPart(stacktrace) ? stacktrace.frames : []).map(cleanFrame) },
});

/** A span; its description is kept only for our own calls, which are named by the contract's paths. */
const cleanSpan = (span: Part): Part => ({
  ...pick(span, [...spanFields, 'start_timestamp', 'timestamp']),
  ...(span.op === 'http.client' && span.origin === 'manual' ? pick(span, ['description']) : {}),
});

function cleanMeasurements(measurements: unknown): Part {
  const entries = Object.entries(isPart(measurements) ? measurements : {});
  return Object.fromEntries(
    entries.flatMap(([name, entry]) =>
      isPart(entry) && typeof entry.value === 'number' && /^[a-z.]+$/.test(name)
        ? [[name, { value: entry.value, unit: name === 'cls' ? '' : 'millisecond' }]]
        : [],
    ),
  );
}

/** The id of the replay with an error in it. */
function cleanTags(tags: unknown): Part {
  const id = isPart(tags) ? tags.replayId : undefined;
  return typeof id === 'string' && /^[0-9a-f]{32}$/.test(id) ? { replayId: id } : {};
}

function cleanEvent(event: Part, { route, routes }: PagePlace): Part {
  const isTransaction = event.type === 'transaction';
  const contexts = isPart(event.contexts) ? event.contexts : {};
  return {
    ...pick(event, eventFields),
    transaction: isTransaction ? (routes.get(String(event.transaction)) ?? '<unknown>') : route,
    tags: cleanTags(event.tags),
    contexts: { trace: isPart(contexts.trace) ? pick(contexts.trace, spanFields) : {} },
    sdk: { name: 'sentry.javascript.react', settings: { infer_ip: 'never' } },
    ...(isTransaction
      ? {
          spans: listParts(event.spans).map(cleanSpan),
          measurements: cleanMeasurements(event.measurements),
          transaction_info: { source: 'route' },
        }
      : {}),
    ...(isPart(event.exception)
      ? { exception: { values: listParts(event.exception.values).map(cleanException) } }
      : {}),
  };
}

const cleanReplayEvent = (event: Part, { route }: PagePlace): Part => ({
  ...pick(event, [...eventFields, 'replay_id', 'replay_start_timestamp', 'segment_id']),
  ...pick(event, ['error_ids', 'trace_ids', 'replay_type']),
  urls: [route],
  sdk: { name: 'sentry.javascript.react', settings: { infer_ip: 'never' } },
});

/** A recording has one line of JSON with the segment's number, and one with its events. */
function cleanReplayRecording(payload: unknown, { route }: PagePlace): string | undefined {
  if (typeof payload !== 'string') return undefined;
  const [head = '', ...rest] = payload.split('\n');
  const { segment_id } = JSON.parse(head) as Part;
  const events = cleanRecording(JSON.parse(rest.join('\n')), route);
  return `${JSON.stringify({ segment_id })}\n${JSON.stringify(events)}`;
}

function cleanItem([{ type }, payload]: [Part, unknown], page: PagePlace): unknown[] {
  if (type === 'replay_recording') {
    const recording = cleanReplayRecording(payload, page);
    const length = new TextEncoder().encode(recording).length;
    return recording === undefined ? [] : [[{ type, length }, recording]];
  }
  if (!isPart(payload)) return [];
  if (type === 'replay_event') return [[{ type }, cleanReplayEvent(payload, page)]];
  return type === 'event' || type === 'transaction' ? [[{ type }, cleanEvent(payload, page)]] : [];
}

/** Rebuilds the library's envelope from fields that may be sent; undefined when nothing is left. */
export function cleanEnvelope(envelope: Envelope, page: PagePlace): Envelope | undefined {
  const [head, items] = envelope as unknown as [Part, [Part, unknown][]];
  const cleaned = items.flatMap((item) => cleanItem(item, page));
  if (cleaned.length < items.length || cleaned.length === 0) return undefined;
  return [pick(head, ['event_id', 'sent_at']), cleaned] as unknown as Envelope;
}
