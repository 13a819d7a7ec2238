import { zeroCents } from '@lotkeeper/contract/kernel/money';
import { findDriverState } from '@lotkeeper/contract/operations/driver-words';
import type { DriverRequest } from '@lotkeeper/contract/operations/valet';
import {
  checkDriverPayment,
  getDriverRequest,
  requestCar,
  startPaymentConfirmation,
  valetMessages,
} from '@lotkeeper/contract/operations/valet';
import { QueryClientProvider } from '@tanstack/react-query';
import { CarFront } from 'lucide-react';
import { failureMessage } from '../../../kernel/api.ts';
import { callInTime } from '../../../kernel/call-in-time.ts';
import { takeFirstForm } from '../../../kernel/first-form.ts';
import { useSpeech, useTexts } from '../../../kernel/language.ts';
import type { Formats } from '../../../kernel/language-formats.ts';
import { useFormats } from '../../../kernel/language-formats.ts';
import { queryClient, useRead } from '../../../kernel/queries.ts';
import { useMoment } from '../../../kernel/use-moment.ts';
import { ConfirmPayment } from '../../../shared/confirm-payment.tsx';
import { DriverLanguage, Operator } from '../../../shared/driver-language.tsx';
import { useRunOnce } from '../../../shared/use-run-once.ts';
import { ErrorState } from '../../../ui/data/states.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Brand } from '../../../ui/frame/brand.tsx';
import { CardPart } from './card-part.tsx';
import classes from './driver-request.module.css';
import { driverSpanish } from './driver-spanish.ts';
import { driverTexts } from './driver-texts.ts';
import { Failed } from './failed.tsx';
import { Receipt } from './receipt.tsx';
import { useAsk } from './valet.api.ts';
import { describeFailure, formatCar } from './valet.rules.ts';

/** Refresh interval of a driver's page, in seconds. */
const refreshEvery = 10;

/** The page behind the link texted to a driver: their car, its state, and one button. */
export function DriverRequestPage({ token }: { token: string }) {
  return (
    <QueryClientProvider client={queryClient}>
      <DriverLanguage spanish={driverSpanish}>
        {(languageSwitch) => (
          <main className={classes.page}>
            <div className={classes.switch}>{languageSwitch}</div>
            <YourCar token={token} />
            <p className={classes.brand}>
              <Brand />
            </p>
          </main>
        )}
      </DriverLanguage>
    </QueryClientProvider>
  );
}

function YourCar({ token }: { token: string }) {
  const texts = useTexts(driverTexts);
  const { translate } = useSpeech();
  const request = useRead(getDriverRequest, { params: { token } }, { refreshEvery });
  const hasEnded = request.error?.status === 404 || request.error?.status === 400;
  if (request.data) {
    // The link ends with the session: a driver still on the page has just received their car.
    const last: DriverRequest = {
      ...request.data,
      status: 'ended',
      outstanding_balance: zeroCents,
      payment: null,
      decline: null,
    };
    return (
      <Known
        token={token}
        request={hasEnded ? last : request.data}
        onChange={() => void request.refetch()}
      />
    );
  }
  return (
    <div className={classes.card}>
      <title>{`${texts.yourCar} · Lotkeeper`}</title>
      <h1 className={classes.lot}>{texts.yourCar}</h1>
      {hasEnded ? (
        <div role="status">
          <p className="ui-strong">{translate(valetMessages.deadLink)}</p>
          <p className="ui-dimmed">{texts.expiredHint}</p>
        </div>
      ) : null}
      {request.error && !hasEnded ? (
        <ErrorState
          title={translate(failureMessage(request.error, valetMessages.failed))}
          hint={translate(valetMessages.retry)}
          onRetry={() => void request.refetch()}
          retrying={request.isFetching}
        />
      ) : null}
      {request.error ? null : <output>{texts.looking}</output>}
    </div>
  );
}

/** The current state, in a few words. */
function findState(
  request: DriverRequest,
  { texts, formatAgo }: { texts: typeof driverTexts } & Pick<Formats, 'formatAgo'>,
  moment: number,
) {
  const state = findDriverState(request);
  const title = texts[state];
  if (state === 'known' || state === 'coming') {
    const text = texts.comingHint(formatAgo(request.requested_at ?? moment, moment));
    return { title, text, isParked: false };
  }
  return { title, text: texts[`${state}Hint`], isParked: state === 'parked' };
}

function Known(props: { token: string; request: DriverRequest; onChange: () => void }) {
  const { token, request, onChange } = props;
  const ask = useAsk(requestCar, [getDriverRequest]);
  const moment = useMoment(15);
  const texts = useTexts(driverTexts);
  const { formatAgo, formatMoney } = useFormats();
  const { title, text, isParked } = findState(request, { texts, formatAgo }, moment);
  const { decline } = request;
  const bring = () => ask.mutate({ params: { token } });
  // The button in the page's HTML was pressed.
  useRunOnce(() => {
    if (isParked && takeFirstForm()?.isSent) bring();
  });
  return (
    <div className={classes.card}>
      <title>{`${texts.yourCar} · Lotkeeper`}</title>
      <div>
        <h1 className={classes.lot}>{request.lot}</h1>
        <Operator name={request.operator} />
      </div>
      <section className={classes.car} aria-label={texts.yourCar}>
        <CarFront size={32} aria-hidden />
        <div>
          <p className={classes.plate}>{request.car?.plate ?? texts.yourCar}</p>
          <p className="ui-dimmed">{formatCar(request)}</p>
        </div>
      </section>
      <div role="status">
        <p className="ui-large">{title}</p>
        <p className="ui-dimmed">{text}</p>
      </div>
      {isParked ? (
        <Button size="xl" fullWidth loading={ask.isPending} onClick={bring}>
          {texts.bring}
        </Button>
      ) : null}
      <Failed failure={ask.error ? describeFailure(ask.error) : null} />
      <p className={classes.balance}>
        <span>{texts.balance}</span> <strong>{formatMoney(request.outstanding_balance)}</strong>
      </p>
      {request.payment ? (
        <ConfirmPayment
          payment={request.payment}
          start={() => callInTime(startPaymentConfirmation, { params: { token } })}
          check={() => callInTime(checkDriverPayment, { params: { token } })}
          onChange={onChange}
        />
      ) : null}
      {decline ? (
        <Failed
          failure={{
            title: texts.declined(
              formatMoney(decline.amount),
              decline.card?.brand,
              decline.card?.last_four,
            ),
            text: texts.declinedHint,
          }}
        />
      ) : null}
      {request.receipt ? <Receipt receipt={request.receipt} /> : null}
      {request.status === 'ended' ? null : (
        <CardPart token={token} card={request.card} onSaved={onChange} />
      )}
    </div>
  );
}
