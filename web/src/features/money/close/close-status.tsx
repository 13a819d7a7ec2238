import type { MonthClose } from '@lotkeeper/contract/money/close';
import type { ReactNode } from 'react';
import { formatCount, formatMoneyExact, formatQuantity } from '../../../kernel/format.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { Tag } from '../../../ui/frame/tag.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import classes from './close.module.css';
import { formatDay } from './close-words.ts';

interface CloseStatusProps {
  data: MonthClose;
  /** Whether the person may sign, close and reopen. */
  mayChange: boolean;
  onSign: () => void;
  onClose: () => void;
  onReopen: () => void;
  onTolerance: () => void;
  onDownload: () => void;
  isDownloading: boolean;
  /** The comparisons. */
  children: ReactNode;
}

/** Whether the month is closed, and what is left to do. */
export function CloseStatus(props: CloseStatusProps) {
  const { data } = props;
  return (
    <Panel
      title={
        <span className={classes.title}>
          {data.closing ? 'Closed' : 'Does everything add up?'}
          {data.is_over ? null : <Tag tone="gray">Not over yet</Tag>}
        </span>
      }
      actions={data.property === null ? <StatusActions {...props} /> : null}
      flush
    >
      <p className="ui-explanation">
        {data.closing ? <Closing data={data} /> : describeOpen(data)}
      </p>
      {props.children}
      {data.closing === null && data.property === null ? (
        <p className="ui-foot">
          An Admin signs each comparison. Then the month can be closed, which freezes its sums: what
          arrives later counts in the first month that is open.
        </p>
      ) : null}
      <Events events={data.events} />
    </Panel>
  );
}

function StatusActions({ data, mayChange, ...props }: CloseStatusProps) {
  if (data.closing) {
    return (
      <>
        {mayChange ? (
          <Button variant="default" onClick={props.onReopen}>
            Reopen
          </Button>
        ) : null}
        <Button onClick={props.onDownload} loading={props.isDownloading}>
          Download packet
        </Button>
      </>
    );
  }
  if (!mayChange) return null;
  const { left, tying } = countLinks(data);
  return (
    <>
      <Button variant="default" onClick={props.onTolerance}>
        Tolerance
      </Button>
      {tying > 0 ? (
        <Button variant="default" onClick={props.onSign}>
          Sign all that add up
        </Button>
      ) : null}
      {left === 0 && data.is_over ? <Button onClick={props.onClose}>Close month</Button> : null}
    </>
  );
}

function countLinks({ links }: MonthClose) {
  const compared = links.filter(({ state }) => state !== 'not_applicable');
  const unsigned = compared.filter(({ signature }) => !signature?.is_current);
  return {
    compared: compared.length,
    left: unsigned.length,
    tying: unsigned.filter(({ state }) => state === 'ties').length,
    off: compared.filter(({ state }) => state === 'differs').length,
  };
}

function describeOpen(data: MonthClose): string {
  const { compared, left, off } = countLinks(data);
  const { tolerance_cents, tolerance_cars } = data.settings;
  const tolerance = `more than ${formatMoneyExact(tolerance_cents)} or ${formatQuantity(tolerance_cars, 'car')}`;
  const differing =
    off === 0
      ? `Yes: nothing differs by ${tolerance}.`
      : `Not yet: ${formatQuantity(off, 'comparison differs', 'comparisons differ')} by ${tolerance}.`;
  if (data.property !== null) return differing;
  if (left === 0) {
    return data.is_over
      ? `${differing} All are signed, so the month can be closed.`
      : `${differing} All are signed. The month can be closed when it is over at every property.`;
  }
  return `${differing} ${formatCount(compared - left)} of ${formatCount(compared)} are signed.`;
}

function Closing({ data: { closing } }: { data: MonthClose }) {
  if (!closing) return null;
  return (
    <>
      Closed by <UserText>{closing.closed_by}</UserText> on {formatDay(closing.closed_at)}. Its sums
      and signatures are frozen. Seal:{' '}
      <code className="ui-wrap" title={closing.content_hash}>
        {closing.content_hash.slice(0, 16)}
      </code>
    </>
  );
}

/** Earlier closings and reopenings; the present closing is described above. */
function Events({ events }: Pick<MonthClose, 'events'>) {
  if (events.length < 2) return null;
  return (
    <ul className="ui-foot ui-list ui-wrap">
      {events.map(({ act, person, at, reason }) => (
        <li key={`${act} ${at}`}>
          {act === 'closed' ? 'Closed' : 'Reopened'} by <UserText>{person}</UserText> on{' '}
          {formatDay(at)}
          {reason === null ? null : (
            <>
              : <UserText>{reason}</UserText>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
