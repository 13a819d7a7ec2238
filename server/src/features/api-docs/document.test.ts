import { join } from 'node:path';
import { lintFromString, loadConfig } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { readContract } from './contract-exports.ts';
import { describeFields, fieldFiles } from './describe-fields.ts';
import { composeDocument, describeApi } from './document.ts';
import { codeCalls } from './error-answers.ts';
import { tags } from './tags.ts';

const contract = await readContract();
const endpoints = new Set(contract.endpoints.map(({ value }) => value));
const document = await describeApi(endpoints, '/');
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

test('Redocly’s recommended rules find nothing wrong in the OpenAPI document', async () => {
  const root = join(import.meta.dirname, '../../../..');
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
  const { missing, used } = describeFields(await composeDocument(endpoints, '/'));
  expect(missing).toEqual([]);
  const keys = fieldFiles.flatMap((file) => Object.keys(file));
  expect(keys.filter((key) => !used.has(key))).toEqual([]);
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});
