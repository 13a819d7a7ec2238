import * as z from 'zod/mini';
import { adminOnly, inOrganization } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pkOrUuidText } from '../kernel/fields.ts';
import { pageQuery, pageSchema } from '../kernel/paging.ts';

/** Entries per page. */
export const auditPageSize = 25;

/** Actions that the audit log records. */
export const auditActs = [
  'create',
  'change',
  'remove',
  'add',
  'revoke',
  'invite',
  'invite again',
  'withdraw',
  'accept',
  'lift',
  'export',
  'refund',
  'place',
  'release',
  'sign',
  'close',
  'reopen',
] as const;
export type AuditAct = (typeof auditActs)[number];

/** Types of records that can be changed. */
export const auditSubjects = [
  'organization',
  'property',
  'person',
  'invitation',
  'API key',
  'webhook',
  'camera',
  'camera feed',
  'camera message',
  'event',
  'rate',
  'discount code',
  'validation code',
  'validation sponsor',
  'visitor',
  'visitor upload',
  'valet session',
  'history import',
  'kiosk',
  'violation',
  'visit',
  'service car',
  'rental',
  'ledger entry',
  'custom report',
  'books',
  'month',
  'auditor link',
  'calendar link',
  'tax rate',
  'retention rule',
  'hold',
  'privacy request',
  'export of everything',
  'payout bank account',
  'payout EIN',
  'payout representative',
  'bank file',
  'bank transaction',
  'remittance file',
  'booking site rate',
  'alert limits',
  'watched plate',
] as const;
export type AuditSubject = (typeof auditSubjects)[number];

/** One audit entry: who did what, when, and the record before and after. */
export const auditEntry = z.object({
  pk: z.int(),
  happened_at: z.int(),
  person: z.string(),
  superuser: z.boolean(),
  act: z.enum(auditActs),
  subject: z.string(),
  subject_type: z.enum(auditSubjects),
  subject_pk: z.nullable(z.int()),
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const listAuditEntries = endpoint({
  method: 'GET',
  path: '/api/organizations/:id/audit_entries/',
  summary: 'The changes in an organization and who made them, newest first',
  access: inOrganization('params.id', adminOnly),
  events: [],
  params: z.strictObject({ id: pkOrUuidText }),
  query: z.strictObject({ page: pageQuery }),
  answer: pageSchema(auditEntry),
  failure: 'Could not fetch the audit log',
});

export const downloadAuditEntries = endpoint({
  method: 'GET',
  path: '/api/downloads/audit_entries/:id/',
  summary: 'The whole audit log as CSV, newest first',
  access: inOrganization('params.id', adminOnly),
  params: z.strictObject({ id: pkOrUuidText }),
  file: 'text/csv',
  failure: 'Could not download the audit log',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  superuser: 'Whether the person acted as internal staff.',
  subject: ['What it was done to.', 'property North Lot'],
  subject_type: 'The kind of thing that it was done to.',
  subject_pk: 'The number of the thing; null if it has none.',
};
