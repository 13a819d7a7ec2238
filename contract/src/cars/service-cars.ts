import * as z from 'zod/mini';
import { adminOnly, inOrganization } from '../kernel/access.ts';
import { carDetails, carFields, plateCharacters, stateOfCountry } from '../kernel/car-fields.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { atMost, oneLine, pkOrUuidText, pkText, storable } from '../kernel/fields.ts';

/** Why a car isn’t a customer’s. */
export const serviceKinds = ['staff', 'service', 'tow'] as const;
export type ServiceKind = (typeof serviceKinds)[number];

export const serviceKindLabels: Record<ServiceKind, string> = {
  staff: 'Staff',
  service: 'Service',
  tow: 'Tow truck',
};

export const serviceCarRules = {
  /** Visits of so many days before a car is added count too. */
  daysBefore: 30,
  maxCars: 500,
} as const;

export const serviceCarMessages = {
  listed: 'This car is in the list already.',
  full: `The list is full. Remove some of its ${serviceCarRules.maxCars} cars first.`,
} as const;

const serviceCar = z.object({
  pk: z.int(),
  car_details: carDetails,
  kind: z.enum(serviceKinds),
  note: z.string(),
});
export type ServiceCar = z.infer<typeof serviceCar>;

const params = z.strictObject({ id: pkOrUuidText });
const access = inOrganization('params.id', adminOnly);

export const listServiceCars = endpoint({
  method: 'GET',
  path: '/api/organizations/:id/service_cars/',
  summary: 'The cars of staff, services and tow trucks, by plate',
  access,
  events: [],
  params,
  answer: z.object({ cars: z.array(serviceCar) }),
  failure: 'Could not fetch the list of cars',
});

export const createServiceCar = endpoint({
  method: 'POST',
  path: '/api/organizations/:id/service_cars/',
  summary:
    'Adds a car of staff, a service or a tow truck: its visits count as “Not a customer”, and are never charged',
  access,
  params,
  body: z
    .strictObject({
      ...carFields,
      plate: carFields.plate.check(plateCharacters),
      kind: z.enum(serviceKinds),
      note: z.string().check(oneLine, z.trim(), atMost(80), storable),
    })
    .check(stateOfCountry()),
  answer: z.object({ pk: z.int() }),
  failure: 'Could not add the car',
});

export const removeServiceCar = endpoint({
  method: 'DELETE',
  path: '/api/organizations/:id/service_cars/:car/',
  summary: 'Removes a car from the list; from now on its visits are a customer’s again',
  access,
  params: z.strictObject({ id: pkOrUuidText, car: pkText }),
  answer: z.object({ pk: z.int() }),
  failure: 'Could not remove the car',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  pk: 'The number of the entry in the list.',
  cars: 'The cars, by plate.',
  car_details: 'The car.',
  car: 'The entry in the list, by its number.',
  kind: 'Whose car it is: of staff, of a service, or a tow truck.',
  note: 'A name or a purpose; empty if nobody wrote one.',
};
