import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../../../kernel/api.ts';
import { queryClient } from '../../../kernel/queries.ts';
import { useRunOnce } from '../../../shared/use-run-once.ts';
import classes from './kiosk.module.css';
import { KioskScreen } from './kiosk-screen.tsx';
import type { KioskLength } from './kiosk-search.ts';
import { forgetKioskToken, readKioskToken, redeem, ticketIn } from './kiosk-token.ts';

type State =
  | { kind: 'opening' }
  | { kind: 'running'; token: string }
  | { kind: 'none' | 'ended' }
  | { kind: 'refused'; message: string };

/** Removes the ticket from the URL before anything else, and redeems it once. */
function useKioskToken(spotId: string) {
  const [ticket] = useState(() => ticketIn(location.hash));
  const [state, setState] = useState<State>(() => {
    const token = readKioskToken(spotId);
    if (ticket) return { kind: 'opening' };
    return token ? { kind: 'running', token } : { kind: 'none' };
  });
  useRunOnce(() => {
    if (!ticket) return;
    history.replaceState(history.state, '', location.pathname + location.search);
    redeem(spotId, ticket).then(
      (token) => setState({ kind: 'running', token }),
      (error: ApiError) => setState({ kind: 'refused', message: error.message }),
    );
  });
  const end = () => {
    forgetKioskToken(spotId);
    setState({ kind: 'ended' });
  };
  return { state, end };
}

/** A kiosk's screen. It links to no other pages and has no session. */
export function KioskPage({ spotId, length }: { spotId: string; length: KioskLength }) {
  const { state, end } = useKioskToken(spotId);
  switch (state.kind) {
    case 'running':
      return (
        <QueryClientProvider client={queryClient}>
          <KioskScreen token={state.token} length={length} onEnd={end} />
        </QueryClientProvider>
      );
    case 'ended':
      return <Closed title="This kiosk has ended" text="Ask the staff to start another one." />;
    case 'refused':
      return <Closed title="The kiosk could not be opened" text={state.message} />;
    case 'none':
      return (
        <Closed
          title="No kiosk is running here"
          text="Staff can start one in Validation Kiosk Setup on the dashboard."
        />
      );
    default:
      return <Closed title="Opening the kiosk…" text="" />;
  }
}

function Closed({ title, text }: { title: string; text: string }) {
  return (
    <main className={classes.closed}>
      <title>Validation · Lotkeeper</title>
      <h1 className={classes.closedTitle}>{title}</h1>
      <p role="status">{text}</p>
    </main>
  );
}
