import type { Notice } from '@lotkeeper/contract/cars/appeals';
import {
  checkNoticePayment,
  payNotice,
  startNoticeCard,
  startNoticeConfirmation,
} from '@lotkeeper/contract/cars/appeals';
import { useCallback, useEffect, useState } from 'react';
import { callInTime } from '../../../kernel/call-in-time.ts';
import { useTexts } from '../../../kernel/language.ts';
import { useFormats } from '../../../kernel/language-formats.ts';
import { useSend } from '../../../kernel/queries.ts';
import { CardForm } from '../../../shared/card-form.tsx';
import { ConfirmPayment } from '../../../shared/confirm-payment.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import classes from './appeal.module.css';
import { appealTexts } from './appeal-texts.ts';

/** While a payment is in progress, the processor may notify the server at any time. */
const refreshMs = 10_000;

interface PayPanelProps {
  notice: Notice;
  onChange: (notice: Notice) => void;
  /** Reads the violation again: what was shown may not be so any more. */
  refresh: () => Promise<void>;
}

/** How an open violation is paid: by card, where that can be done here, or else in words. */
export function PayPanel(props: PayPanelProps) {
  const { ticket, operator, appeal, takes_cards, payment } = props.notice;
  const texts = useTexts(appealTexts);
  const byCard = payment !== null || (takes_cards && ticket.amount > 0);
  if (ticket.status !== 'Created' || (!byCard && appeal?.state === 'open')) return null;
  const panel = (
    <Panel title={byCard ? texts.payTitle : texts.pay}>
      <div className={byCard ? `ui-stack ${classes.payment}` : 'ui-stack'}>
        {byCard ? (
          <PayByCard {...props} />
        ) : (
          <>
            <p>{texts.payHow(ticket.code)}</p>
            <p>{texts.payAsk(operator)}</p>
          </>
        )}
      </div>
    </Panel>
  );
  // On paper there is no card to enter.
  return byCard ? <div className="ui-screen">{panel}</div> : panel;
}

function PayByCard({ notice, onChange, refresh }: PayPanelProps) {
  const { token, ticket, appeal, payment } = notice;
  const texts = useTexts(appealTexts);
  const { formatMoney } = useFormats();
  const [open, setOpen] = useState(false);
  const checkAgain = useSend(checkNoticePayment);
  const isPaying = payment !== null;
  useEffect(() => {
    if (!isPaying) return undefined;
    const timer = setInterval(() => void refresh().catch(() => null), refreshMs);
    return () => clearInterval(timer);
  }, [isPaying, refresh]);
  const params = { token };
  const start = useCallback(() => callInTime(startNoticeCard, { params: { token } }), [token]);
  const check = async () => onChange(await callInTime(checkNoticePayment, { params }));
  const send = async (card: string) => {
    try {
      const body = { amount: ticket.amount, card };
      onChange(await callInTime(payNotice, { params, body }));
    } catch (error) {
      // It may be in progress, or not be owed any more.
      await refresh().catch(() => null);
      throw error;
    }
  };
  if (payment?.confirm_by) {
    const { amount, confirm_by } = payment;
    return (
      <ConfirmPayment
        payment={{ amount, confirm_by }}
        start={() => callInTime(startNoticeConfirmation, { params })}
        check={check}
      />
    );
  }
  if (payment) {
    return (
      <>
        <p role="status">{texts.paying(formatMoney(payment.amount))}</p>
        <FormFailure error={checkAgain.error} />
        <Button
          variant="default"
          size="lg"
          loading={checkAgain.isPending}
          onClick={() => checkAgain.mutate({ params }, { onSuccess: onChange })}
        >
          {texts.checkPayment}
        </Button>
      </>
    );
  }
  const pay = texts.payNow(formatMoney(ticket.amount));
  return (
    <>
      {appeal?.state === 'open' ? <p>{texts.payEndsAppeal}</p> : null}
      {open ? (
        <CardForm
          submit={pay}
          stripeNote={texts.stripeNote}
          start={start}
          send={send}
          onCancel={() => setOpen(false)}
        />
      ) : (
        <Button size="lg" onClick={() => setOpen(true)}>
          {pay}
        </Button>
      )}
    </>
  );
}
