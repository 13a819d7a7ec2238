/** The JSON Schema that fields are described by, as far as the contract's schemas need it. */
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

/** The schemas inside a schema, one step down. */
export function listParts(schema: JsonSchema): JsonSchema[] {
  const { properties = {}, additionalProperties, items, propertyNames } = schema;
  const { prefixItems = [], anyOf = [], oneOf = [], allOf = [] } = schema;
  const single = [additionalProperties, items, propertyNames].filter(
    (part): part is JsonSchema => typeof part === 'object',
  );
  return [...Object.values(properties), ...single, ...prefixItems, ...anyOf, ...oneOf, ...allOf];
}
