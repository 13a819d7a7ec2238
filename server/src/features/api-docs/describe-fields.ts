import { cameraFields } from './fields/cameras.ts';
import { commonFields } from './fields/common.ts';
import { driverFields } from './fields/drivers.ts';
import type { FieldText, FieldTexts } from './fields/field-texts.ts';
import { ingestFields } from './fields/ingest.ts';
import { moneyFields } from './fields/money.ts';
import { peopleFields } from './fields/people.ts';
import { plateSearchFields } from './fields/plate-searches.ts';
import { privacyRequestFields } from './fields/privacy-requests.ts';
import { propertyFields } from './fields/properties.ts';
import { retentionFields } from './fields/retention.ts';
import { valetFields } from './fields/valet.ts';
import { visitorFields } from './fields/visitors.ts';
import { visitFields } from './fields/visits.ts';
import type { JsonSchema } from './json-schema.ts';
import type { ApiDocument, Operation } from './openapi.ts';
import { listVariants } from './reference-fields.ts';

export const fieldFiles: readonly FieldTexts[] = [
  commonFields,
  ingestFields,
  cameraFields,
  moneyFields,
  peopleFields,
  propertyFields,
  driverFields,
  visitorFields,
  visitFields,
  valetFields,
  retentionFields,
  plateSearchFields,
  privacyRequestFields,
];

const texts = new Map<string, FieldText>(fieldFiles.flatMap((file) => Object.entries(file)));

/** What describing found out: the fields without a text, and the entries that a field has. */
export interface Coverage {
  missing: string[];
  used: Set<string>;
}

const isVariant = (segment: string) => segment.startsWith(':');

/** The names that a text is looked up by, the longest first: with the variants on the way, then without. */
function listKeys(path: readonly string[]): string[] {
  const plain = path.filter((segment) => !isVariant(segment));
  const keys = [path, plain].flatMap((segments) =>
    segments.map((_, index) => segments.slice(index).join('.')),
  );
  return keys.toSorted((a, b) => b.split('.').length - a.split('.').length);
}

/** An example as the field has it: what goes into a URL is text. */
const toExample = ({ type }: JsonSchema, example: unknown) =>
  type === 'string' && typeof example === 'number' ? String(example) : example;

class FieldDescriber {
  readonly coverage: Coverage = { missing: [], used: new Set() };

  find(path: readonly string[]): FieldText | undefined {
    const key = listKeys(path).find((candidate) => texts.has(candidate));
    if (key === undefined) {
      this.coverage.missing.push(path.join('.'));
      return undefined;
    }
    this.coverage.used.add(key);
    return texts.get(key);
  }

  describe(schema: JsonSchema, path: readonly string[]): void {
    const [description, example] = [this.find(path) ?? ''].flat();
    if (typeof description === 'string' && description) schema.description = description;
    if (example !== undefined) schema.examples = [toExample(schema, example)];
  }

  /** Describes the fields inside a schema. */
  walk(schema: JsonSchema, path: readonly string[]): void {
    const { properties = {}, items, additionalProperties } = schema;
    for (const [name, property] of Object.entries(properties)) {
      this.describe(property, [...path, name]);
      this.walk(property, [...path, name]);
    }
    for (const inner of [items, additionalProperties]) {
      if (typeof inner === 'object') this.walk(inner, path);
    }
    for (const variant of listVariants(schema))
      this.walk(variant, [...path, ...nameVariant(variant)]);
  }
}

/** The value that identifies a variant, as a segment of a path. */
function nameVariant({ properties = {} }: JsonSchema): string[] {
  const { const: value } =
    Object.values(properties).find((field) => field.const !== undefined) ?? {};
  return typeof value === 'string' ? [`:${value}`] : [];
}

function describeOperation(describer: FieldDescriber, operation: Operation): void {
  const { operationId, parameters = [], requestBody, responses } = operation;
  for (const parameter of parameters) {
    if (parameter.description) continue;
    describer.describe(parameter.schema, [operationId, `:${parameter.in}`, parameter.name]);
    parameter.description = parameter.schema.description ?? '';
    delete parameter.schema.description;
  }
  for (const media of Object.values(requestBody?.content ?? {})) {
    describer.walk(media.schema, [operationId]);
  }
  for (const answer of Object.values(responses)) {
    if ('$ref' in answer) continue;
    for (const media of Object.values(answer.content ?? {})) {
      describer.walk(media.schema, [operationId]);
    }
  }
}

/** Adds what each field of a document means, and an example where there is one. */
export function describeFields({ paths, components }: ApiDocument): Coverage {
  const describer = new FieldDescriber();
  for (const [name, schema] of Object.entries(components.schemas)) describer.walk(schema, [name]);
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    describeOperation(describer, operation);
  }
  return describer.coverage;
}
