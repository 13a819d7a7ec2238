import { instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import { Random } from '@lotkeeper/simulator/world/random';
import type { ImageInput } from '../records/cars/images.ts';
import type { NoteInput } from '../records/cars/timeline-notes.ts';
import type { DemoDay } from './days.ts';
import { isOpen } from './demand.ts';
import type { NotePlan } from './drafts.ts';
import type { Pictures } from './pictures.ts';
import type { LotInWorld, World } from './world.ts';

const works = [
  ['Stall lines repainted', 'Rows A to C were repainted overnight; all stalls are back in use.'],
  ['Gate arm replaced', 'A truck bent the exit arm. The spare was fitted within two hours.'],
  ['Pressure washing', 'Deck, ramps and the stair tower were washed before opening.'],
  ['LED lamps fitted', 'Twelve old lamps along the back fence gave way to LED ones.'],
  ['Pothole filled', 'The pothole near stall 14 was filled and rolled.'],
  ['New entrance sign', 'The new sign shows the price from across the street.'],
  ['Camera cleaned and aligned', 'The exit camera was cleaned; plates read at night again.'],
  ['Graffiti removed', 'Removed from the east wall the same morning.'],
] as const;

/** Timeline notes of a lot with images: construction every few weeks, and in the last months a weekly snapshot. */
export async function buildNotes(
  world: World,
  at: LotInWorld,
  pictures: Pictures,
): Promise<{ notes: NoteInput[]; images: ImageInput[] }> {
  const notes: NoteInput[] = [];
  const images: ImageInput[] = [];
  for (const day of at.days) {
    if (day.ago >= 0 || !isOpen(at.lot, day.ago)) continue;
    for (const plan of planNotes(world, at, day)) {
      const noteImages = await pictures.ofNote(world, at, plan);
      images.push(...noteImages);
      notes.push({ ...toNote(at, plan), images: noteImages.map(({ uuid }) => uuid) });
    }
  }
  return { notes, images };
}

function planNotes(world: World, at: LotInWorld, day: DemoDay): NotePlan[] {
  const { lot } = at;
  const random = new Random(world.seed, 'notes', lot.key, day.date);
  const plans: NotePlan[] = [];
  const add = (kind: NotePlan['kind'], title: string, description: string, pictures: number) => {
    const happened_at = instant(day.start + random.int(7 * 60, 15 * 60) * minuteMs);
    const id = `${lot.key}-${kind}-${day.date}`;
    plans.push({ id, kind, title, description, happened_at, pictures });
  };
  if (random.chance(0.045)) {
    const [title, description] = random.pick(works);
    add('maintenance', title, description, day.ago > -200 ? random.int(0, 4) : 0);
  }
  if (lot.cameras && day.ago > -75 && day.ago % 7 === -3) {
    add('snapshot', 'Snapshot of the week', 'How the lot looked.', random.int(1, 6));
  }
  if (lot.dynamic && day.ago === -lot.dynamic.since_days_ago) {
    add('price_change', 'Dynamic pricing switched on', 'Prices follow demand from today.', 0);
  }
  if (lot.key === 'copper' && (day.ago === -97 || day.ago === -31)) {
    add('team_change', 'New colleague', 'The evening shift has a new attendant.', 0);
  }
  return plans;
}

function toNote(at: LotInWorld, plan: NotePlan): Omit<NoteInput, 'images'> {
  const { id, kind, title, description, happened_at } = plan;
  return { source: 'demo', external_id: id, spot_pk: at.pk, kind, title, description, happened_at };
}
