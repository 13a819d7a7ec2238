import * as z from 'zod/mini';
import { atMost, text } from './fields.ts';
import { plateCountries, states } from './places.ts';
import { findStrangeCharacters, plateKey } from './plates.ts';

export const carMessages = {
  /** The misspelling is part of the public API. */
  state: 'License PLate state is required',
  country: 'Must be US, MX or CA.',
  plateCharacters: 'Only letters, digits, spaces and dashes.',
} as const;

const countCharacters = (plate: string) => plateKey(plate).length;

/** A plate as a person or device read it: 1 to 12 letters and digits, with any dashes and spaces. */
export const plateText = text(24).check(
  z.refine((plate) => countCharacters(plate) > 0, 'Must contain a letter or a digit.'),
  z.refine((plate) => countCharacters(plate) <= 12, 'At most 12 letters and digits.'),
);

/** A plate typed by a person: converted to capital letters. */
const typedPlate = z.pipe(
  plateText,
  z.transform((plate) => plate.toUpperCase()),
);

/** Refuses and names characters that no plate has, which also excludes formulas of spreadsheets. */
export const plateCharacters = z.refine<string>((plate) => findStrangeCharacters(plate) === null, {
  error: ({ input }) =>
    `${carMessages.plateCharacters} ${findStrangeCharacters(String(input))} can’t be part of a plate.`,
});

/** The fields that identify a car. */
export const carFields = {
  plate: typedPlate,
  state: z.string({ error: carMessages.state }).check(atMost(2, carMessages.state)),
  country: z.enum(plateCountries, { error: carMessages.country }),
};

interface Registered {
  state?: string | undefined;
  country?: keyof typeof states | undefined;
}

/** Whether the state belongs to its country. A state that can't be resolved counts as missing. */
export const stateOfCountry = <T extends Registered>() =>
  z.refine<T>(
    ({ state, country }) =>
      state === undefined ||
      (country !== undefined && (states[country] as readonly string[]).includes(state)),
    { error: carMessages.state, path: ['state'] },
  );

/** Moves the fields of `car_details` beside the others. A body that has both forms stays as it is, to be refused. */
function spreadCarDetails<T>(body: T): T {
  if (typeof body !== 'object' || body === null || !('car_details' in body)) return body;
  const { car_details: car, ...rest } = body;
  if (typeof car !== 'object' || car === null) return body;
  return Object.keys(car).some((field) => field in rest) ? body : ({ ...rest, ...car } as T);
}

/** A body with `carFields`, which may also be sent in the form of answers: `car_details: { plate, state, country }`. */
export const acceptCarDetails = <T extends z.ZodMiniType>(body: T) =>
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- types what callers send
  z.pipe(z.transform(spreadCarDetails) as z.ZodMiniType<unknown, z.input<T>>, body);

interface CarParts {
  plate?: string | undefined;
  state?: string | undefined;
  country?: string | undefined;
}

/** Refuses a change that sends a part of a car. */
export const wholeCar = (error: string) =>
  z.refine<CarParts>(
    ({ plate, state, country }) => {
      const sentFields = [plate, state, country].filter((field) => field !== undefined).length;
      return sentFields === 0 || sentFields === 3;
    },
    { error, path: ['plate'] },
  );

/** A car in the API's form. */
export const carDetails = z.object({ plate: z.string(), state: z.string(), country: z.string() });
