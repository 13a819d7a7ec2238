import type { ValetSession } from '@lotkeeper/contract/operations/valet';
import { fetchValetCar } from '@lotkeeper/contract/operations/valet';
import { BellRing } from 'lucide-react';
import { useMoment } from '../../../kernel/use-moment.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Failed } from './failed.tsx';
import { standReads, useAsk } from './valet.api.ts';
import classes from './valet.module.css';
import { describeFailure, formatCar, formatName, formatWait } from './valet.rules.ts';

/** The cars that drivers have asked for, longest wait first; renders nothing when there are none. */
export function RequestedCars(props: {
  requests: readonly ValetSession[];
  onCheckOut: (session: ValetSession) => void;
}) {
  const { requests, onCheckOut } = props;
  const moment = useMoment(15);
  const fetching = useAsk(fetchValetCar, standReads);
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
              <p className="ui-strong">
                Waiting for {formatWait(session.requested_at ?? moment, moment)}
              </p>
              {session.fetching ? (
                <p className={classes.quiet} role="status">
                  {session.fetching.by} is fetching it
                </p>
              ) : null}
              {session.decline ? <p className="ui-strong">Card declined</p> : null}
            </div>
            <div className="ui-lines">
              {session.fetching ? null : (
                <Button
                  size="lg"
                  aria-label={`I’m fetching it: ${formatName(session)}`}
                  loading={fetching.isPending && fetching.variables.params.id === session.uuid}
                  onClick={() => fetching.mutate({ params: { id: session.uuid } })}
                >
                  I’m fetching it
                </Button>
              )}
              <Button
                size="lg"
                variant="default"
                aria-label={`Check out ${formatName(session)}`}
                onClick={() => onCheckOut(session)}
              >
                Check Out
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <Failed failure={fetching.error ? describeFailure(fetching.error) : null} />
    </section>
  );
}

const askedFor = (count: number) =>
  count === 1 ? '1 driver is asking for their car' : `${count} drivers are asking for their cars`;
