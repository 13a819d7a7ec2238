import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type {
  Event,
  EventCode,
  EventOccurrence,
  EventSettings,
} from '@lotkeeper/contract/operations/events';
import {
  createEvent,
  eventMessages,
  listEvents,
  removeEvent,
  updateEvent,
} from '@lotkeeper/contract/operations/events';
import { listVisitorCodes } from '@lotkeeper/contract/operations/visitor-codes';
import { pickShown } from '../../../kernel/changes.ts';
import { useSend } from '../../../kernel/queries.ts';
import type { CalendarPosition } from '../../../ui/calendar/calendar.rules.ts';
import { ConfirmSend } from '../../../ui/frame/confirm-dialog.tsx';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import type { EventDraft } from './event-form.rules.ts';
import { newEventAt, toChange, toSettings } from './event-form.rules.ts';
import type { PricedProperty } from './event-form.tsx';
import { EventForm } from './event-form.tsx';
import { describeWhen } from './event-words.ts';
import { codesAfterDelete } from './events.rules.ts';

export type OpenDialog =
  | { kind: 'add'; date?: LocalDate; hour?: number | null }
  | { kind: 'edit' | 'delete'; event: EventOccurrence };

/** Validation codes list their events. */
const changes = [listEvents, listVisitorCodes];

interface DialogProps {
  property: PricedProperty;
  today: LocalDate;
  codes: readonly EventCode[];
  onDone: (notice: string) => void;
  onClose: () => void;
}

/** Creates an event of a property, or edits one or starts its deletion. */
function EventDialog(
  props: DialogProps & {
    spot: number;
    start: EventSettings;
    /** Absent = a new one. */
    event?: Event;
    onDelete?: () => void;
  },
) {
  const { spot, event, onDone, onClose, ...form } = props;
  const create = useSend(createEvent, changes);
  const update = useSend(updateEvent, changes);
  /** What was saved; a closing says so. */
  const sayDone = (message: string, saved: EventSettings) =>
    saved.is_lot_closed
      ? `${message}. ${eventMessages.closed(describeWhen(saved, form.today))}`
      : message;
  const save = (draft: EventDraft) => {
    if (event) {
      update.mutate(
        {
          params: { id: event.pk },
          body: { ...toChange(draft, event), shown: pickShown(updateEvent, event) },
        },
        { onSuccess: (saved) => onDone(sayDone(eventMessages.changed(saved.name), saved)) },
      );
    } else {
      create.mutate(
        { body: { ...toSettings(draft), spot } },
        { onSuccess: (saved) => onDone(sayDone(eventMessages.added(saved.name), saved)) },
      );
    }
  };
  return (
    <Dialog title={event ? 'Edit Event' : 'Add Event'} size="table" onClose={onClose}>
      {event && event.interval !== 'one_time' ? (
        <p className="ui-bottom-wide">This event repeats. Changes apply to all its occurrences.</p>
      ) : null}
      <EventForm
        {...form}
        spot={spot}
        pk={event?.pk ?? null}
        failure={(event ? updateEvent : createEvent).failure}
        send={event ? update : create}
        onSave={save}
        onCancel={onClose}
      />
    </Dialog>
  );
}

export default function EventDialogs(
  props: DialogProps & {
    spot: number;
    position: CalendarPosition;
    dialog: OpenDialog;
    open: (dialog: OpenDialog) => void;
  },
) {
  const { spot, position, dialog, open, ...shared } = props;
  if (dialog.kind === 'add') {
    const usualDate = position.date < shared.today ? shared.today : position.date;
    return (
      <EventDialog
        {...shared}
        spot={spot}
        start={newEventAt(dialog.date ?? usualDate, dialog.hour ?? null)}
      />
    );
  }
  const { event } = dialog;
  if (dialog.kind === 'edit') {
    const onDelete = () => open({ kind: 'delete', event });
    return <EventDialog {...shared} {...{ spot, event, onDelete }} start={event} />;
  }
  return (
    <ConfirmSend
      question={`Delete ${event.name}?`}
      confirm="Delete event"
      endpoint={removeEvent}
      input={{ params: { id: event.pk } }}
      changes={changes}
      onDone={() => shared.onDone(eventMessages.removed(event.name))}
      onClose={shared.onClose}
    >
      {event.interval === 'one_time' ? '' : 'This event repeats; all its occurrences are deleted. '}
      {codesAfterDelete(event, shared.codes)}
    </ConfirmSend>
  );
}
