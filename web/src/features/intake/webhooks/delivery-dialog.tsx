import type { WebhookDelivery } from '@lotkeeper/contract/intake/webhooks';
import {
  listWebhookDeliveries,
  listWebhooks,
  resendWebhook,
} from '@lotkeeper/contract/intake/webhooks';
import { localZone, now } from '../../../kernel/clock.ts';
import { formatInstant } from '../../../kernel/format.ts';
import { useSend } from '../../../kernel/queries.ts';
import { Button } from '../../../ui/form/button.tsx';
import form from '../../../ui/form/form.module.css';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import {
  describeAnswer,
  describeDeliveryState,
  describeNextTry,
  formatJson,
} from './webhook-words.ts';
import classes from './webhooks.module.css';

interface DeliveryDialogProps {
  organizationId: string;
  delivery: WebhookDelivery;
  /** Whether its webhook is paused, so that nothing can be sent. */
  isPaused: boolean;
  onClose: () => void;
}

function describeTries(delivery: WebhookDelivery): string {
  const { tries, tried_at } = delivery;
  if (tried_at === null) return 'Not sent yet.';
  const count = tries === 1 ? 'Tried once' : `Tried ${tries} times`;
  const next = describeNextTry(delivery, { now: now(), zone: localZone() });
  const last = `${tries === 0 ? 'Sent' : `${count}, last`} ${formatInstant(tried_at / 1000, localZone())}.`;
  return next ? `${last} ${next}.` : last;
}

/** What was sent, and what the other system answered. */
export function DeliveryDialog(props: DeliveryDialogProps) {
  const { organizationId, delivery, isPaused, onClose } = props;
  const resend = useSend(resendWebhook, [listWebhookDeliveries, listWebhooks]);
  const { id, type, webhook, payload, status, response, state } = delivery;
  const meaning = describeDeliveryState(delivery);
  const send = () =>
    resend.mutate(
      { params: { id: organizationId, webhook }, body: { delivery: id } },
      { onSuccess: onClose },
    );
  return (
    <Dialog title={type} size="table" onClose={onClose}>
      <p className="ui-bottom-wide">
        {describeTries(delivery)} Its ID is <code>{id}</code>.
      </p>
      {meaning ? <p className="ui-bottom-wide">{meaning}</p> : null}
      <h3 className={classes.heading}>Payload</h3>
      <pre className={classes.text}>
        {payload === null ? 'Written when it’s first sent.' : formatJson(payload)}
      </pre>
      {response === null && status === null ? null : (
        <>
          <h3 className={classes.heading}>
            Answer{status === null ? '' : `: ${describeAnswer(delivery)}`}
          </h3>
          {response === null ? null : <pre className={classes.text}>{response || 'Empty'}</pre>}
        </>
      )}
      {isPaused && state !== 'waiting' ? (
        <p className="ui-dimmed">The webhook is paused. Resume it to send this again.</p>
      ) : null}
      <FormFailure error={resend.error} />
      <div className={form.buttons}>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        {isPaused || state === 'waiting' ? null : (
          <Button loading={resend.isPending} onClick={send}>
            Send again
          </Button>
        )}
      </div>
    </Dialog>
  );
}
