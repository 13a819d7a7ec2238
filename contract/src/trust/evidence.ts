import * as z from 'zod/mini';
import { adminOnly, ofAnySpotRecord } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pkOrUuidText, pkText } from '../kernel/fields.ts';

const evidenceQuery = z
  .strictObject({
    rental: z.optional(pkOrUuidText),
    visit: z.optional(pkText),
    violation: z.optional(pkOrUuidText),
    entry: z.optional(pkText),
  })
  .check(
    z.refine((query) => Object.values(query).filter((name) => name !== undefined).length === 1, {
      error: 'Send exactly one rental, visit, violation, or ledger entry.',
      path: ['rental'],
    }),
  );

/** Packets are recorded in the audit log, so every call creates a new one. */
export const createEvidencePacket = endpoint({
  method: 'GET',
  path: '/api/evidence/',
  summary:
    'An evidence packet of one rental, visit, violation, or ledger entry: a ZIP with a PDF, the same as JSON, the images, and a signed proof',
  access: ofAnySpotRecord(
    {
      rental: 'query.rental',
      visit: 'query.visit',
      violation: 'query.violation',
      'ledger entry': 'query.entry',
    },
    adminOnly,
  ),
  query: evidenceQuery,
  file: 'application/zip',
  failure: 'Could not make the evidence packet',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  rental: ['The rental, by its number or UUID. Send exactly one of the four.', '155344'],
  visit: ['The visit, by its number.', '7001'],
  violation: ['The violation, by its number or UUID.', '301'],
  entry: ['The ledger entry, by its number.', '165599'],
};
