import { batchBody } from '@lotkeeper/contract/kernel/batch';
import type { Endpoint } from '@lotkeeper/contract/kernel/endpoint';
import type { ErrorCode } from '@lotkeeper/contract/kernel/errors';
import { errorEnvelope, errorStatus } from '@lotkeeper/contract/kernel/errors';
import { searchHeaders } from '@lotkeeper/contract/kernel/searches';
import { describeCall } from './describe-access.ts';
import { errorExamples, listErrorCodes } from './error-answers.ts';
import { callExamples, refusedExample } from './examples.ts';
import type { JsonSchema } from './json-schema.ts';
import type { Answer, Example, Header, Media, Operation, Parameter, Reference } from './openapi.ts';
import type { SchemaWriter } from './schemas.ts';
import { listSchemes } from './security.ts';

const binary = { type: 'string', contentMediaType: 'application/octet-stream' } as JsonSchema;

/** What a path parameter identifies, if the call's access determines it. */
function describeTarget({ access }: Endpoint, source: string, { format, pattern }: JsonSchema) {
  if (!('from' in access) || access.from !== source) return {};
  const subject =
    'record' in access ? access.record : access.scope === 'spot' ? 'property' : 'organization';
  const names = format === 'uuid' ? 'UUID' : pattern?.includes('a-f') ? 'number or UUID' : 'number';
  return { description: `The ${subject}, by its ${names}.` };
}

function listParameters(writer: SchemaWriter, endpoint: Endpoint): Parameter[] {
  const locations = [
    ['path', endpoint.params],
    ['query', endpoint.query],
    ['header', endpoint.headers],
    ['header', endpoint.logs && searchHeaders],
  ] as const;
  return locations.flatMap(([location, schema]) => {
    if (!schema) return [];
    const { properties = {}, required = [] } = writer.writeFields(schema);
    return Object.entries(properties).map(([name, property]) => ({
      name,
      in: location,
      required: required.includes(name),
      ...describeTarget(endpoint, `params.${name}`, property),
      schema: property,
    }));
  });
}

const rawBodies = {
  camera: {
    description:
      'What the camera sends. A message that can’t be understood is answered with 202 and kept.',
    types: [
      'application/json',
      'application/xml',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ],
  },
  file: { description: 'The file, as base64.', types: ['text/plain'] },
  event: { description: 'The event, as Stripe sends and signs it.', types: ['application/json'] },
  photo: {
    description: 'The photo, as its bytes.',
    types: ['image/jpeg', 'image/png', 'image/webp'],
  },
};

function findRawKind(access: Endpoint['access'], raw: Endpoint['raw']): keyof typeof rawBodies {
  if (raw === 'stream') return 'file';
  if (access.scope === 'camera') return 'camera';
  return access.scope === 'public' ? 'event' : 'photo';
}

function toRawBody({ access, raw }: Endpoint): Operation['requestBody'] {
  const kind = findRawKind(access, raw);
  const { description, types } = rawBodies[kind];
  const schema = kind === 'camera' || kind === 'event' ? {} : binary;
  return {
    required: true,
    description,
    content: Object.fromEntries(types.map((type) => [type, { schema }])),
  };
}

const toExamples = (examples: Record<string, Example>): Pick<Media, 'examples'> =>
  Object.keys(examples).length > 0 ? { examples } : {};

function toBody(writer: SchemaWriter, name: string, endpoint: Endpoint): Operation['requestBody'] {
  if (endpoint.raw) return toRawBody(endpoint);
  const body = endpoint.items ? batchBody(endpoint.items) : endpoint.body;
  if (!body) return undefined;
  const { request } = callExamples[name] ?? {};
  return {
    required: true,
    content: {
      'application/json': {
        schema: writer.write(body, 'input'),
        ...toExamples(request === undefined ? {} : { request: { value: request } }),
      },
    },
  };
}

const retryAfter: Header = {
  description: 'The least wait before sending the same again, in seconds.',
  schema: { type: 'integer', examples: [2] },
};

/** A response with one of several errors of the same status. */
function toErrorAnswer(writer: SchemaWriter, codes: readonly ErrorCode[]): Answer {
  const examples = codes.map((code): [string, Example] => {
    const { summary, detail, fields } = errorExamples[code];
    return [code, { summary, value: { detail, code, ...(fields ? { fields } : {}) } }];
  });
  const waits = codes.includes('too_many_requests') || codes.includes('unavailable');
  return {
    description: codes.map((code) => `\`${code}\`: ${errorExamples[code].summary}`).join(' '),
    ...(waits ? { headers: { 'Retry-After': retryAfter } } : {}),
    content: {
      'application/json': {
        schema: writer.write(errorEnvelope, 'output'),
        examples: Object.fromEntries(examples),
      },
    },
  };
}

/** The types behind a wildcard. */
const fileTypes: Readonly<Record<string, readonly string[]>> = {
  'image/*': ['image/jpeg', 'image/png', 'image/webp'],
  'text/*': ['text/csv', 'text/plain'],
};

/** The successful responses of a call. */
function toAnswers(writer: SchemaWriter, name: string, endpoint: Endpoint): Record<string, Answer> {
  const { answer, accepted, file, items } = endpoint;
  if (file) {
    const types = fileTypes[file] ?? [file];
    const content = Object.fromEntries(types.map((type) => [type, { schema: binary }]));
    return { 200: { description: 'The file.', content } };
  }
  if (!answer) return { 204: { description: 'Done; the answer has no body.' } };
  const media = (schema: NonNullable<typeof answer>, examples: Record<string, Example> = {}) => ({
    'application/json': { schema: writer.write(schema, 'output'), ...toExamples(examples) },
  });
  const example = callExamples[name];
  const examples = {
    ...(example ? { answer: { value: example.answer } } : {}),
    ...(items ? { refused: { summary: 'An item was refused.', value: refusedExample } } : {}),
  };
  return {
    200: { description: 'Done.', content: media(answer, examples) },
    ...(accepted
      ? { 202: { description: 'Kept, but not understood.', content: media(accepted) } }
      : {}),
  };
}

const toWords = (code: ErrorCode) =>
  code.replaceAll(/(^|_)([a-z])/g, (_, _gap, letter: string) => letter.toUpperCase());

/** The errors that a call may return, by status, as references into `components`. */
function toErrorAnswers(
  writer: SchemaWriter,
  errors: Record<string, Answer>,
  codes: readonly ErrorCode[],
): Record<string, Reference> {
  const byStatus = Object.groupBy(codes, (code) => errorStatus[code]);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, same]) => {
      const name = same.map(toWords).join('Or');
      errors[name] ??= toErrorAnswer(writer, same);
      return [status, { $ref: `#/components/responses/${name}` }];
    }),
  );
}

/** A call as OpenAPI describes it; its error responses are added to `errors`. */
export function describeOperation(
  writer: SchemaWriter,
  errors: Record<string, Answer>,
  { name, tag, endpoint }: { name: string; tag: string; endpoint: Endpoint },
): Operation {
  const parameters = listParameters(writer, endpoint);
  const description = describeCall(endpoint);
  const requestBody = toBody(writer, name, endpoint);
  return {
    operationId: name,
    tags: [tag],
    summary: endpoint.summary,
    ...(description ? { description } : {}),
    security: listSchemes(endpoint.access).map((scheme) => ({ [scheme]: [] })),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: {
      ...toAnswers(writer, name, endpoint),
      ...toErrorAnswers(writer, errors, listErrorCodes(name, endpoint)),
    },
  };
}
