// A request that an endpoint accepts: from its schemas, and from the examples in the contract's field texts.
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import type { Endpoint } from '@lotkeeper/contract/kernel/endpoint';
import { commonTexts } from '@lotkeeper/contract/kernel/field-texts';
import type * as z from 'zod/mini';
import { readContract } from '../features/platform/api-docs/contract-exports.ts';
import type { SchemaDef } from './call-fields.ts';

export type Part = 'params' | 'query' | 'body';

/** What a test knows of a call's fields. */
export interface KnownFields {
  /** The record that a field names, in each form that a schema may take it in; none if it names no record. */
  listRecord: (part: Part, field: string) => readonly unknown[];
  /** Fields in place of those made here; `item` has those of a batch's item. */
  change?:
    | Partial<Record<'params' | 'query' | 'item' | 'headers', object> & { body: object | string }>
    | undefined;
  /** Whether to give a body its optional fields too. */
  isFull?: boolean | undefined;
}

interface Fields {
  list: (field: string) => readonly unknown[];
  isRecord: (field: string) => boolean;
  /** Whether a body without required fields changes something. */
  isChange: boolean;
  /** Whether optional fields have values too. */
  isFull: boolean;
}

const { endpoints, texts } = await readContract();
const fileByName = new Map(endpoints.map(({ name, file }) => [name, file]));

/** The documented example of a call's field, as a body and as a URL may have it. */
function listDocumented(endpoint: string, field: string): unknown[] {
  const own = texts.get(fileByName.get(endpoint) ?? '') ?? {};
  const text = own[`${endpoint}.${field}`] ?? own[field] ?? commonTexts[field];
  if (typeof text !== 'object') return [];
  const [, example] = text;
  return [example, String(example), Number(example)];
}

/** Values for fields without a documented example. */
const plainTexts =
  'Walk 1 2026-06-01 2026-06-15T12:00:00Z https://example.com/walk 09:00:00 ana@example.com 5b5c1f6e-5f43-4c56-9a5d-0d6f3b1f6a10';
const plainValues = [
  ...plainTexts.split(' '),
  'x'.repeat(40),
  1,
  0,
  60,
  Number(fromIso('2026-06-15T12:00:00Z')),
  {},
];

const accepts = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).success;
const toDef = (schema: z.ZodMiniType) => schema._zod.def as unknown as SchemaDef;

/** The fields that an object requires or that name a record; of a change, in which all are optional, the first. */
function makeObject(schema: z.ZodMiniType, fields: Fields) {
  const all = Object.entries(toDef(schema).shape ?? {}).filter(([field]) => field !== 'shown');
  const required = all.filter(
    ([field, part]) =>
      fields.isRecord(field) || toDef(part).type === 'unknown' || !accepts(part, undefined),
  );
  const wanted = required.length > 0 || !fields.isChange ? required : all.slice(0, 1);
  const make = ([field, part]: [string, z.ZodMiniType]) => [field, makeValue(part, field, fields)];
  const made = Object.fromEntries(wanted.map(make)) as object;
  return fields.isFull ? fill(schema, made, Object.fromEntries(all.map(make))) : made;
}

/** An object with those other fields too that its schema accepts beside its own. */
function fill(schema: z.ZodMiniType, own: object, others: object): object {
  let filled: Record<string, unknown> = { ...own };
  for (const [field, value] of Object.entries(others)) {
    const isEmpty = [undefined, null, ''].includes(filled[field]?.toString());
    const candidate = { ...filled, [field]: value as unknown };
    if (isEmpty && accepts(schema, candidate)) filled = candidate;
  }
  return filled;
}

/** What a schema consists of. */
function build(schema: z.ZodMiniType, field: string, fields: Fields): unknown {
  const def = toDef(schema);
  const isRead = def.in && toDef(def.in).type === 'transform';
  const inner = def.innerType ?? (isRead ? def.out : def.in);
  if (def.type === 'nullable' && !fields.isFull) return null;
  if (inner) return makeValue(inner, field, fields);
  if (def.type === 'boolean') return false;
  if (def.values || def.entries) return (def.values ?? Object.values(def.entries ?? {}))[0];
  if (def.shape) return makeObject(schema, fields);
  if (def.element)
    return accepts(schema, []) && !fields.isFull ? [] : [makeValue(def.element, field, fields)];
  return def.options
    ?.map((option) => makeValue(option, field, fields))
    .find((value) => accepts(schema, value));
}

function makeValue(schema: z.ZodMiniType, field: string, fields: Fields): unknown {
  const known = fields.list(field).find((value) => accepts(schema, value));
  if (known !== undefined) return known;
  const built = build(schema, field, fields);
  if (built !== undefined && (typeof built === 'object' || accepts(schema, built))) return built;
  return plainValues.find((value) => accepts(schema, value));
}

/** A request with the fields that an endpoint requires, and those that a test knows; `isFull` adds all others to its body. */
export function makeInput(
  name: string,
  endpoint: Endpoint,
  { listRecord, change = {}, isFull = false }: KnownFields,
) {
  const make = (part: Part, schema: z.ZodMiniType, isFullPart = false) =>
    makeValue(schema, '', {
      list: (field) => [...listRecord(part, field), ...listDocumented(name, field)],
      isRecord: (field) => listRecord(part, field).length > 0,
      isFull: isFullPart,
      isChange: part === 'body' && endpoint.method !== 'POST' && !change.body,
    }) as object;
  const { params, query, body, items } = endpoint;
  const { item, headers, ...changed } = change;
  const made = body && { ...make('body', body), ...(changed.body as object) };
  return {
    ...(params && { params: { ...make('params', params), ...changed.params } }),
    ...(query && { query: { ...make('query', query), ...changed.query } }),
    ...(changed.body && { body: changed.body }),
    ...(made && { body: isFull ? fill(body, made, make('body', body, true)) : made }),
    ...(items && { body: { items: [{ ...make('body', items), ...item }] } }),
    ...(headers && { headers }),
  };
}
