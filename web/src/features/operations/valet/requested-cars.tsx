import type { ValetSession } from '@lotkeeper/contract/operations/valet';
import { BellRing } from 'lucide-react';
import { useMoment } from '../../../kernel/use-moment.ts';
import { Button } from '../../../ui/form/button.tsx';
import classes from './valet.module.css';
import { formatCar, formatName, formatWait } from './valet.rules.ts';

/** The cars that drivers have asked for, longest wait first; renders nothing when there are none. */
export function RequestedCars(props: {
  requests: readonly ValetSession[];
  onCheckOut: () => void;
}) {
  const { requests, onCheckOut } = props;
  const moment = useMoment(15);
  return (
    <section
      className={classes.requests}
      aria-label="Requested cars"
      data-any={requests.length > 0}
    >
      <output className={classes.requestsTitle}>
        {requests.length > 0 ? (
          <>
            <BellRing size={20} aria-hidden /> {askedFor(requests.length)}
          </>
        ) : null}
      </output>
      <ul className={classes.requestList}>
        {requests.map((session) => (
          <li key={session.uuid} className={classes.request}>
            <div>
              <p className={classes.plate}>{formatName(session)}</p>
              <p className={classes.quiet}>
                {[session.key_tag ? `Key tag ${session.key_tag}` : '', formatCar(session)]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
              <p className={classes.waits}>
                Waiting for {formatWait(session.requested_at ?? moment, moment)}
              </p>
            </div>
            <Button
              size="lg"
              variant="default"
              aria-label={`Check out ${formatName(session)}`}
              onClick={onCheckOut}
            >
              Check Out
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const askedFor = (count: number) =>
  count === 1 ? '1 driver is asking for their car' : `${count} drivers are asking for their cars`;
