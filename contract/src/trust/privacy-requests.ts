import * as z from 'zod/mini';
import { adminOnly, inOrganization } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pkOrUuidText, pkText, text } from '../kernel/fields.ts';
import { pageQuery, pageSchema } from '../kernel/paging.ts';
import { foundClasses, keepReasons, requestKinds, requestStates } from './privacy-classes.ts';

/** Requests per page. */
export const requestPageSize = 25;

const count = z.int();

/** How many records of a class are kept, and why. */
const keptCount = z.object({
  class: z.enum(foundClasses),
  reason: z.enum(keepReasons),
  count,
});
export type KeptCount = z.infer<typeof keptCount>;

const erasedCount = z.object({ class: z.enum(foundClasses), count });

/** A driver's request to see or erase what an organization has about them. */
export const privacyRequest = z.object({
  pk: z.int(),
  kind: z.enum(requestKinds),
  hint: z.string(),
  plate_state: z.nullable(z.string()),
  state: z.enum(requestStates),
  created_at: z.int(),
  created_by: z.string(),
  exported_at: z.nullable(z.int()),
  confirmed_at: z.nullable(z.int()),
  confirmed_by: z.nullable(z.string()),
  finished_at: z.nullable(z.int()),
  erased: z.array(erasedCount),
  remaining: z.array(keptCount),
});
export type PrivacyRequest = z.infer<typeof privacyRequest>;

/** The records found in one class. */
const finding = z.object({
  class: z.enum(foundClasses),
  found: count,
  due: count,
  remaining: z.array(z.object({ reason: z.enum(keepReasons), count })),
});
export type Finding = z.infer<typeof finding>;

export const privacyRequestFindings = z.object({
  request: privacyRequest,
  findings: z.nullable(z.array(finding)),
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
  confirmed: true,
  events: [],
  params: byRequest,
  body: z.strictObject({
    confirm: text(200, 'Enter it again to confirm'),
  }),
  answer: privacyRequest,
  failure: 'Could not start erasing',
});

/** Shown when a request can't be served. */
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

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  class: ['The class of data.', 'visits'],
  reason: ['Why they stay.', 'hold'],
  'remaining.count': ['How many of them.', 1],
  'erased.count': ['How many of them.', 12],
  pk: ['The number of the request.', 7],
  kind: ['Whether it is about a plate, an email address, or a phone number.', 'plate'],
  'createPrivacyRequest.kind': ['What the value is.', 'plate'],
  hint: ['Whom it is about, masked.', 'AB•••23'],
  plate: ['The plate.', 'ABC123'],
  plate_state: ['The state of the plate, where only that one was asked for; null otherwise.', 'AZ'],
  'createPrivacyRequest.plate_state': [
    'Of a plate: only this state, and records without one.',
    'AZ',
  ],
  state:
    'Where it is: `open` until somebody confirms to erase, `waiting` and `running` while it is erased, then `done`. `expired` after 7 days without that; `failed` when the secret key was changed meanwhile.',
  'plates.state': ['The state of the plate.', 'AZ'],
  created_at: 'When it was opened, in milliseconds since 1970.',
  created_by: 'The name of the person who opened it.',
  exported_at: 'When it was exported last, in milliseconds since 1970; null if it never was.',
  confirmed_at: 'When erasing was confirmed, in milliseconds since 1970; null if it wasn’t.',
  confirmed_by: 'The name of the person who confirmed it; null if nobody did.',
  finished_at: 'When it was done or failed, in milliseconds since 1970; null before.',
  erased: 'How many of each class were erased so far.',
  remaining: 'What stayed when it was done.',
  'findings.remaining': 'What would stay, by reason.',
  found: ['How many there are.', 13],
  due: ['How many of them would be deleted or made anonymous.', 12],
  ':path.request': ['The request, by its number.', '7'],
  'getPrivacyRequest.:path.request': 'The request.',
  findings: 'What is there by class; null unless the request is open.',
  plates: 'The cars of the plate, or of the person’s rentals and visitors.',
  country: ['The country of the plate.', 'US'],
  value: ['The plate, email address, or phone number.', 'ABC123'],
  confirm: ['The plate, email address, or phone number again.', 'ABC123'],
};
