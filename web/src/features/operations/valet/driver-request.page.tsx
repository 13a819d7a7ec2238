import { zeroCents } from '@lotkeeper/contract/kernel/money';
import type { DriverRequest } from '@lotkeeper/contract/operations/valet';
import { getDriverRequest, requestCar, valetMessages } from '@lotkeeper/contract/operations/valet';
import { QueryClientProvider } from '@tanstack/react-query';
import { CarFront } from 'lucide-react';
import { failureMessage } from '../../../kernel/api.ts';
import { formatAgo, formatMoneyExact } from '../../../kernel/format.ts';
import { queryClient, useRead } from '../../../kernel/queries.ts';
import { useMoment } from '../../../kernel/use-moment.ts';
import { ErrorState } from '../../../ui/data/states.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Brand } from '../../../ui/frame/brand.tsx';
import { CardPart } from './card-part.tsx';
import { ConfirmPart } from './confirm-part.tsx';
import classes from './driver-request.module.css';
import { Failed } from './failed.tsx';
import { useAsk } from './valet.api.ts';
import { describeFailure, formatCar } from './valet.rules.ts';

/** Refresh interval of a driver's page, in seconds. */
const refreshEvery = 10;

/** The page behind the link texted to a driver: their car, its state, and one button. */
export function DriverRequestPage({ token }: { token: string }) {
  return (
    <QueryClientProvider client={queryClient}>
      <main className={classes.page}>
        <title>Your car · Lotkeeper</title>
        <YourCar token={token} />
        <p className={classes.brand}>
          <Brand />
        </p>
      </main>
    </QueryClientProvider>
  );
}

function YourCar({ token }: { token: string }) {
  const request = useRead(getDriverRequest, { params: { token } }, { refreshEvery });
  const hasEnded = request.error?.status === 404 || request.error?.status === 400;
  if (request.data) {
    // The link ends with the session: a driver still on the page has just received their car.
    const last: DriverRequest = {
      ...request.data,
      status: 'ended',
      outstanding_balance: zeroCents,
      payment: null,
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
      <h1 className={classes.lot}>Your car</h1>
      {hasEnded ? <p role="status">{valetMessages.deadLink}</p> : null}
      {request.error && !hasEnded ? (
        <ErrorState
          title={failureMessage(request.error, valetMessages.failed)}
          hint={valetMessages.retry}
          onRetry={() => void request.refetch()}
          retrying={request.isFetching}
        />
      ) : null}
      {request.error ? null : <output>Looking for your car…</output>}
    </div>
  );
}

/** The current state, in a few words. */
function findState({ status, requested_at }: DriverRequest, moment: number) {
  if (status === 'pending') {
    return {
      title: 'Not checked in yet',
      text: 'When you arrive, tell the attendant the code from your text message.',
    };
  }
  if (status === 'ended') return { title: 'Handed over', text: 'Have a good trip.' };
  if (requested_at === null) {
    return { title: 'Parked', text: 'Request your car a few minutes before you leave.' };
  }
  return {
    title: 'On its way',
    text: `You asked for your car ${formatAgo(requested_at, moment)}. Have your code ready.`,
  };
}

function Known(props: { token: string; request: DriverRequest; onChange: () => void }) {
  const { token, request, onChange } = props;
  const ask = useAsk(requestCar, [getDriverRequest]);
  const moment = useMoment(15);
  const { title, text } = findState(request, moment);
  const parked = request.status === 'active';
  return (
    <div className={classes.card}>
      <h1 className={classes.lot}>{request.lot}</h1>
      <section className={classes.car} aria-label="Your car">
        <CarFront size={32} aria-hidden />
        <div>
          <p className={classes.plate}>{request.car?.plate ?? 'Your car'}</p>
          <p className={classes.quiet}>{formatCar(request)}</p>
        </div>
      </section>
      <div role="status">
        <p className={classes.state}>{title}</p>
        <p className={classes.quiet}>{text}</p>
      </div>
      {parked && request.requested_at === null ? (
        <Button
          size="xl"
          fullWidth
          loading={ask.isPending}
          onClick={() => ask.mutate({ params: { token } })}
        >
          Bring my car
        </Button>
      ) : null}
      <Failed failure={ask.error ? describeFailure(ask.error) : null} />
      <p className={classes.balance}>
        <span>Balance</span> <strong>{formatMoneyExact(request.outstanding_balance)}</strong>
      </p>
      {request.payment ? (
        <ConfirmPart token={token} payment={request.payment} onChange={onChange} />
      ) : null}
      {request.status === 'ended' ? null : (
        <CardPart token={token} card={request.card} onSaved={onChange} />
      )}
    </div>
  );
}
