import type { Schema } from '@lotkeeper/contract/kernel/endpoint';
import * as z from 'zod/mini';
import type { ContractExports } from './contract-exports.ts';
import type { JsonSchema } from './json-schema.ts';
import { listParts } from './json-schema.ts';

/** Whether a schema describes what callers send or what they receive: defaults make only the first optional. */
export type Direction = 'input' | 'output';

type Registry = ReturnType<typeof z.registry<{ id: string }>>;

const definition = '#/$defs/';
const componentPath = '#/components/schemas/';
const inputSuffix = 'Input';

const capitalize = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** The name under which the contract exports a component's schema. */
export const toExportName = (id: string) =>
  id.charAt(0).toLowerCase() + id.slice(1).replace(new RegExp(`${inputSuffix}$`), '');

function createRegistry(schemas: ContractExports['schemas'], suffix: string): Registry {
  const registry = z.registry<{ id: string }>();
  for (const { name, value } of schemas) {
    const { type } = value._zod.def;
    if (type === 'object' || type === 'union') {
      registry.add(value, { id: `${capitalize(name)}${suffix}` });
    }
  }
  return registry;
}

/** Converts the contract's schemas to JSON Schema; named ones become components of the document. */
export class SchemaWriter {
  readonly #registries: Record<Direction, Registry>;
  readonly #components = new Map<string, JsonSchema>();
  readonly #references: JsonSchema[] = [];

  constructor(schemas: ContractExports['schemas']) {
    this.#registries = {
      input: createRegistry(schemas, inputSuffix),
      output: createRegistry(schemas, ''),
    };
  }

  write(schema: Schema, io: Direction): JsonSchema {
    const written = this.#convert(schema, io);
    this.#collectReferences(written);
    return written;
  }

  /** The fields of a path, query string, or headers; they have no component of their own. */
  writeFields(schema: Schema): Pick<JsonSchema, 'properties' | 'required'> {
    const { $ref, ...fields } = this.#convert(schema, 'input');
    return $ref ? (this.#components.get($ref.replace(definition, '')) ?? {}) : fields;
  }

  #convert(schema: Schema, io: Direction): JsonSchema {
    const {
      $schema: _,
      $defs = {},
      ...converted
    } = z.toJSONSchema(schema, {
      io,
      metadata: this.#registries[io],
      unrepresentable: 'any',
    }) as JsonSchema & { $schema?: string; $defs?: Record<string, JsonSchema & { id?: string }> };
    for (const [name, { id: _id, ...component }] of Object.entries($defs)) {
      this.#components.set(name, component);
      this.#collectReferences(component);
    }
    return converted;
  }

  #collectReferences(schema: JsonSchema): void {
    if (schema.$ref) this.#references.push(schema);
    for (const part of listParts(schema)) this.#collectReferences(part);
  }

  /**
   * The components, and the references to them; call once, after the last `write`. Components that are only sent need
   * no suffix, and unreferenced ones are left out.
   */
  finish(): Record<string, JsonSchema> {
    const toName = (id: string) => {
      const name = id.endsWith(inputSuffix) ? id.slice(0, -inputSuffix.length) : id;
      return this.#components.has(name) ? id : name;
    };
    const usedIds = new Set<string>();
    for (const schema of this.#references) {
      const id = schema.$ref?.replace(definition, '') ?? '';
      usedIds.add(id);
      schema.$ref = `${componentPath}${toName(id)}`;
    }
    const components = [...this.#components].flatMap(([id, schema]) =>
      usedIds.has(id) ? [[toName(id), schema] as const] : [],
    );
    return Object.fromEntries(components.toSorted(([a], [b]) => a.localeCompare(b)));
  }
}
