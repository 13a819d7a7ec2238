import * as z from 'zod/mini';
import { adminOnly, inOrganization } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pkOrUuidText, storable, text } from '../kernel/fields.ts';

/** Maximum requests that an organization may send a day. */
export const propertyRequestRules = { perDay: 5 } as const;

export const propertyRequestMessages = {
  sent: (email: string) => `Your request was sent to ${email}. Support will contact you.`,
  tooMany: `An organization can send ${propertyRequestRules.perDay} requests per day. Try again tomorrow, or call support.`,
} as const;

export const requestProperty = endpoint({
  method: 'POST',
  path: '/api/organizations/:id/property_requests/',
  summary: 'Asks support by email to add a property; the same request is sent once per day',
  access: inOrganization('params.id', adminOnly),
  params: z.strictObject({ id: pkOrUuidText }),
  body: z.strictObject({
    name: text(120, 'Please enter a name'),
    address: text(300, 'Please enter an address'),
    note: z.optional(
      z.string().check(z.trim(), z.maxLength(1000, 'At most 1000 characters.'), storable),
    ),
  }),
  failure: 'Could not send your request',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  name: ['The name of the property.', 'Harbor Lot'],
  address: ['The address of the property.', '1 Harbor Drive, San Diego, CA'],
  note: 'Anything that support should know.',
};
