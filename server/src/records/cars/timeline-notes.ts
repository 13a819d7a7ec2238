import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { Recorded, Recorder, Sourced } from '../recorder.ts';
import { insertSourced, listOutcomes, timestampCell } from '../recorder.ts';

/** An event for a property's timeline. */
export interface NoteInput extends Sourced {
  kind: 'maintenance' | 'snapshot' | 'price_change' | 'event' | 'team_change';
  title: string;
  description: string;
  images: readonly string[];
  happened_at: Instant;
}

export async function recordNotes(
  recorder: Recorder,
  notes: readonly NoteInput[],
): Promise<Recorded[]> {
  const rows = notes.map((note) => ({
    spot_pk: note.spot_pk,
    kind: note.kind,
    title: note.title,
    description: note.description,
    images: note.images,
    happened_at: timestampCell(note.happened_at),
    local_date: toLocalDate(note.happened_at, recorder.timezoneOf(note.spot_pk)),
    source: note.source,
    external_id: note.external_id,
  }));
  const inserted = await insertSourced(recorder, 'timeline_notes', rows);
  return listOutcomes(recorder, 'timeline_notes', notes, inserted);
}
