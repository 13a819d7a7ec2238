import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Envelope, ParsedMessage } from './camera-read.ts';
import { read, UnparsableMessage, unread } from './camera-read.ts';
import type { Loose } from './loose.ts';
import {
  pictureIn,
  stateIn,
  toConfidence,
  toCountry,
  toList,
  toObject,
  toPlate,
  toText,
} from './loose.ts';
import type { WallTime } from './times.ts';
import { firstTime, inZone } from './times.ts';

/** Live reads arrive within this time. */
const liveMs = 300_000;

/** Sharps write UTC, but not marked as such in JSON. A time that isn't live as UTC is local time. */
function toTime(value: unknown, received_at: Instant): Instant | WallTime | null {
  const time = firstTime(value);
  if (time === null || typeof time === 'number') return time;
  const utc = inZone(time, 'UTC');
  return Math.abs(utc - received_at) <= liveMs ? utc : time;
}

/** What was recognized of a plate, by name; `-` means nothing. In XML the list is in an element with its own name. */
function readAnalytics(body: Loose): ReadonlyMap<string, string> {
  const list = body.PlateAnalytics;
  const entries = toList(toObject(list).PlateAnalytics ?? list).map(toObject);
  return new Map(
    entries.flatMap(({ Key, Value }) => {
      const [key, value] = [toText(Key), toText(Value)];
      return key && value && value !== '-' ? [[key, value]] : [];
    }),
  );
}

/** A read of a Genetec AutoVu Sharp, in JSON, or in XML as the element `Plate`. */
export function genetec({ document, received_at }: Envelope): ParsedMessage {
  const root = toObject(document);
  const body = root.PlateRead === undefined ? toObject(root.Plate) : root;
  if (body.PlateRead === undefined) throw new UnparsableMessage('There is no “PlateRead” in it.');
  const camera_ref =
    [toText(body.SourceUrl), toText(body.LprCameraName)].filter(Boolean).join('/') || 'AutoVu';
  const plate = toPlate(body.PlateRead);
  const seen = {
    camera_ref,
    captured_at: toTime(body.Timestamp, received_at),
    image: pictureIn(body.ContextImage),
    plate_image: pictureIn(body.PlateImage),
  };
  if (!plate) return unread(seen);
  const analytics = readAnalytics(body);
  const country = toCountry(analytics.get('Context'));
  return read([
    {
      ...seen,
      external_id: toText(body.Id, 120) ?? [camera_ref, toText(body.Timestamp), plate].join('|'),
      plate,
      country,
      state: stateIn(country, analytics.get('State Name')),
      confidence: toConfidence(analytics.get('Confidence Score')),
      direction: null,
      make: analytics.get('Vehicle Make') ?? null,
      vehicle_type: analytics.get('Vehicle Type') ?? null,
    },
  ]);
}
