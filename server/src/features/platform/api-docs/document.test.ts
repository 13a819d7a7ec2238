import { join } from 'node:path';
import type { BatchAnswer, BatchResult } from '@lotkeeper/contract/kernel/batch';
import type { Endpoint } from '@lotkeeper/contract/kernel/endpoint';
import { errorStatus } from '@lotkeeper/contract/kernel/errors';
import { commonTexts } from '@lotkeeper/contract/kernel/field-texts';
import { lintFromString, loadConfig } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { toEnvelope } from '../../../kernel/http/error-handler.ts';
import { conflictConstraints } from '../../../records/conflicts.ts';
import { makeOutside } from '../../../testing/ingest.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { readContract } from './contract-exports.ts';
import { describeFields } from './describe-fields.ts';
import { composeDocument, describeApi } from './document.ts';
import { codeCalls, errorExamples } from './error-answers.ts';
import type { CallExample } from './examples.ts';
import { callExamples, refusedExample } from './examples.ts';
import { tags } from './tags.ts';

const contract = await readContract();
const endpoints = new Set(contract.endpoints.map(({ value }) => value));
const document = await describeApi(endpoints, '/');
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

test('Redocly’s recommended rules find nothing wrong in the OpenAPI document', async () => {
  const root = join(import.meta.dirname, '../../../../..');
  const config = await loadConfig({ configPath: join(root, 'redocly.yaml') });
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: join(root, 'openapi.json'),
    config,
  });
  const lines = problems.map(({ ruleId, message, location }) =>
    [ruleId, message, location[0]?.pointer].join(' '),
  );
  expect(lines).toEqual([]);
});

test('each endpoint of the contract is one operation with the endpoint’s name as its ID', () => {
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(
    contract.endpoints.map(({ name }) => name).toSorted(),
  );
});

test('each file of the contract with endpoints has a tag, each tag is used, and Ingest is first', () => {
  const files = new Set(contract.endpoints.map(({ file }) => file));
  expect(Object.keys(tags).toSorted()).toEqual([...files].toSorted());
  expect(document.tags[0]?.name).toBe('Ingest');
  expect(document['x-tagGroups'].flatMap((area) => area.tags)).toEqual(
    document.tags.map(({ name }) => name),
  );
  expect(operations[0]?.operationId).toBe('ingestRentals');
});

test('the calls that check codes are calls of the contract', () => {
  const names = contract.endpoints.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining([...codeCalls]));
});

test('an operation names the errors that its access and its kind make possible', () => {
  const listStatuses = (path: string, method: string) =>
    Object.keys(document.paths[path]?.[method]?.responses ?? {}).join(' ');
  expect(listStatuses('/api/ingest/rentals/', 'post')).toBe('200 400 401 403 413 415 429 500 503');
  expect(listStatuses('/api/health/live', 'get')).toBe('200 400 429 500 503');
  expect(listStatuses('/api/ingest/cameras/{format}/{key}', 'post')).toBe(
    '200 202 400 401 403 404 413 429 500 503',
  );
  expect(listStatuses('/api/tickets/{id}/waive/', 'patch')).toBe(
    '200 400 401 403 404 409 413 415 429 500 503',
  );
});

test('each field of the document is described, and each description is of a field', async () => {
  const { missing, used } = describeFields(await composeDocument(endpoints, '/'), contract);
  expect(missing).toEqual([]);
  const files = [...contract.texts, ['common', commonTexts] as const];
  const names = files.flatMap(([file, texts]) => Object.keys(texts).map((key) => `${file} ${key}`));
  expect(names.filter((name) => !used.has(name))).toEqual([]);
});

test('each call that programs send data with has an example of request and answer that fits the contract', () => {
  const sending = contract.endpoints.filter(({ value }) => value.path.startsWith('/api/ingest/'));
  expect(Object.keys(callExamples).toSorted()).toEqual(sending.map(({ name }) => name).toSorted());
  for (const { name, value } of sending) {
    const { request, answer } = callExamples[name] as CallExample;
    for (const item of (request as { items: unknown[] } | undefined)?.items ?? []) {
      expect(value.items?.safeParse(item).error, name).toBe(undefined);
    }
    for (const example of value.items ? [answer, refusedExample] : [answer]) {
      expect(value.answer?.safeParse(example).error, name).toBe(undefined);
    }
  }
});

test('the examples that send data get the documented answers when they are sent in order', async () => {
  const app = await testApp({ now: '2026-06-15T20:00:00Z' });
  const { key, spot } = await makeOutside(app);
  const endpointOf = new Map(contract.endpoints.map(({ name, value }) => [name, value]));
  for (const [name, { request, answer }] of Object.entries(callExamples)) {
    if (request === undefined) continue;
    const { method, path } = endpointOf.get(name) as Endpoint;
    const { body } = await app.app.inject({
      method,
      url: path,
      headers: { authorization: `Token ${key}`, 'content-type': 'application/json' },
      payload: JSON.stringify(request).replaceAll('"spot":1', `"spot":${spot.pk}`),
    });
    const { results, ...counts } = JSON.parse(body) as BatchAnswer;
    const withoutNames = (result: BatchResult) => ({ ...result, pk: 0, uuid: '' });
    const printed = answer as BatchAnswer;
    expect({ ...counts, results: results.map(withoutNames) }, name).toEqual({
      ...printed,
      results: printed.results.map(withoutNames),
    });
  }
});

test.each([
  ['malformed_request', { code: '', statusCode: 400 }],
  ['too_large', { code: '', statusCode: 413 }],
  ['unsupported_media_type', { code: '', statusCode: 415 }],
  ['too_many_requests', { code: '', statusCode: 429 }],
  ['internal', { code: '' }],
  ['unavailable', { code: '57P01' }],
  ['conflict', { code: '23505', constraint: 'people_email' }],
] as const)('the example of %s is what the server answers', (code, error) => {
  const { detail } = errorExamples[code];
  expect(toEnvelope(error as never, conflictConstraints)).toEqual([
    errorStatus[code],
    { detail, code },
  ]);
});

test('an operation states who may call it, and where', () => {
  const find = (name: string) => operations.find(({ operationId }) => operationId === name);
  expect(find('ingestRefunds')?.description).toMatch(
    /^Takes up to 1,000 items[^]*names the call that corrects it\.\n\nThe API key must allow `payments`\.$/,
  );
  expect(find('listPromoCodes')?.description).toBe(
    'For Admins and Employees of the organization, and superusers. Only at properties with an hourly, daily, monthly or flat price.',
  );
  expect(find('createVisitor')?.description).toContain('A kiosk of the property may call it too.');
  expect(find('createRate')?.description).toBe('For superusers.');
  expect(find('getLiveness')?.description).toBe(undefined);
});
