import type { Event, EventCode, EventOccurrence, EventSettings } from '@lotkeeper/contract/events';
import {
  createEvent,
  eventMessages,
  listEvents,
  removeEvent,
  updateEvent,
} from '@lotkeeper/contract/events';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { listVisitorCodes } from '@lotkeeper/contract/visitor-codes';
import { useSend } from '../../kernel/queries.ts';
import type { CalendarPosition } from '../../ui/calendar/calendar.rules.ts';
import form from '../../ui/form/form.module.css';
import { ConfirmDialog } from '../../ui/frame/confirm-dialog.tsx';
import { Dialog } from '../../ui/frame/dialog.tsx';
import { newEventAt, toChange, toSettings } from './event-form.rules.ts';
import { EventForm } from './event-form.tsx';
import { codesAfterDelete } from './events.rules.ts';

export type OpenDialog =
  | { kind: 'add'; date?: LocalDate; hour?: number | null }
  | { kind: 'edit' | 'delete'; event: EventOccurrence };

/** Validation codes list their events. */
const changes = [listEvents, listVisitorCodes];

interface DialogProps {
  today: LocalDate;
  codes: readonly EventCode[];
  onDone: (said: string) => void;
  onClose: () => void;
}

/** Asks for a new event of a property. */
function AddEventDialog(props: DialogProps & { spot: number; start: EventSettings }) {
  const { spot, start, onDone, onClose, ...rest } = props;
  const create = useSend(createEvent, changes);
  return (
    <Dialog title="Add Event" onClose={onClose}>
      <EventForm
        {...rest}
        start={start}
        failure={createEvent.failure}
        send={create}
        onSave={(draft) =>
          create.mutate(
            { body: { ...toSettings(draft), spot } },
            { onSuccess: ({ name }) => onDone(eventMessages.added(name)) },
          )
        }
        onCancel={onClose}
      />
    </Dialog>
  );
}

/** Changes an event, or begins to delete it. */
function EditEventDialog(props: DialogProps & { event: Event; onDelete: () => void }) {
  const { event, onDone, onClose, onDelete, ...rest } = props;
  const update = useSend(updateEvent, changes);
  const params = { id: event.pk };
  return (
    <Dialog title="Edit Event" onClose={onClose}>
      {event.interval === 'one_time' ? null : (
        <p className={form.text}>This event repeats. Changes apply to all its occurrences.</p>
      )}
      <EventForm
        {...rest}
        start={event}
        failure={updateEvent.failure}
        send={update}
        onSave={(draft) =>
          update.mutate(
            { params, body: toChange(draft, event) },
            { onSuccess: ({ name }) => onDone(eventMessages.changed(name)) },
          )
        }
        onCancel={onClose}
        onDelete={onDelete}
      />
    </Dialog>
  );
}

/** Asks before an event is deleted, and says which codes lose their validity with it. */
function DeleteEventDialog(props: Omit<DialogProps, 'today'> & { event: Event }) {
  const { event, codes, onDone, onClose } = props;
  const remove = useSend(removeEvent, changes);
  return (
    <ConfirmDialog
      question={`Delete ${event.name}?`}
      confirm="Delete event"
      onConfirm={() =>
        remove.mutate(
          { params: { id: event.pk } },
          { onSuccess: () => onDone(eventMessages.removed(event.name)) },
        )
      }
      onClose={onClose}
      send={remove}
    >
      {event.interval === 'one_time' ? '' : 'This event repeats; all its occurrences are deleted. '}
      {codesAfterDelete(event, codes)}
    </ConfirmDialog>
  );
}

/** The dialog that the page has open. */
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
      <AddEventDialog
        {...shared}
        spot={spot}
        start={newEventAt(dialog.date ?? usualDate, dialog.hour ?? null)}
      />
    );
  }
  const { event } = dialog;
  if (dialog.kind === 'delete') return <DeleteEventDialog {...shared} event={event} />;
  return (
    <EditEventDialog {...shared} event={event} onDelete={() => open({ kind: 'delete', event })} />
  );
}
