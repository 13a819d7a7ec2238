import * as z from 'zod/mini';
import { visitStatuses } from './filter-words.ts';
import { adminOnly, atSpot, onlyWithFeature } from './kernel/access.ts';
import { endpoint } from './kernel/endpoint.ts';
import { epochSecondsText, pkOrUuidText, text } from './kernel/fields.ts';
import { pageQuery, pageSchema } from './kernel/paging.ts';
import { reportedTypeNames } from './reported-types.ts';

/** Visits on a page of the driver log. */
export const driverLogPageSize = 20;
/** Days before today that the day of the driver log can be. */
export const driverLogDaysBack = 6;
/** Days of the driver log that are read at once: a month, however long ago. */
export const maxDriverLogDays = 31;
/** Visits and rentals of a car are counted up to here, so that no read grows with its history. */
export const maxCounted = 1000;

/** A moment in seconds since 1970; null = not seen. */
const seen = z.nullable(z.int());
/** An address that ends after a quarter of an hour; null = there is no picture. */
const picture = z.nullable(z.string());

/** A visit that cameras saw, called car tracking event on the wire. */
const carTrackingEvent = z.object({
  pk: z.int(),
  plate: z.string(),
  state: z.nullable(z.string()),
  status: z.enum(visitStatuses),
  entrance_timestamp: seen,
  exit_timestamp: seen,
  /** The car came again before a camera saw it leave; without an exit and false, it is still there. */
  exit_missed: z.boolean(),
  /** Whether a time is when the camera's message arrived, because the message had none that could be read. */
  entrance_time_of_arrival: z.boolean(),
  exit_time_of_arrival: z.boolean(),
  entrance_image: picture,
  exit_image: picture,
  entrance_license_plate_image: picture,
  exit_license_plate_image: picture,
  /** Rentals of the car at the property, no more than `maxCounted`. */
  rental_count: z.int(),
  /** The number of the visit's violation; null = it has none. */
  violation_code: z.nullable(z.string()),
  /** Visits of the plate at the property, no more than `maxCounted`; only superusers get it. */
  visit_count: z.optional(z.int()),
});
export type CarTrackingEvent = z.infer<typeof carTrackingEvent>;

/** Seconds of the longest range; the night the clock goes back adds an hour. */
const longestLog = maxDriverLogDays * 24 * 3600 + 3600;

export const listCarTracking = endpoint({
  method: 'GET',
  path: '/api/car_tracking',
  summary: 'The visits that cameras saw at a property on up to 31 days, newest first',
  access: onlyWithFeature('driver log', atSpot('query.uuid', adminOnly)),
  logs: { page: 'driver_log', field: 'plate' },
  query: z
    .strictObject({
      uuid: pkOrUuidText,
      page: pageQuery,
      start: epochSecondsText,
      end: epochSecondsText,
      plate: z.optional(text(40)),
      status: z.optional(z.enum(visitStatuses)),
      rental_type: z.optional(z.enum(reportedTypeNames)),
      /** Superusers only: the plates are made unreadable, so that the page can be shown to others. */
      is_demo: z.optional(z.enum(['true', 'false'])),
    })
    .check(
      z.refine(({ start, end }) => end > start && end - start <= longestLog, {
        path: ['end'],
        error: `Must be after start, by ${maxDriverLogDays} days at most.`,
      }),
    ),
  answer: pageSchema(carTrackingEvent),
  failure: 'Something went wrong',
});

/** Pictures of each kind that are shown, the newest ones. */
export const recentPictures = 4;

const cameraImage = z.object({
  url: z.string(),
  /** ISO 8601. */
  event_datetime: z.string(),
  orientation: z.nullable(z.enum(['Entrance', 'Exit'])),
});
export type CameraImage = z.infer<typeof cameraImage>;

export const getRecentImages = endpoint({
  method: 'GET',
  path: '/api/camera/recent_images/:id',
  summary: 'The newest images from the cameras of a property, of cars and of plates',
  access: onlyWithFeature('camera images', atSpot('params.id', adminOnly)),
  params: z.strictObject({ id: pkOrUuidText }),
  answer: z.object({ overhead_images: z.array(cameraImage), lpr_images: z.array(cameraImage) }),
  freshFor: 60,
  failure: 'Something went wrong',
});
export type RecentImages = z.infer<typeof getRecentImages.answer>;

/** What continues at a property on its day so far. */
const heroStats = z.object({
  /** Rentals that are active now. */
  occupancy: z.int(),
  /** Maximum rentals that went on at once today. */
  peak: z.int(),
  /** Spaces. */
  max_capacity: z.int(),
  /** Visits that began today, as the driver log counts them; null = no camera ever reported one. */
  vehicles_seen: z.nullable(z.int()),
  /** Rentals by the hour, the day or at a flat price that began today. */
  transient_rentals: z.int(),
});
export type HeroStats = z.infer<typeof heroStats>;

export const getHeroStats = endpoint({
  method: 'GET',
  path: '/api/hero_stats',
  summary: 'A property’s occupancy now and today, and what its cameras saw',
  access: onlyWithFeature('hero stats', atSpot('query.uuid', adminOnly)),
  query: z.strictObject({ uuid: pkOrUuidText }),
  answer: heroStats,
  freshFor: 60,
  failure: 'Something went wrong',
});
