import { adminAndEmployee } from '@lotkeeper/contract/kernel/access';
import type { ValetQuote, ValetSession } from '@lotkeeper/contract/operations/valet';
import {
  changeValetPhone,
  checkOutValetSession,
  releaseValetSession,
  takeValetCash,
  valetMessages,
} from '@lotkeeper/contract/operations/valet';
import { nothingSends } from '@lotkeeper/contract/people/session';
import { useState } from 'react';
import { formatMoneyExact } from '../../../kernel/format.ts';
import { useHasRole, useSends } from '../../../kernel/session.tsx';
import { Button } from '../../../ui/form/button.tsx';
import form from '../../../ui/form/form.module.css';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { useRefusedField } from '../../../ui/form/use-form.ts';
import { ConfirmDialog } from '../../../ui/frame/confirm-dialog.tsx';

import { Failed } from './failed.tsx';
import { PhoneStep } from './phone-step.tsx';
import { UntextedPart } from './untexted-part.tsx';
import { standReads, useAsk } from './valet.api.ts';
import classes from './valet.module.css';
import { describeFailure } from './valet.rules.ts';

interface WayOutProps {
  /** The organization's pk. */
  organization: number;
  session: ValetSession;
  /** The amount that the driver was quoted; null = they haven't said their code. */
  quote: ValetQuote | null;
  /** Called when cash was taken for the quote. */
  onPaid?: () => void;
  /** Called when the code was texted to another number. */
  onTexted: (session: ValetSession) => void;
  onEnded: (session: ValetSession) => void;
}

/** What helps a driver without a card, a code or the right phone number: cash, another number, a release. */
export function WayOut(props: WayOutProps) {
  const { organization, session, quote, onPaid, onTexted } = props;
  const hasRole = useHasRole(organization);
  const [asking, setAsking] = useState(false);
  const sends = useSends();
  const cash = useAsk(takeValetCash, standReads);
  const phone = useAsk(changeValetPhone, standReads);
  const params = { id: session.uuid };
  const { balance = 0, quoted_at = 0 } = quote ?? {};
  return (
    <details className={classes.wayOut}>
      <summary>No card, no code, or another phone?</summary>
      {balance > 0 ? (
        <div className={form.form}>
          <p className="ui-dimmed">The driver pays in cash.</p>
          <Button variant="default" size="lg" onClick={() => setAsking(true)}>
            Paid in cash: {formatMoneyExact(balance)}
          </Button>
          {asking ? (
            <ConfirmDialog
              question={`Record ${formatMoneyExact(balance)} in cash?`}
              confirm="Record"
              onConfirm={() =>
                cash.mutate(
                  { params, body: { balance, quoted_at } },
                  {
                    onSuccess: () => {
                      setAsking(false);
                      onPaid?.();
                    },
                  },
                )
              }
              onClose={() => setAsking(false)}
              send={cash}
            >
              The balance counts as paid, and the card isn’t charged.
            </ConfirmDialog>
          ) : null}
        </div>
      ) : null}
      <PhoneStep
        text={`${
          sends.sms
            ? 'A new code and link go to this number.'
            : `${nothingSends.sms} You’ll see the driver’s new code and link, to show them.`
        } The old ones stop working.`}
        submitLabel={sends.sms ? 'Text a new code' : 'Show the new code'}
        pending={phone.isPending}
        failure={
          phone.error ? describeFailure(phone.error, { 400: valetMessages.invalidPhone }) : null
        }
        onPhone={(body) =>
          phone.mutate(
            { params, body },
            { onSuccess: (changed) => changed.untexted.length > 0 || onTexted(changed) },
          )
        }
      />
      <UntextedPart untexted={phone.data?.untexted ?? []} />
      {session.status === 'active' && hasRole(adminAndEmployee) ? <Release {...props} /> : null}
    </details>
  );
}

/** Lets a car go without a payment or a code, for a reason. */
function Release({ session, onEnded }: WayOutProps) {
  const release = useAsk(releaseValetSession, standReads);
  const end = useAsk(checkOutValetSession, standReads);
  const [reason, setReason] = useState('');
  const params = { id: session.uuid };
  const error = release.error ?? end.error;
  const ref = useRefusedField(release.error);
  return (
    <form
      ref={ref}
      className={form.form}
      onSubmit={(event) => {
        event.preventDefault();
        const body = { reason };
        const onSuccess = () => end.mutate({ params }, { onSuccess: onEnded });
        release.mutate({ params, body }, { onSuccess });
      }}
    >
      <TextInput
        label="Why the car is released without a payment"
        size="lg"
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        maxLength={200}
        error={release.error?.fields.reason}
      />
      <Failed failure={error && !release.error?.fields.reason ? describeFailure(error) : null} />
      <Button
        type="submit"
        variant="default"
        size="lg"
        loading={release.isPending || end.isPending}
      >
        Release and End Rental
      </Button>
    </form>
  );
}
