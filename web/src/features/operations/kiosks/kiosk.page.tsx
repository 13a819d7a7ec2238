import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ApiError } from '../../../kernel/api.ts';
import { readToken } from '../../../kernel/auth-cookie.ts';
import { useSpeech, useTexts } from '../../../kernel/language.ts';
import { queryClient } from '../../../kernel/queries.ts';
import { endSession } from '../../../kernel/session.tsx';
import { DriverLanguage } from '../../../shared/driver-language.tsx';
import { useRunOnce } from '../../../shared/use-run-once.ts';
import { Button } from '../../../ui/form/button.tsx';
import classes from './kiosk.module.css';
import { KioskScreen } from './kiosk-screen.tsx';
import type { KioskLength } from './kiosk-search.ts';
import { kioskSpanish } from './kiosk-spanish.ts';
import { kioskTexts } from './kiosk-texts.ts';
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
  | { kind: 'refused'; error: ApiError };

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
      (error: ApiError) => setState({ kind: 'refused', error }),
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

/** The validation page in the language of who is there. */
export const KioskPage = (props: KioskPageProps) => (
  <DriverLanguage spanish={kioskSpanish}>
    {(languageSwitch) => <Validation {...props} languageSwitch={languageSwitch} />}
  </DriverLanguage>
);

/**
 * The validation page: a kiosk's own screen, which links to no other pages and has no session, or that of an Admin or
 * Employee who is signed in.
 */
function Validation(props: KioskPageProps & { languageSwitch: ReactNode }) {
  const { spotId, length, languageSwitch, onSignIn } = props;
  const texts = useTexts(kioskTexts);
  const { explain } = useSpeech();
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
          <KioskScreen token={state.token} {...{ length, languageSwitch }} onEnd={end} />
        </QueryClientProvider>
      );
    case 'ended':
      return <Closed title={texts.ended} text={texts.endedHint} />;
    case 'refused':
      return <Closed title={texts.notOpened} text={explain(state.error)} />;
    case 'staffed':
      return (
        <QueryClientProvider client={queryClient}>
          <KioskScreen
            token={state.token}
            {...{ spotId, length, languageSwitch }}
            onEnd={() => onSignIn(true)}
          />
        </QueryClientProvider>
      );
    case 'guests':
      return (
        <Closed title={texts.guests} text={texts.guestsHint}>
          <Button size="lg" onClick={() => void endSession(async () => onSignIn(false))}>
            {texts.signIn}
          </Button>
        </Closed>
      );
    case 'none':
      return null;
    default:
      return <Closed title={texts.opening} text="" />;
  }
}

function Closed(props: { title: string; text: string; children?: ReactNode }) {
  const { title, text, children } = props;
  const { validation } = useTexts(kioskTexts);
  return (
    <main className={classes.closed}>
      <title>{`${validation} · Lotkeeper`}</title>
      <h1 className={classes.closedTitle}>{title}</h1>
      <p role="status">{text}</p>
      {children}
    </main>
  );
}
