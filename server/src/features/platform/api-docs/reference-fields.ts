import type { JsonSchema } from './json-schema.ts';

/** A field as the page shows it. */
export interface FieldRow {
  /** Such as `items[].car.plate`. */
  path: string;
  /** The value of another field that this one requires, such as `type "visit"`. */
  variant: string;
  required: boolean;
  schema: JsonSchema;
}

export type Components = Readonly<Record<string, JsonSchema>>;

export const toComponentName = (reference: string) => reference.split('/').at(-1) ?? '';

const isNull = ({ type }: JsonSchema) => type === 'null';

/** The alternatives of a value, without null. */
export const listVariants = ({ anyOf, oneOf }: JsonSchema): JsonSchema[] =>
  (anyOf ?? oneOf ?? []).filter((variant) => !isNull(variant));

/** The field that distinguishes a variant from the others, with its value. */
function describeVariant({ properties = {} }: JsonSchema): string {
  const entry = Object.entries(properties).find(([, { const: value }]) => value !== undefined);
  return entry ? `${entry[0]} ${JSON.stringify(entry[1].const)}` : '';
}

/** Lists the fields of a schema, including nested ones. Components are expanded where `opens` returns true. */
export function listRows(
  schema: JsonSchema,
  options: { components: Components; opens: boolean },
  prefix = '',
  variant = '',
): FieldRow[] {
  const { properties, required = [], items, additionalProperties, $ref } = schema;
  const listNested = (part: JsonSchema, path: string, condition = variant) =>
    listRows(part, options, path, condition);
  if ($ref) {
    const component = options.components[toComponentName($ref)];
    return options.opens && component ? listNested(component, prefix) : [];
  }
  const variants = listVariants(schema);
  if (variants.length > 0) {
    const isChoice = variants.length > 1;
    return variants.flatMap((choice) =>
      listNested(choice, prefix, isChoice ? describeVariant(choice) || variant : variant),
    );
  }
  if (typeof items === 'object') return listNested(items, `${prefix}[]`);
  const separator = prefix ? '.' : '';
  if (typeof additionalProperties === 'object') {
    return listNested(additionalProperties, `${prefix}${separator}{name}`);
  }
  return Object.entries(properties ?? {}).flatMap(([name, property]) => {
    const path = `${prefix}${separator}${name}`;
    return [
      { path, variant, required: required.includes(name), schema: property },
      ...listNested(property, path),
    ];
  });
}
