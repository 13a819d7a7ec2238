import * as z from 'zod/mini';
import { adminOnly, inOrganization } from './kernel/access.ts';
import { endpoint } from './kernel/endpoint.ts';
import { pkOrUuidText, pkText, text } from './kernel/fields.ts';
import { pageQuery, pageSchema } from './kernel/paging.ts';
import { foundClasses, keepReasons, requestKinds, requestStates } from './privacy-classes.ts';

/** Requests that a page has. */
export const requestPageSize = 25;

const count = z.int();

/** What is kept of a class, and why. */
const keptCount = z.object({
  class: z.enum(foundClasses),
  reason: z.enum(keepReasons),
  count,
});
export type KeptCount = z.infer<typeof keptCount>;

const erasedCount = z.object({ class: z.enum(foundClasses), count });

/** A driver asks what an organization has about them, or to erase it. */
export const privacyRequest = z.object({
  pk: z.int(),
  kind: z.enum(requestKinds),
  /** What it's about, masked, such as AB•••23. */
  hint: z.string(),
  /** The state of the plate, where only that one was asked for. */
  plate_state: z.nullable(z.string()),
  state: z.enum(requestStates),
  /** Ms since 1970. */
  created_at: z.int(),
  created_by: z.string(),
  exported_at: z.nullable(z.int()),
  confirmed_at: z.nullable(z.int()),
  confirmed_by: z.nullable(z.string()),
  finished_at: z.nullable(z.int()),
  /** What was erased so far. */
  erased: z.array(erasedCount),
  /** What stayed when it was done. */
  remaining: z.array(keptCount),
});
export type PrivacyRequest = z.infer<typeof privacyRequest>;

/** What is there of one class. */
const finding = z.object({
  class: z.enum(foundClasses),
  found: count,
  /** How many of them erasing would delete or make anonymous. */
  due: count,
  remaining: z.array(z.object({ reason: z.enum(keepReasons), count })),
});
export type Finding = z.infer<typeof finding>;

export const privacyRequestFindings = z.object({
  request: privacyRequest,
  /** null unless the request is open. */
  findings: z.nullable(z.array(finding)),
  /** The cars that it's about, or that the person's rentals and visitors have. */
  plates: z.array(z.object({ plate: z.string(), state: z.string(), country: z.string() })),
});
export type PrivacyRequestFindings = z.infer<typeof privacyRequestFindings>;

const byOrganization = z.strictObject({ id: pkOrUuidText });
const byRequest = z.strictObject({ id: pkOrUuidText, request: pkText });

export const createPrivacyRequest = endpoint({
  method: 'POST',
  path: '/api/organizations/:id/privacy_requests/',
  summary: 'Opens a request about a plate, an email address, or a phone number',
  access: inOrganization('params.id', adminOnly),
  events: [],
  params: byOrganization,
  body: z.strictObject({
    kind: z.enum(requestKinds),
    value: text(200, 'Please enter a plate, an email address, or a phone number'),
    /** Of a plate: only this state. */
    plate_state: z.optional(text(3)),
  }),
  answer: privacyRequest,
  failure: 'Could not search',
});

export const listPrivacyRequests = endpoint({
  method: 'GET',
  path: '/api/organizations/:id/privacy_requests/',
  summary: 'The requests of drivers, newest first',
  access: inOrganization('params.id', adminOnly),
  events: [],
  params: byOrganization,
  query: z.strictObject({ page: pageQuery }),
  answer: pageSchema(privacyRequest),
  failure: 'Could not fetch the requests of drivers',
});

export const getPrivacyRequest = endpoint({
  method: 'GET',
  path: '/api/organizations/:id/privacy_requests/:request/',
  summary: 'What the organization has about the driver of a request, and what erasing it would do',
  access: inOrganization('params.id', adminOnly),
  events: [],
  params: byRequest,
  answer: privacyRequestFindings,
  failure: 'Could not fetch what is there about this driver',
});

export const downloadPrivacyRequest = endpoint({
  method: 'GET',
  path: '/api/downloads/privacy_requests/:id/:request/',
  summary: 'What the organization has about the driver of a request, as a ZIP',
  access: inOrganization('params.id', adminOnly),
  params: byRequest,
  file: 'application/zip',
  failure: 'Could not export what is there about this driver',
});

export const erasePrivacyRequest = endpoint({
  method: 'POST',
  path: '/api/organizations/:id/privacy_requests/:request/erase/',
  summary: 'Erases what the organization has about the driver of a request; a job does it',
  access: inOrganization('params.id', adminOnly),
  events: [],
  params: byRequest,
  body: z.strictObject({
    /** The plate, email address, or phone number again. */
    confirm: text(200, 'Enter it again to confirm'),
  }),
  answer: privacyRequest,
  failure: 'Could not start erasing',
});

/** What people read when a request can't be served. */
export const requestMessages = {
  notPlate: 'Enter a plate with at least 2 letters or digits.',
  notEmail: 'Enter an email address.',
  notPhone: 'Enter a phone number with at least 7 digits.',
  stateOfPlate: 'Only a plate has a state.',
  notSame: 'This isn’t what the request is about.',
  isErased: 'This request is being erased. There is nothing to export any more.',
  forgotten:
    'It isn’t remembered any more whom this request is about. Search again to open another one.',
} as const;
