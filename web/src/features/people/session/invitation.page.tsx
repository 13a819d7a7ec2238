import type { AnswerOf } from '@lotkeeper/contract/kernel/endpoint';
import { getProfile } from '@lotkeeper/contract/people/session';
import { lookAtTicket, roleTexts, ticketMessages } from '@lotkeeper/contract/people/team';
import { useState } from 'react';
import type { ApiError } from '../../../kernel/api.ts';
import { call } from '../../../kernel/api.ts';
import { readToken } from '../../../kernel/auth-cookie.ts';
import { lowerFirst } from '../../../kernel/format.ts';
import { useRunOnce } from '../../../shared/use-run-once.ts';
import { Button } from '../../../ui/form/button.tsx';
import classes from './login.module.css';
import { redeemTicket } from './redeem-ticket.ts';
import { SessionFrame } from './session-frame.tsx';

type Invitation = Extract<AnswerOf<typeof lookAtTicket>, { kind: 'invitation' }>;

interface InvitationState {
  invitation: Invitation | null;
  /** Someone else who is signed in to this browser. */
  signedInAs: string | null;
  error: string | null;
}

/** The person whose session accepting would replace; null when nobody is signed in, or only the invited person. */
async function findOtherPerson(invitation: Invitation): Promise<string | null> {
  if (!readToken()) return null;
  const me = await call(getProfile, {}).catch(() => null);
  if (!me || me.email?.toLowerCase() === invitation.email.toLowerCase()) return null;
  return `${me.first_name} ${me.last_name}`;
}

/** Reads the invitation once, and accepts it on request. */
function useInvitation(ticket: string, onDone: () => void) {
  const [state, setState] = useState<InvitationState | null>(null);
  const [busy, setBusy] = useState(false);
  const fail = (error: unknown) =>
    setState({ invitation: null, signedInAs: null, error: (error as ApiError).message });
  useRunOnce(() => {
    call(lookAtTicket, { body: { ticket } })
      .then(async (answer) => {
        if (answer.kind !== 'invitation') throw new Error(ticketMessages.unknown);
        setState({ invitation: answer, signedInAs: await findOtherPerson(answer), error: null });
      })
      .catch(fail);
  });
  const accept = () => {
    setBusy(true);
    redeemTicket(ticket)
      .then(onDone, fail)
      .finally(() => setBusy(false));
  };
  return { state, busy, accept };
}

/** An invitation's page: shows who invites the person to what, and accepts only when they confirm (docs/security.md, 1). */
export function InvitationPage(props: { ticket: string; onDone: () => void }) {
  const { ticket, onDone } = props;
  const { state, busy, accept } = useInvitation(ticket, onDone);
  return (
    <SessionFrame>
      <title>Invitation · Lotkeeper</title>
      {state === null ? <output>Opening the invitation…</output> : null}
      {state?.error ? <DeadLink reason={state.error} onDone={onDone} /> : null}
      {state?.invitation ? (
        <Question
          invitation={state.invitation}
          signedInAs={state.signedInAs}
          {...{ busy, accept, onDone }}
        />
      ) : null}
    </SessionFrame>
  );
}

function DeadLink({ reason, onDone }: { reason: string; onDone: () => void }) {
  return (
    <>
      <h1 className="ui-bottom-wide">This invitation can’t be opened</h1>
      <p className={classes.sent} role="alert">
        {reason}
      </p>
      <div className="ui-row ui-top-wide">
        <Button onClick={onDone}>{readToken() ? 'Go on' : 'Sign in'}</Button>
      </div>
    </>
  );
}

function Question(props: {
  invitation: Invitation;
  signedInAs: string | null;
  busy: boolean;
  accept: () => void;
  onDone: () => void;
}) {
  const { invitation, signedInAs, busy, accept, onDone } = props;
  const { organization, email, role, invited_by } = invitation;
  const { label, description } = roleTexts[role];
  return (
    <>
      <h1 className="ui-bottom-wide">Join {organization}?</h1>
      <p className={classes.sent}>
        {invited_by ?? 'An Admin'} invites {email} as {label}: {lowerFirst(description)}.
      </p>
      {signedInAs ? (
        <p className="ui-top-wide">
          You are signed in as {signedInAs}. Accepting signs you out there and in as {email}.
        </p>
      ) : null}
      <div className="ui-row ui-top-wide">
        {signedInAs ? (
          <Button variant="default" onClick={onDone}>
            Continue as {signedInAs}
          </Button>
        ) : null}
        <Button loading={busy} onClick={accept}>
          Accept and sign in
        </Button>
      </div>
    </>
  );
}
