import type { ValetSession } from '@lotkeeper/contract/operations/valet';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import type { Outgoing } from './outbox.ts';
import type { Stand } from './stand.ts';
import { formatName } from './valet.rules.ts';
import { VehicleStep } from './vehicle-step.tsx';

const title = 'Modify Valet Session';

/** Edits the details of a checked-in car. */
export function EditDialog(props: {
  stand: Stand;
  session: ValetSession;
  outgoing: readonly Outgoing[];
  onDone: (message: string) => void;
  onClose: () => void;
}) {
  const { stand, session, outgoing, onDone, onClose } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      <VehicleStep
        stand={stand}
        kind="edit"
        session={session}
        outgoing={outgoing}
        submitLabel="Save"
        onSaved={({ session: saved, waiting }) =>
          onDone(waiting ? '' : `${formatName(saved)} is saved.`)
        }
        onClose={onClose}
      />
    </Dialog>
  );
}
