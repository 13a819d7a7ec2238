import type * as z from 'zod/mini';
import type { Access } from './access.ts';
import type { LiveEvent } from './live.ts';
import type { LoggedSearch } from './searches.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The header with the row count of a file that is streamed, so that a page can show progress. */
export const rowCountHeader = 'x-row-count';

/** The schema of a part of a call. */
export type Schema = z.ZodMiniType;

/** The single definition of a call, shared by server and client. */
export interface Endpoint {
  method: Method;
  /** The exact public path, `:name` for a parameter; a trailing slash is optional. */
  path: `/${string}`;
  /** One sentence for the API page. */
  summary: string;
  access: Access;
  /** Persons must have confirmed who they are within the last minutes (kernel/confirmation). */
  confirmed?: true;
  /** What it makes opens the organization without a session, so the caller keeps their role until it's made. */
  opens?: true;
  /** Fields of the record that a form shows: its change sends them as `shown` (kernel/shown). */
  shown?: readonly string[];
  /** What it searches for, if that is a plate or a person: each search is logged, and may need a purpose. */
  logs?: LoggedSearch;
  params?: Schema;
  query?: Schema;
  /** Request headers, as a loose object that ignores others. */
  headers?: Schema;
  body?: Schema;
  /**
   * The schema of each item of a batch, instead of `body`: the call carries `{items: […]}`, and an invalid item is
   * reported without rejecting the others.
   */
  items?: Schema;
  /**
   * The body's format isn't ours: any content type is accepted, and the handler gets the bytes or, with 'stream',
   * reads them as they arrive and enforces `bodyLimit` itself. Only these calls accept anything but JSON.
   */
  raw?: true | 'stream';
  /** The response is a file of this type to download, instead of `answer`. */
  file?:
    | 'text/csv'
    | 'text/calendar'
    | 'text/*'
    | 'application/pdf'
    | 'application/zip'
    | 'image/*';
  /** The schema of a 200; absent = 204 without a body. */
  answer?: Schema;
  /** The schema of a 202: accepted, but not yet processed. */
  accepted?: Schema;
  /**
   * The live events that may change a read's response, and those that a write causes at its property. Absent =
   * 'server:newRecords', if the endpoint belongs to an organization or property.
   */
  events?: readonly LiveEvent[];
  /** Seconds that a read stays fresh in the browser. */
  freshFor?: number;
  /** The message shown when the call failed and the server sent nothing better. */
  failure: string;
  /** Maximum bytes of the body, if larger than the server's default. */
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

// Everything in a URL becomes text, so a caller may pass the text or the value.
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

/** What a caller passes: only the parts that the endpoint declares. */
export type InputOf<E> = InputAt<E, 'params'> &
  InputAt<E, 'query'> &
  InputAt<E, 'body'> &
  ItemsInput<E> &
  HeadersInput<E> &
  RawInput<E>;
