import type { FieldText } from '@lotkeeper/contract/kernel/field-texts';
import { commonTexts } from '@lotkeeper/contract/kernel/field-texts';
import type { ContractExports } from './contract-exports.ts';
import type { JsonSchema } from './json-schema.ts';
import type { ApiDocument, Operation } from './openapi.ts';
import { listVariants } from './reference-fields.ts';
import { toExportName } from './schemas.ts';

/** The findings: fields without a text, and the texts used by a field, as `file key`. */
export interface Coverage {
  missing: string[];
  used: Set<string>;
}

/** Finds the text of a field by its path; the first segment is the name of its call or component. */
type FindText = (path: readonly string[]) => FieldText | undefined;

const isVariant = (segment: string) => segment.startsWith(':');

/** The names to look a text up by, longest first: with the variants in the path, then without. */
function listKeys(path: readonly string[]): string[] {
  const plain = path.filter((segment) => !isVariant(segment));
  const keys = [path, plain].flatMap((segments) =>
    segments.map((_, index) => segments.slice(index).join('.')),
  );
  return keys.toSorted((a, b) => b.split('.').length - a.split('.').length);
}

/** Looks texts up in the contract file that exports a name, and in those that all files share. */
function createFinder(
  { endpoints, schemas, texts }: ContractExports,
  coverage: Coverage,
): FindText {
  const fileByName = new Map([...endpoints, ...schemas].map(({ file, name }) => [name, file]));
  return (path) => {
    const file = fileByName.get(path[0] ?? '') ?? '';
    for (const key of listKeys(path)) {
      const own = texts.get(file)?.[key];
      const text = own ?? commonTexts[key];
      if (text === undefined) continue;
      coverage.used.add(`${own ? file : 'common'} ${key}`);
      return text;
    }
    coverage.missing.push(path.join('.'));
    return undefined;
  };
}

/** An example in the type of the field: values in a URL are text. */
const toExample = ({ type }: JsonSchema, example: unknown) =>
  type === 'string' && typeof example === 'number' ? String(example) : example;

function describe(find: FindText, schema: JsonSchema, path: readonly string[]): void {
  const [description, example] = [find(path) ?? ''].flat();
  if (typeof description === 'string' && description) schema.description = description;
  if (example !== undefined) schema.examples = [toExample(schema, example)];
}

/** The value that identifies a variant, as a segment of a path. */
function nameVariant({ properties = {} }: JsonSchema): string[] {
  const { const: value } =
    Object.values(properties).find((field) => field.const !== undefined) ?? {};
  return typeof value === 'string' ? [`:${value}`] : [];
}

/** Describes the fields inside a schema. */
function describeInner(find: FindText, schema: JsonSchema, path: readonly string[]): void {
  const { properties = {}, items, additionalProperties } = schema;
  for (const [name, property] of Object.entries(properties)) {
    describe(find, property, [...path, name]);
    describeInner(find, property, [...path, name]);
  }
  for (const inner of [items, additionalProperties]) {
    if (typeof inner === 'object') describeInner(find, inner, path);
  }
  for (const variant of listVariants(schema))
    describeInner(find, variant, [...path, ...nameVariant(variant)]);
}

function describeOperation(find: FindText, operation: Operation): void {
  const { operationId, parameters = [], requestBody, responses } = operation;
  for (const parameter of parameters) {
    if (parameter.description) continue;
    describe(find, parameter.schema, [operationId, `:${parameter.in}`, parameter.name]);
    parameter.description = parameter.schema.description ?? '';
    delete parameter.schema.description;
  }
  for (const media of Object.values(requestBody?.content ?? {})) {
    describeInner(find, media.schema, [operationId]);
  }
  for (const answer of Object.values(responses)) {
    if ('$ref' in answer) continue;
    for (const media of Object.values(answer.content ?? {})) {
      describeInner(find, media.schema, [operationId]);
    }
  }
}

/** Adds a description to each field of a document, and an example if there is one. */
export function describeFields(
  { paths, webhooks, components }: ApiDocument,
  contract: ContractExports,
): Coverage {
  const coverage: Coverage = { missing: [], used: new Set() };
  const find = createFinder(contract, coverage);
  for (const [name, schema] of Object.entries(components.schemas)) {
    describeInner(find, schema, [toExportName(name)]);
  }
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    describeOperation(find, operation);
  }
  for (const { post } of Object.values(webhooks)) {
    // Its file is that of the payloads.
    for (const { schema } of Object.values(post.requestBody?.content ?? {}))
      describeInner(find, schema, ['webhookTest']);
  }
  return coverage;
}
