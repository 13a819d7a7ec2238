/** The subset of JSON Schema that the contract's schemas use. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  examples?: unknown[];
  pattern?: string;
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  required?: string[];
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  propertyNames?: JsonSchema;
  items?: JsonSchema | boolean;
  prefixItems?: JsonSchema[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
}

/** The schemas directly inside a schema. */
export function listParts(schema: JsonSchema): JsonSchema[] {
  const { properties = {}, additionalProperties, items, propertyNames } = schema;
  const { prefixItems = [], anyOf = [], oneOf = [], allOf = [] } = schema;
  const singleSchemas = [additionalProperties, items, propertyNames].filter(
    (part): part is JsonSchema => typeof part === 'object',
  );
  return [
    ...Object.values(properties),
    ...singleSchemas,
    ...prefixItems,
    ...anyOf,
    ...oneOf,
    ...allOf,
  ];
}
