import * as z from 'zod/mini';
import { adminAndEmployee, atSpotOrDefaultOrganization } from '../kernel/access.ts';
import { carDetails, carFields, stateOfCountry } from '../kernel/car-fields.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pk, pkOrUuidText } from '../kernel/fields.ts';

export const createCar = endpoint({
  method: 'POST',
  path: '/api/cars/',
  summary:
    'Finds or creates a car of the property’s organization, or of the caller’s own; plates are compared without spaces and dashes',
  access: atSpotOrDefaultOrganization('body.spot', adminAndEmployee),
  body: z
    .strictObject({ spot: z.optional(z.union([pk, pkOrUuidText])), ...carFields })
    .check(stateOfCountry()),
  answer: z.extend(carDetails, { pk: z.int() }),
  failure: 'Could not add visitor',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  pk: 'The number of the car.',
};
