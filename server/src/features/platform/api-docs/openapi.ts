import type { JsonSchema } from './json-schema.ts';
import type { securitySchemes } from './security.ts';

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

export interface Example {
  summary?: string;
  value: unknown;
}

export interface Media {
  schema: JsonSchema;
  examples?: Record<string, Example>;
}

export interface Header {
  description: string;
  schema: JsonSchema;
}

export interface Answer {
  description: string;
  headers?: Record<string, Header>;
  content?: Record<string, Media>;
}

export interface Operation {
  operationId: string;
  tags: [string];
  summary: string;
  description?: string;
  security: Record<string, []>[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; description?: string; content: Record<string, Media> };
  responses: Record<string, Answer | Reference>;
}

export interface Reference {
  $ref: string;
}

/** The API as OpenAPI 3.1 describes it. */
export interface ApiDocument {
  openapi: '3.1.0';
  info: {
    title: string;
    version: string;
    description: string;
    license: { name: string; identifier: string };
  };
  servers: { url: string; description: string }[];
  tags: { name: string; description: string }[];
  /** Groups of tags, an extension that most viewers support. */
  'x-tagGroups': { name: string; tags: string[] }[];
  paths: Record<string, Record<string, Operation>>;
  /** What is sent to other systems, by its type. */
  webhooks: Record<string, { post: Operation }>;
  components: {
    securitySchemes: typeof securitySchemes;
    schemas: Record<string, JsonSchema>;
    responses: Record<string, Answer>;
  };
}
