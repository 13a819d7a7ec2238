import type { ValetSession } from '@lotkeeper/contract/operations/valet';
import { Phone } from 'lucide-react';
import { formatAgo, formatMoneyExact, formatPhone } from '../../../kernel/format.ts';
import { Button } from '../../../ui/form/button.tsx';
import type { ListContext } from './session-parts.tsx';
import { CarCell, EditButton, formatTime } from './session-parts.tsx';
import classes from './valet.module.css';
import { formatCar } from './valet.rules.ts';

/** What there is to know about a session beside its car and state, most important first. */
function listFacts(session: ValetSession, context: ListContext): string[] {
  const { status, key_tag, outstanding_balance: balance, checked_out_at } = session;
  if (status === 'ended') return [formatAgo(checked_out_at ?? session.created_at, context.moment)];
  const isHere = status === 'active';
  return [
    isHere && key_tag ? `Key tag ${key_tag}` : '',
    isHere ? '' : formatTime(session, context),
    balance > 0 ? formatMoneyExact(balance) : '',
    formatCar(session),
  ].filter(Boolean);
}

function SessionLine({ session, context }: { session: ValetSession; context: ListContext }) {
  const facts = listFacts(session, context);
  return (
    <li className={classes.line} data-status={session.status}>
      <div className={classes.lineText}>
        <CarCell {...{ session, context }} />
        {facts.length > 0 ? <p className={classes.lineFacts}>{facts.join(' · ')}</p> : null}
      </div>
      <Button
        component="a"
        variant="default"
        size="md"
        px="sm"
        href={`tel:${session.phone}`}
        aria-label={`Call ${formatPhone(session.phone)}`}
      >
        <Phone size={18} aria-hidden />
      </Button>
      <EditButton {...{ session, context }} />
    </li>
  );
}

function SessionGroup(props: {
  label: string;
  sessions: readonly ValetSession[];
  context: ListContext;
}) {
  const { label, sessions, context } = props;
  if (sessions.length === 0) return null;
  return (
    <ul className={classes.lines} aria-label={label}>
      {sessions.map((session) => (
        <SessionLine key={session.uuid} {...{ session, context }} />
      ))}
    </ul>
  );
}

/** Sessions on a phone, a line each: cars that are here, those expected, which are folded, and those that left. */
export function SessionLines(props: {
  sessions: readonly ValetSession[];
  context: ListContext;
  /** Whether the list was narrowed to some sessions, which are all shown then. */
  isFiltered: boolean;
}) {
  const { sessions, context, isFiltered } = props;
  const group = (status: ValetSession['status'], label: string) => (
    <SessionGroup
      label={label}
      sessions={sessions.filter((session) => session.status === status)}
      context={context}
    />
  );
  const expected = sessions.filter(({ status }) => status === 'pending').length;
  const isFolded = expected > 0 && !isFiltered;
  return (
    <>
      {group('active', 'Cars that are here')}
      {isFolded ? (
        <details className={classes.fold}>
          <summary>Not here yet ({expected})</summary>
          {group('pending', 'Not here yet')}
        </details>
      ) : (
        group('pending', 'Not here yet')
      )}
      {group('ended', 'Cars that left')}
    </>
  );
}
