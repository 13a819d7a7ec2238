import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Box, PlateReadInput } from '../../../../records/cars/plate-reads.ts';
import type { WallTime } from './times.ts';

/** A read as a format reports it; the message handler adds the camera's row, its property, and the images' ids. */
export interface CameraRead
  extends Pick<
    PlateReadInput,
    | 'external_id'
    | 'event_keys'
    | 'preview'
    | 'plate'
    | 'state'
    | 'country'
    | 'confidence'
    | 'candidates'
    | 'direction'
    | 'make'
    | 'model'
    | 'color'
    | 'vehicle_type'
  > {
  camera_ref: string;
  camera_name?: string | null;
  /** A time without a zone is the property's local time. null = missing or unreadable. */
  captured_at: Instant | WallTime | null;
  plate_box?: Box | null;
  vehicle_box?: Box | null;
  /** The bytes of the whole image and of the plate's. */
  image?: Uint8Array | null;
  plate_image?: Uint8Array | null;
}

/** A heartbeat of a camera; regular ones arrive on a schedule, whether or not a car passes. */
export interface Beat {
  camera_ref: string;
  camera_name?: string | null;
  regular: boolean;
  /** Whether it saw a vehicle and read no plate. */
  unread?: boolean;
  /** When it saw that vehicle; absent = when the message came. */
  captured_at?: CameraRead['captured_at'];
  image?: Uint8Array | null;
  plate_image?: Uint8Array | null;
}

export interface ParsedMessage {
  reads: CameraRead[];
  beats: Beat[];
  /** Why there is nothing to read in it. */
  ignored: string | null;
}

/** A parsed message: its JSON or XML, and the images beside it by part and file name. */
export interface Envelope {
  document: unknown;
  /** The original text; empty if there is none. */
  text: string;
  pictures: ReadonlyMap<string, Uint8Array>;
  received_at: Instant;
}

/** Reads the messages of one vendor; throws NotUnderstood for unknown ones. */
export type Format = (envelope: Envelope) => ParsedMessage;

/** Why a message can't be read; the message is kept, and the reason is shown. */
export class UnparsableMessage extends Error {}

export const read = (reads: CameraRead[]): ParsedMessage => ({ reads, beats: [], ignored: null });
export const ignored = (why: string, beats: Beat[] = []): ParsedMessage => ({
  reads: [],
  beats,
  ignored: why,
});
/** A message of a camera that read no plate: a vehicle, unless it reports that there was none. */
export const unread = (seen: Omit<Beat, 'regular' | 'unread'>, isVehicle = true): ParsedMessage =>
  ignored('It contains no plate.', [
    isVehicle
      ? { ...seen, regular: false, unread: true }
      : { camera_ref: seen.camera_ref, regular: false },
  ]);
export const beating = (beats: Beat[]): ParsedMessage => ({ reads: [], beats, ignored: null });
