import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ApiError } from '../../../kernel/api.ts';
import { readToken } from '../../../kernel/auth-cookie.ts';
import { queryClient } from '../../../kernel/queries.ts';
import { endSession } from '../../../kernel/session.tsx';
import { useRunOnce } from '../../../shared/use-run-once.ts';
import { Button } from '../../../ui/form/button.tsx';
import classes from './kiosk.module.css';
import { KioskScreen } from './kiosk-screen.tsx';
import type { KioskLength } from './kiosk-search.ts';
import {
  forgetKioskToken,
  isGuestSession,
  markGuestSession,
  readKioskToken,
  redeem,
  ticketIn,
} from './kiosk-token.ts';

type State =
  | { kind: 'opening' }
  | { kind: 'running'; token: string }
  | { kind: 'staffed'; token: string }
  | { kind: 'none' | 'guests' | 'ended' }
  | { kind: 'refused'; message: string };

function findStart(spotId: string): State {
  const token = readKioskToken(spotId);
  if (token) return { kind: 'running', token };
  const session = readToken();
  if (!session) return { kind: 'none' };
  return isGuestSession(session) ? { kind: 'guests' } : { kind: 'staffed', token: session };
}

/** Removes the ticket from the URL before anything else, and redeems it once. */
function useKioskToken(spotId: string) {
  const [ticket] = useState(() => ticketIn(location.hash));
  const [state, setState] = useState<State>(() =>
    ticket ? { kind: 'opening' } : findStart(spotId),
  );
  useRunOnce(() => {
    if (!ticket) return;
    history.replaceState(history.state, '', location.pathname + location.search);
    redeem(spotId, ticket).then(
      (token) => setState({ kind: 'running', token }),
      (error: ApiError) => setState({ kind: 'refused', message: error.message }),
    );
  });
  const isRunning = state.kind === 'running';
  useEffect(() => {
    if (isRunning) markGuestSession();
  }, [isRunning]);
  const end = () => {
    // Somebody may have signed in beside the kiosk.
    markGuestSession();
    forgetKioskToken(spotId);
    setState({ kind: 'ended' });
  };
  return { state, end };
}

interface KioskPageProps {
  spotId: string;
  length: KioskLength;
  /** Leads to the login page, and back after signing in; says whether a session has ended. */
  onSignIn: (hasEnded: boolean) => void;
}

/**
 * The validation page: a kiosk's own screen, which links to no other pages and has no session, or that of an Admin or
 * Employee who is signed in.
 */
export function KioskPage({ spotId, length, onSignIn }: KioskPageProps) {
  const { state, end } = useKioskToken(spotId);
  const signIn = useEffectEvent(onSignIn);
  const isNobody = state.kind === 'none';
  useEffect(() => {
    if (isNobody) signIn(false);
  }, [isNobody]);
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
    case 'staffed':
      return (
        <QueryClientProvider client={queryClient}>
          <KioskScreen token={state.token} {...{ spotId, length }} onEnd={() => onSignIn(true)} />
        </QueryClientProvider>
      );
    case 'guests':
      return (
        <Closed
          title="Sign in to validate"
          text="A kiosk has run in this browser, so guests may be using it. Sign in again to validate here without the PIN."
        >
          <Button size="lg" onClick={() => void endSession(async () => onSignIn(false))}>
            Sign in
          </Button>
        </Closed>
      );
    case 'none':
      return null;
    default:
      return <Closed title="Opening the kiosk…" text="" />;
  }
}

function Closed(props: { title: string; text: string; children?: ReactNode }) {
  const { title, text, children } = props;
  return (
    <main className={classes.closed}>
      <title>Validation · Lotkeeper</title>
      <h1 className={classes.closedTitle}>{title}</h1>
      <p role="status">{text}</p>
      {children}
    </main>
  );
}
