import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { Driver } from '@lotkeeper/simulator/world/drivers';
import type { ImageInput } from '../records/cars/images.ts';
import type { NoteInput } from '../records/cars/timeline-notes.ts';
import type { ViolationInput } from '../records/cars/violations.ts';
import type { VisitInput } from '../records/cars/visits/visits.ts';
import type { LotInWorld } from './world.ts';

/** A note before its images are drawn. */
export interface NotePlan {
  id: string;
  kind: NoteInput['kind'];
  title: string;
  description: string;
  happened_at: Instant;
  pictures: number;
}

/** What the cameras saw of one car, before it is written. */
export interface VisitDraft {
  at: LotInWorld;
  driver: Driver;
  /** What the cameras read instead of the driver's plate; null = the plate. */
  misread: string | null;
  status: VisitInput['status'];
  entrance: Instant | null;
  exit: Instant | null;
  exit_missed: boolean;
  /** External ID of its rental. */
  rental: string | null;
  external_id: string;
  doubtful: boolean;
  notice: NoticeDraft | null;
}

/** The UUIDs of a visit's images, and their rows. */
export type VisitPictures = Partial<Pick<VisitInput, Slot>> & { images: ImageInput[] };

/** The penalty notice of a visit, before it is written. */
export interface NoticeDraft {
  code: string;
  status: ViolationInput['status'];
  amount: Cents;
  created_at: Instant;
  paid_at: Instant | null;
}
export type Slot = 'entrance_image' | 'exit_image' | 'entrance_plate_image' | 'exit_plate_image';
