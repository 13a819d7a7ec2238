import type { ValetSession } from '@lotkeeper/contract/operations/valet';
import { formatPhone } from '../../../kernel/format.ts';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import type { Outgoing } from './outbox.ts';
import type { Stand } from './stand.ts';
import { formatName } from './valet.rules.ts';
import { VehicleStep } from './vehicle-step.tsx';
import { WayOut } from './way-out.tsx';

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
      <WayOut
        organization={stand.organization}
        session={session}
        quote={null}
        onTexted={({ phone }) => onDone(`The code was texted to ${formatPhone(phone)}.`)}
        onEnded={(ended) => onDone(`${formatName(ended)} is checked out`)}
      />
      <VehicleStep
        stand={stand}
        kind="edit"
        session={session}
        outgoing={outgoing}
        submitLabel="Save"
        onSaved={({ session: saved, delivery }) =>
          onDone(delivery !== 'sent' ? '' : `${formatName(saved)} is saved.`)
        }
        onClose={onClose}
      />
    </Dialog>
  );
}
