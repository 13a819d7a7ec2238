import * as z from 'zod/mini';
import { adminOnly, inOrganization } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pk, pkOrUuidText } from '../kernel/fields.ts';
import { namesOf, withShown } from '../kernel/shown.ts';

const limit = (max: number, message: string) =>
  z.nullable(z.int(message).check(z.minimum(1, message), z.maximum(max, message)));

const limits = z.strictObject({
  occupancy_percent: limit(200, 'Enter 1 to 200, or leave it empty.'),
  unexplained_cars: limit(100_000, 'Enter 1 to 100,000, or leave it empty.'),
});

const limitNames = namesOf(limits.shape);

/** From when on a property is alerted: cars inside in percent of the spaces, unexplained cars a day; null = never. */
export type AlertLimits = z.infer<typeof limits>;

/** The limits of an organization that set none. */
export const defaultAlertLimits: AlertLimits = { occupancy_percent: 95, unexplained_cars: 20 };

export const alertLimitMessages = { unknownProperty: 'Choose a property of this organization.' };

const params = z.strictObject({ id: pkOrUuidText });
const access = inOrganization('params.id', adminOnly);
const answer = z.object({
  organization: limits,
  spots: z.array(z.object({ pk: z.int(), name: z.string(), limits })),
});

export const getAlertLimits = endpoint({
  method: 'GET',
  path: '/api/organizations/:id/alert_limits/',
  summary: 'From when on alerts open, and the properties with limits of their own',
  access,
  events: [],
  params,
  answer,
  failure: 'Could not fetch the limits',
});

export const saveAlertLimits = endpoint({
  method: 'PUT',
  path: '/api/organizations/:id/alert_limits/',
  summary: 'Sets from when on alerts open, for the organization or one property',
  access,
  events: [],
  params,
  shown: limitNames,
  body: withShown(z.strictObject({ spot: z.nullable(pk), limits: z.nullable(limits) }), limitNames),
  answer,
  failure: 'Could not save the limits',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  organization: 'The limits of properties without their own.',
  spots: 'The properties with limits of their own, by name.',
  name: ['The name of the property.', 'Main Garage'],
  limits: 'The limits; null removes those of a property, and resets those of the organization.',
  spot: ['The property, by its number; null = the organization.', 12],
  occupancy_percent: ['Cars inside, in percent of the spaces; null = no alerts.', 95],
  unexplained_cars: ['Cars of a day without an explanation; null = no alerts.', 20],
};
