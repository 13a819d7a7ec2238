/** How a kind of lot is used. Weights need not add up; `demand.ts` normalizes their mean to 1. */
export interface Profile {
  /** Monday to Sunday. */
  weekdays: readonly number[];
  /** January to December. */
  months: readonly number[];
  /** When stays begin, from midnight to 11 pm. */
  hours: readonly number[];
  weekendHours: readonly number[];
  /** Median length of an hourly stay in minutes, and its spread (of the logarithm). */
  stay: readonly [number, number];
  /** Share of a usual day's stays on a public holiday and on the two days before it. */
  holiday: number;
  holidayEve: number;
  /** Share of a usual day's stays in bad weather. */
  rain: number;
}

const officeHours = [0, 0, 0, 0, 0, 1, 4, 11, 13, 9, 6, 5, 6, 5, 4, 3, 3, 4, 5, 4, 2, 1, 0, 0];
const leisureHours = [0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 7, 8, 9, 8, 7, 6, 6, 7, 9, 8, 4, 2, 1, 0];
const eveningHours = [1, 0, 0, 0, 0, 0, 0, 2, 3, 3, 3, 4, 5, 4, 3, 3, 5, 9, 15, 13, 6, 3, 2, 1];
const airportHours = [1, 1, 1, 4, 9, 11, 9, 7, 6, 6, 6, 6, 6, 5, 5, 5, 5, 5, 4, 3, 2, 2, 1, 1];
const beachHours = [0, 0, 0, 0, 0, 1, 3, 4, 6, 10, 13, 13, 11, 9, 7, 5, 5, 5, 3, 2, 1, 0, 0, 0];
const clinicHours = [1, 0, 0, 0, 0, 2, 5, 9, 11, 11, 10, 8, 7, 8, 8, 6, 4, 4, 4, 2, 1, 1, 1, 1];

const allAlike = [1, 1, 1, 1, 1, 1, 1];
const evenYear = [0.94, 0.95, 1.02, 1.01, 1.02, 1.03, 1.01, 1, 1, 1.04, 1, 0.98];

const usual: Profile = {
  weekdays: allAlike,
  months: evenYear,
  hours: officeHours,
  weekendHours: leisureHours,
  stay: [120, 0.6],
  holiday: 1,
  holidayEve: 1,
  rain: 0.9,
};

export const profiles = {
  commuter: {
    ...usual,
    weekdays: [1.2, 1.3, 1.32, 1.28, 1.12, 0.5, 0.28],
    months: [0.98, 1, 1.05, 1.03, 1.02, 0.98, 0.92, 0.95, 1.02, 1.06, 1.02, 0.9],
    stay: [190, 0.65],
    holiday: 0.3,
    holidayEve: 0.9,
  },
  airport: {
    ...usual,
    weekdays: [1.1, 0.93, 1, 1.15, 1.18, 0.78, 0.86],
    months: [0.9, 0.93, 1.12, 0.99, 1, 1.08, 1.1, 1.04, 0.92, 0.98, 1.04, 1.1],
    hours: airportHours,
    weekendHours: airportHours,
    stay: [95, 0.5],
    holiday: 0.6,
    holidayEve: 1.3,
    rain: 1,
  },
  beach: {
    ...usual,
    weekdays: [0.65, 0.62, 0.68, 0.75, 1.05, 1.8, 1.7],
    months: [0.6, 0.65, 0.85, 0.95, 1.1, 1.35, 1.6, 1.55, 1.15, 0.9, 0.7, 0.6],
    hours: beachHours,
    weekendHours: beachHours,
    stay: [185, 0.5],
    holiday: 1.7,
    holidayEve: 1.15,
    rain: 0.4,
  },
  ballpark: {
    ...usual,
    weekdays: [0.9, 0.9, 0.95, 1, 1.2, 1.15, 0.85],
    hours: eveningHours,
    stay: [140, 0.6],
    holiday: 0.7,
  },
  hospital: {
    ...usual,
    weekdays: [1.25, 1.25, 1.2, 1.18, 1.08, 0.55, 0.49],
    hours: clinicHours,
    weekendHours: clinicHours,
    stay: [85, 0.75],
    holiday: 0.45,
    rain: 0.98,
  },
  theater: {
    ...usual,
    weekdays: [0.6, 0.72, 0.88, 1.05, 1.4, 1.5, 0.85],
    months: [0.9, 0.92, 1, 1.02, 1, 0.98, 0.95, 0.93, 0.98, 1.05, 1.08, 1.25],
    hours: eveningHours,
    weekendHours: eveningHours,
    stay: [185, 0.4],
    holiday: 0.8,
    holidayEve: 1.1,
  },
  neighborhood: {
    ...usual,
    weekdays: [0.9, 0.92, 0.95, 1, 1.15, 1.2, 0.88],
    hours: leisureHours,
    stay: [110, 0.6],
    holiday: 0.8,
    rain: 0.8,
  },
  trailhead: {
    ...usual,
    weekdays: [0.75, 0.72, 0.75, 0.8, 0.95, 1.55, 1.48],
    months: [1.2, 1.25, 1.3, 1.15, 0.95, 0.65, 0.55, 0.58, 0.75, 1.1, 1.25, 1.2],
    hours: beachHours,
    weekendHours: beachHours,
    stay: [130, 0.4],
    holiday: 1.4,
    rain: 0.35,
  },
  campus: {
    ...usual,
    weekdays: [1.35, 1.4, 1.4, 1.35, 1.1, 0.25, 0.15],
    stay: [240, 0.5],
    holiday: 0.1,
    holidayEve: 0.8,
  },
} as const satisfies Record<string, Profile>;

export type ProfileName = keyof typeof profiles;

export const mean = (weights: readonly number[]) =>
  weights.reduce((total, weight) => total + weight, 0) / weights.length;
