import * as z from 'zod/mini';
import { adminOnly, atSpot } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { epochSecondsText, pkOrUuidText, text } from '../kernel/fields.ts';
import { pageQuery, pageSchema } from '../kernel/paging.ts';
import { reportedTypeNames } from '../money/reported-types.ts';
import { visitStatuses } from '../people/filter-words.ts';
import { onlyWithFeature } from '../platform/spots.ts';

/** Visits per page of the driver log. */
export const driverLogPageSize = 20;
/** How many days back the driver log goes. */
export const driverLogDaysBack = 6;
/** Maximum days of the driver log per request: a month, from any time in the past. */
export const maxDriverLogDays = 31;
/** Counts of a car's visits and rentals stop here, so that no read grows with its history. */
export const maxCounted = 1000;

/** A timestamp in seconds since 1970; null = not seen. */
const seen = z.nullable(z.int());
/** A URL that expires after 15 minutes; null = there is no image. */
const picture = z.nullable(z.string());

/** A visit seen by cameras, called `car tracking event` on the wire. */
const carTrackingEvent = z.object({
  pk: z.int(),
  plate: z.string(),
  state: z.nullable(z.string()),
  status: z.enum(visitStatuses),
  entrance_timestamp: seen,
  exit_timestamp: seen,
  /** True if the car came again before a camera saw it leave. Without an exit and false, it is still there. */
  exit_missed: z.boolean(),
  entrance_time_of_arrival: z.boolean(),
  exit_time_of_arrival: z.boolean(),
  entrance_image: picture,
  exit_image: picture,
  entrance_license_plate_image: picture,
  exit_license_plate_image: picture,
  rental_count: z.int(),
  violation_code: z.nullable(z.string()),
  visit_count: z.optional(z.int()),
});
export type CarTrackingEvent = z.infer<typeof carTrackingEvent>;

/** Maximum range in seconds; the night the clock goes back adds an hour. */
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
      is_demo: z.optional(z.enum(['true', 'false'])),
    })
    .check(
      z.refine(({ start, end }) => end > start && end - start <= longestLog, {
        path: ['end'],
        error: `Must be within ${maxDriverLogDays} days after start.`,
      }),
    ),
  answer: pageSchema(carTrackingEvent),
  failure: 'Something went wrong',
});

/** Maximum images of each kind, newest first. */
export const recentPictures = 4;

const cameraImage = z.object({
  url: z.string(),
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

/** Current activity at a property, and its day so far. */
const heroStats = z.object({
  occupancy: z.int(),
  peak: z.int(),
  max_capacity: z.int(),
  vehicles_seen: z.nullable(z.int()),
  transient_rentals: z.int(),
  valet_rentals: z.int(),
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

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  plate: 'Only visits of this plate.',
  'results.plate': 'The license plate.',
  state: 'The two letters of the plate’s state; null if it isn’t known.',
  status: 'Only visits of this status.',
  'results.status': 'What the visit is.',
  entrance_timestamp: 'When the car came in, in seconds since 1970; null if no camera saw it.',
  exit_timestamp: 'When the car left, in seconds since 1970; null if no camera saw it.',
  entrance_time_of_arrival:
    'Whether the entrance is when the camera’s message arrived, because it had no time that could be read.',
  exit_time_of_arrival:
    'Whether the exit is when the camera’s message arrived, because it had no time that could be read.',
  entrance_image:
    'A URL of the car coming in, which expires after 15 minutes; null if there is no image.',
  exit_image:
    'A URL of the car leaving, which expires after 15 minutes; null if there is no image.',
  entrance_license_plate_image:
    'A URL of the plate at the entrance, which expires after 15 minutes; null if there is no image.',
  exit_license_plate_image:
    'A URL of the plate at the exit, which expires after 15 minutes; null if there is no image.',
  rental_count: 'How many rentals the car had at the property, up to 1,000.',
  violation_code: 'The number of the visit’s violation; null if it has none.',
  visit_count:
    'How many visits the plate had at the property, up to 1,000. Only superusers get it.',
  uuid: ['The property, by its number or UUID.', '1'],
  start: ['Only visits from this time on, in seconds since 1970.', '1781506800'],
  end: [
    'Only visits before this time, in seconds since 1970; up to 31 days after `start`.',
    '1781593200',
  ],
  rental_type: 'Only visits whose rental is of this type.',
  is_demo:
    '`true` makes plates unreadable, so that the page can be shown to others. Superusers only.',
  url: 'A URL that opens the image. It expires after 15 minutes.',
  event_datetime: 'When the image was taken, in ISO 8601.',
  orientation: 'Whether it shows a car coming in or leaving; null if neither.',
  overhead_images: 'The newest images of cars, up to four.',
  lpr_images: 'The newest images of plates, up to four.',
  occupancy: 'How many rentals are active now.',
  peak: 'The most rentals that were active at once today.',
  max_capacity: 'How many spaces there are.',
  vehicles_seen: 'How many visits began today; null if no camera ever reported one.',
  transient_rentals: 'How many hourly, daily, flat-rate and free-until-hourly rentals began today.',
  valet_rentals: 'How many of them began at the valet stand, where cameras usually see no car.',
};
