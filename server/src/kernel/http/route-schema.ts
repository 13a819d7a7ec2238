import { batchBody } from '@lotkeeper/contract/kernel/batch';
import type { Endpoint } from '@lotkeeper/contract/kernel/endpoint';
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';

const noQuery = z.strictObject({});

/** Checks the envelope of a batch only: its items are checked one by one. */
export const looseItems: FastifySchemaCompiler<unknown> = (route) =>
  validatorCompiler(
    route.httpPart === 'body' ? { ...route, schema: batchBody(z.unknown()) } : (route as never),
  );

/** Takes bodies of any type as bytes, or as they come, on the routes mounted within and on no others. */
export async function takeAnyBody(inside: FastifyInstance, mode: true | 'stream') {
  inside.removeAllContentTypeParsers();
  if (mode === 'stream') {
    inside.addContentTypeParser('*', async (_request: unknown, body: unknown) => body);
    return;
  }
  inside.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => body,
  );
}

/** The parts of a request and its answers, for the checks and the API's description. */
export function buildSchema(endpoint: Endpoint) {
  const { answer, accepted, headers, items, params, query, summary } = endpoint;
  const body = items ? batchBody(items) : endpoint.body;
  return {
    summary,
    ...(params ? { params } : {}),
    querystring: query ?? noQuery,
    ...(headers ? { headers } : {}),
    ...(body ? { body } : {}),
    ...(answer ? { response: { 200: answer, ...(accepted ? { 202: accepted } : {}) } } : {}),
  };
}
