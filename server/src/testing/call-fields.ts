import type { Endpoint } from '@lotkeeper/contract/kernel/endpoint';
import * as z from 'zod/mini';
import { contractEndpoints } from './endpoints.ts';

export interface SchemaDef {
  type: string;
  shape?: Record<string, z.ZodMiniType>;
  options?: z.ZodMiniType[];
  items?: z.ZodMiniType[];
  element?: z.ZodMiniType;
  innerType?: z.ZodMiniType;
  in?: z.ZodMiniType;
  out?: z.ZodMiniType;
  keyType?: z.ZodMiniType;
  valueType?: z.ZodMiniType;
  getter?: () => z.ZodMiniType;
  values?: unknown[];
  entries?: Record<string, unknown>;
}

interface Leaf {
  name: string;
  schema: z.ZodMiniType;
}

/** Every field of a type in a schema, by its name; a pipe stays around it, since that may change or refuse the value. */
function* listLeaves(
  schema: z.ZodMiniType,
  type: string,
  name = '',
  outer?: z.ZodMiniType,
): Generator<Leaf> {
  const def = schema._zod.def as unknown as SchemaDef;
  if (def.type === type) yield { name, schema: outer ?? schema };
  for (const [key, field] of Object.entries(def.shape ?? {})) yield* listLeaves(field, type, key);
  const inner = [...(def.options ?? []), ...(def.items ?? [])];
  for (const part of [...inner, def.element, def.keyType, def.valueType, def.getter?.()])
    if (part) yield* listLeaves(part, type, name);
  if (def.in) yield* listLeaves(def.in, type, name, outer ?? schema);
  if (def.innerType) yield* listLeaves(def.innerType, type, name, outer);
}

/** Every field of a type that a call can send, in its body, items, query or path. */
export async function listFields(type: 'string' | 'number') {
  return [...(await contractEndpoints())].flatMap(([endpoint, { body, items, query, params }]) =>
    [body, items, query, params].flatMap((part) =>
      part ? [...listLeaves(part, type)].map((leaf) => ({ ...leaf, endpoint })) : [],
    ),
  );
}

interface JsonSchema {
  properties?: object;
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
}

const listProperties = ({ properties = {}, anyOf = [], allOf = [] }: JsonSchema): string[] => [
  ...Object.keys(properties),
  ...[...anyOf, ...allOf].flatMap(listProperties),
];

/** The names of the fields of a call's query. */
export const listQueryFields = ({ query }: Endpoint): string[] =>
  query ? listProperties(z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' })) : [];
