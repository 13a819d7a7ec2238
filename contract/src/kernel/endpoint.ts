import type * as z from 'zod/mini';
import type { Access } from './access.ts';
import type { LiveEvent } from './live.ts';
import type { LoggedSearch } from './searches.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Says how many rows a file has that is read while it is sent, so that a page can show how far it is. */
export const rowCountHeader = 'x-row-count';

/** What a part of a call must look like. */
export type Schema = z.ZodMiniType;

/** What both sides agree on about one call. Nothing of it is written a second time. */
export interface Endpoint {
  method: Method;
  /** The spec's path exactly, `:name` for a parameter; with and without the trailing slash is answered. */
  path: `/${string}`;
  /** One sentence for the API page. */
  summary: string;
  access: Access;
  /** What it searches for, if that is a plate or a person: each search is logged, and may need a purpose. */
  logs?: LoggedSearch;
  params?: Schema;
  query?: Schema;
  /** Headers of its own, in a loose object: the others pass. */
  headers?: Schema;
  body?: Schema;
  /**
   * What each item of a batch is, instead of `body`: the call carries `{items: […]}`, a wrong item is answered
   * by itself, and the others are kept.
   */
  items?: Schema;
  /**
   * The body is not ours to shape: any type is taken, and the handler reads the bytes, or, as 'stream', reads
   * them while they come and holds them to `bodyLimit` itself. Only these calls take anything but JSON.
   */
  raw?: true | 'stream';
  /** The answer is a file to be kept, of this type, instead of `answer`. */
  file?: 'text/csv' | 'application/pdf' | 'application/zip' | 'image/*';
  /** The shape of a 200; absent = 204 without a body. */
  answer?: Schema;
  /** The shape of a 202: taken, but not yet understood. */
  accepted?: Schema;
  /**
   * The live events after which a read's answer may be another one, and those that a write causes at its property.
   * Absent = 'server:newRecords', where the endpoint is of an organization or property.
   */
  events?: readonly LiveEvent[];
  /** Seconds a read stays fresh in the browser (the specs' cache times). */
  freshFor?: number;
  /** What a person reads when the call failed and the server said nothing better (the specs' error catalogue). */
  failure: string;
  /** Maximum bytes of body taken, when more than the server's default. */
  bodyLimit?: number;
}

const placeScopes: readonly Access['scope'][] = [
  'organization',
  'organization_record',
  'organization_or_spot',
  'spot',
  'spot_record',
  'any_spot_record',
];

/** The live events that change a read, or that a write causes. */
export function findEvents({
  access,
  events,
}: Pick<Endpoint, 'access' | 'events'>): readonly LiveEvent[] {
  return events ?? (placeScopes.includes(access.scope) ? ['server:newRecords'] : []);
}

/** Declares an endpoint, keeping the exact types of its schemas and access. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

type OutputAt<E, Part extends string> = E extends { [K in Part]: infer S extends Schema }
  ? z.output<S>
  : undefined;

export type ParamsOf<E> = OutputAt<E, 'params'>;
export type QueryOf<E> = OutputAt<E, 'query'>;
export type HeadersOf<E> = OutputAt<E, 'headers'>;
export type BodyOf<E> = E extends { raw: true }
  ? Uint8Array
  : E extends { raw: 'stream' }
    ? AsyncIterable<Uint8Array>
    : OutputAt<E, 'body'>;
export type ItemOf<E> = OutputAt<E, 'items'>;
export type AcceptedOf<E> = E extends { accepted: infer S extends Schema } ? z.output<S> : never;
export type AnswerOf<E> = E extends { answer: infer S extends Schema } ? z.output<S> : void;

// What goes into a URL is text in the end: a caller may pass the text or the value.
type InputAt<E, Part extends string> = E extends { [K in Part]: infer S extends Schema }
  ? { [K in Part]: Part extends 'body' ? z.input<S> : z.input<S> | z.output<S> }
  : unknown;

type ItemsInput<E> = E extends { items: infer S extends Schema }
  ? { body: { items: readonly z.input<S>[] } }
  : unknown;

type RawInput<E> = E extends { raw: true }
  ? { body: object }
  : E extends { raw: 'stream' }
    ? { body: string }
    : unknown;

type HeadersInput<E> = E extends { headers: infer S extends Schema }
  ? { headers: { [Name in keyof z.output<S> as string extends Name ? never : Name]: string } }
  : unknown;

/** What a caller hands over: only the parts that the endpoint declares. */
export type InputOf<E> = InputAt<E, 'params'> &
  InputAt<E, 'query'> &
  InputAt<E, 'body'> &
  ItemsInput<E> &
  HeadersInput<E> &
  RawInput<E>;
