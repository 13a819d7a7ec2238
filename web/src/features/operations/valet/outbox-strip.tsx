import { isPlateHere } from '@lotkeeper/contract/operations/valet';
import { CloudOff, CloudUpload, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { Button } from '../../../ui/form/button.tsx';
import type { Outbox, Outgoing } from './outbox.ts';
import classes from './valet.module.css';
import { unsavedText, waitingText } from './valet.rules.ts';

const kinds = {
  'check-in': 'Check-in of',
  edit: 'Change of',
  photo: 'Photo of',
  'walk-in': 'Walk-in',
} as const satisfies Record<Outgoing['kind'], string>;

/** An item to be tried again by somebody who has read why it was refused. */
const withoutShown = (item: Outgoing): Outgoing => {
  if (item.kind === 'check-in' && isPlateHere(item.refused ?? '')) {
    return { ...item, body: { ...item.body, despite_plate: true } };
  }
  if (item.kind !== 'edit') return item;
  const { shown: _, ...body } = item.body;
  return { ...item, body };
};

/** What is waiting to be sent, and what was refused and why; shows when there is no signal. */
export function OutboxStrip(props: {
  outbox: Outbox;
  items: readonly Outgoing[];
  online: boolean;
}) {
  const { outbox, online } = props;
  const [noted, setNoted] = useState<readonly string[]>([]);
  const items = props.items.filter(({ held }) => !held);
  const refused = items.filter((item) => item.refused !== undefined);
  const waiting = items.length - refused.length;
  const unsaved = items.filter((item) => item.unsaved && !noted.includes(item.id));
  const text = [online ? '' : 'No signal.', waitingText(waiting)].filter(Boolean).join(' ');
  const Icon = online ? CloudUpload : CloudOff;
  return (
    <section aria-label="Waiting to be sent">
      <div className={text ? classes.stripLine : undefined}>
        {text ? <Icon size={20} aria-hidden /> : null}
        <output className={classes.stripText}>{text}</output>
        {waiting > 0 ? (
          <Button variant="default" size="md" onClick={() => void outbox.flush()}>
            Send now
          </Button>
        ) : null}
      </div>
      {refused.map((item) => (
        <Trouble
          key={item.id}
          dismiss="Discard"
          onDismiss={() => void outbox.discard(item.id)}
          onRetry={() => void outbox.retry(withoutShown(item))}
        >
          <strong>
            {kinds[item.kind]} {item.name} wasn’t accepted.
          </strong>{' '}
          {item.refused}
        </Trouble>
      ))}
      {unsaved.map((item) => (
        <Trouble
          key={item.id}
          dismiss="I wrote it down"
          onDismiss={() => setNoted([...noted, item.id])}
          onRetry={() => void outbox.retry(item)}
        >
          {unsavedText(`${kinds[item.kind]} ${item.name}`, item.kind === 'photo')}
        </Trouble>
      ))}
    </section>
  );
}

function Trouble(props: {
  children: ReactNode;
  dismiss: string;
  onDismiss: () => void;
  onRetry: () => void;
}) {
  return (
    <div className={classes.refused} role="alert">
      <p className={classes.refusedText}>
        <TriangleAlert size={20} aria-hidden />
        <span>{props.children}</span>
      </p>
      <div className="ui-row">
        <Button variant="default" size="md" onClick={props.onRetry}>
          Try again
        </Button>
        <Button variant="default" size="md" onClick={props.onDismiss}>
          {props.dismiss}
        </Button>
      </div>
    </div>
  );
}
