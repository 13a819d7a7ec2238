import type { ValetSession } from '@lotkeeper/contract/operations/valet';
import {
  checkOutValetSession,
  payValetSession,
  resendValetCode,
  valetMessages,
} from '@lotkeeper/contract/operations/valet';
import { useState } from 'react';
import type { ApiError } from '../../../kernel/api.ts';
import { formatMoneyExact, formatPhone } from '../../../kernel/format.ts';
import { useSends } from '../../../kernel/session.tsx';
import { Button } from '../../../ui/form/button.tsx';
import form from '../../../ui/form/form.module.css';
import { Announcement } from '../../../ui/frame/announcement.tsx';
import type { FoundSession } from './code-step.tsx';
import { Failed } from './failed.tsx';
import { Photos } from './photo-strip.tsx';
import { useQuote } from './quote.ts';
import type { Stand } from './stand.ts';
import { UntextedPart } from './untexted-part.tsx';
import { standReads, useAsk } from './valet.api.ts';
import classes from './valet.module.css';
import {
  describeDecline,
  describeFailure,
  describePayment,
  formatCar,
  splitPhone,
} from './valet.rules.ts';
import { WayOut } from './way-out.tsx';

interface BalanceStepProps {
  stand: Stand;
  spot: number;
  found: FoundSession;
  code: string;
  onEnded: (session: ValetSession) => void;
  /** The code was texted to another number. */
  onTexted: (session: ValetSession) => void;
  onClose: () => void;
}

/** Shows what is owed, takes the payment, and then ends the rental. */
export function BalanceStep(props: BalanceStepProps) {
  const { stand, onEnded, onTexted, onClose } = props;
  const quote = useQuote(props);
  const sends = useSends();
  const pay = useAsk(payValetSession, standReads);
  const end = useAsk(checkOutValetSession, standReads);
  const [error, setError] = useState<ApiError | null>(null);
  const { session } = quote;
  const { balance, quoted_at } = session.quote;
  const params = { id: session.uuid };
  const refused = (thrown: ApiError) => {
    const { message, status } = thrown;
    // After a refetch, the balance is current and the code is valid again.
    const isShown = message === valetMessages.enterCode || message === valetMessages.confirmPayment;
    if (status === 409) quote.refresh(isShown ? '' : message);
    else setError(thrown);
    // The session knows why the card was declined.
    if (status === 400) quote.refresh();
  };
  const payOrEnd = () => {
    setError(null);
    if (balance === 0) return end.mutate({ params }, { onSuccess: onEnded, onError: refused });
    pay.mutate(
      { params, body: { balance, quoted_at } },
      { onSuccess: () => quote.refresh('The balance is paid.'), onError: refused },
    );
  };
  const busy = pay.isPending || end.isPending || quote.asking;
  return (
    <div className={form.form}>
      <CarSummary session={session} />
      <p className={classes.balance}>
        <span className={classes.quiet}>Outstanding balance</span>
        <strong className={classes.amount}>{formatMoneyExact(balance)}</strong>
      </p>
      <Announcement className="ui-dimmed">{quote.notice}</Announcement>
      <p className={classes.quiet} role="status">
        {session.payment ? describePayment(session.payment) : null}
      </p>
      <Failed failure={session.decline ? describeDecline(session.decline, sends.sms) : null} />
      <PaymentFailure error={error} paying={pay.error === error} isStale={quote.isStale} />
      {error?.status === 400 && pay.error === error ? (
        <SendLink spot={props.spot} phone={session.phone} />
      ) : null}
      {quote.hasEnded ? null : (
        <WayOut
          organization={stand.organization}
          session={session}
          quote={session.quote}
          onPaid={() => quote.refresh('The balance is paid.')}
          {...{ onTexted, onEnded }}
        />
      )}
      <div className={form.buttons}>
        <Button variant="default" size="lg" onClick={onClose}>
          {quote.hasEnded ? 'Close' : 'Cancel'}
        </Button>
        <NextButton quote={quote} busy={busy} onAct={payOrEnd} />
      </div>
    </div>
  );
}

/** The next action; renders nothing when someone else has done it. */
function NextButton(props: {
  quote: ReturnType<typeof useQuote>;
  busy: boolean;
  onAct: () => void;
}) {
  const { quote, busy, onAct } = props;
  const { balance } = quote.session.quote;
  if (quote.hasEnded) return null;
  if (quote.isStale || quote.isConfirming) {
    return (
      <Button size="lg" loading={busy} onClick={() => quote.refresh()}>
        Refresh balance
      </Button>
    );
  }
  return (
    <Button size="lg" loading={busy} onClick={onAct} data-autofocus>
      {balance === 0 ? 'End Rental' : `Pay ${formatMoneyExact(balance)}`}
    </Button>
  );
}

/** Why the payment failed; a missing answer is also shown, because a check-out needs one. */
function PaymentFailure(props: { error: ApiError | null; paying: boolean; isStale: boolean }) {
  const { error, paying, isStale } = props;
  const messages = paying ? { 400: valetMessages.addPaymentMethod } : {};
  const unasked = isStale ? { title: valetMessages.failed, text: valetMessages.retry } : null;
  return (
    <>
      <Failed failure={error ? describeFailure(error, messages) : unasked} />
      {error?.status === 0 || unasked ? (
        <p className="ui-dimmed">
          No response. Check-out needs a connection; it’s safe to press again.
        </p>
      ) : null}
    </>
  );
}

/** Texts the driver the link to add a payment method again, or shows it. */
function SendLink({ spot, phone }: { spot: number; phone: string }) {
  const resend = useAsk(resendValetCode);
  const sends = useSends();
  const untexted = resend.data?.untexted ?? [];
  const isTexted = resend.isSuccess && untexted.length === 0;
  const known = { 404: valetMessages.invalidPhoneForSession };
  return (
    <div>
      <Announcement className="ui-dimmed">
        {isTexted ? `The link was texted to ${formatPhone(phone)} again.` : ''}
      </Announcement>
      <UntextedPart untexted={untexted} />
      <Failed failure={resend.error ? describeFailure(resend.error, known) : null} />
      <Button
        variant="default"
        size="lg"
        loading={resend.isPending}
        onClick={() => resend.mutate({ body: { spot, ...splitPhone(phone) } })}
      >
        {sends.sms ? 'Send the link again' : 'Show the link'}
      </Button>
    </div>
  );
}

function CarSummary({ session }: { session: ValetSession }) {
  const { car_details: car, key_tag, notes } = session;
  return (
    <>
      <div>
        <p className={classes.plate}>
          {car?.plate ?? 'No plate'} <span className={classes.quiet}>{car?.state}</span>
        </p>
        <p className={classes.carText}>{formatCar(session)}</p>
        {key_tag ? <p className={classes.keyTag}>Key tag {key_tag}</p> : null}
      </div>
      {notes ? <p className="ui-box">{notes}</p> : null}
      <Photos session={session} />
    </>
  );
}
