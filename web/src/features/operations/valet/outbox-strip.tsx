import { isPlateHere } from '@lotkeeper/contract/operations/valet';
import { CloudOff, CloudUpload, TriangleAlert } from 'lucide-react';
import { Button } from '../../../ui/form/button.tsx';
import type { Outbox, Outgoing } from './outbox.ts';
import classes from './valet.module.css';
import { waitingText } from './valet.rules.ts';

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
  const items = props.items.filter(({ held }) => !held);
  const refused = items.filter((item) => item.refused !== undefined);
  const waiting = items.length - refused.length;
  const text = [online ? '' : 'No signal.', waitingText(waiting)].filter(Boolean).join(' ');
  const Icon = online ? CloudUpload : CloudOff;
  return (
    <section className={classes.strip} aria-label="Waiting to be sent">
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
        <div key={item.id} className={classes.refused} role="alert">
          <p className={classes.refusedText}>
            <TriangleAlert size={20} aria-hidden />
            <span>
              <strong>
                {kinds[item.kind]} {item.name} wasn’t accepted.
              </strong>{' '}
              {item.refused}
            </span>
          </p>
          <div className={classes.stripButtons}>
            <Button
              variant="default"
              size="md"
              onClick={() => void outbox.retry(withoutShown(item))}
            >
              Try again
            </Button>
            <Button variant="default" size="md" onClick={() => void outbox.discard(item.id)}>
              Discard
            </Button>
          </div>
        </div>
      ))}
    </section>
  );
}
