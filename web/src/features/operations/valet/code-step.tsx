import type { AnswerOf } from '@lotkeeper/contract/kernel/endpoint';
import type { Untexted, ValetSession } from '@lotkeeper/contract/operations/valet';
import {
  getValetSessionByCode,
  valetMessages,
  valetRules,
} from '@lotkeeper/contract/operations/valet';
import type { FormEvent } from 'react';
import { useState } from 'react';
import type { FirstStep } from '../../../kernel/first-form.ts';
import { useRunOnce } from '../../../shared/use-run-once.ts';
import { Button } from '../../../ui/form/button.tsx';
import { codeCharacters, isCodeComplete } from '../../../ui/form/code-input.rules.ts';
import { CodeInput } from '../../../ui/form/code-input.tsx';
import form from '../../../ui/form/form.module.css';
import { Announcement } from '../../../ui/frame/announcement.tsx';
import { Failed } from './failed.tsx';
import { UntextedPart } from './untexted-part.tsx';
import { useAsk } from './valet.api.ts';
import type { Failure } from './valet.rules.ts';
import { describeFailure } from './valet.rules.ts';

export type FoundSession = AnswerOf<typeof getValetSessionByCode>;

/** A dialog's step that asks for a code. */
export interface CodeQuestion {
  at: 'code';
  /** A message of the previous step, such as that a code was texted. */
  notice: string;
  /** Instead, if nothing was set to text it. */
  untexted?: readonly Untexted[];
  /** A code that was typed before the page's code was there. */
  first?: FirstStep | undefined;
}

interface CodeStepProps extends CodeQuestion {
  spot: number;
  /** Why the session that was found can't be used here; null = it can. */
  refusalOf: (session: ValetSession) => string | null;
  onFound: (found: FoundSession, code: string) => void;
  onResend: () => void;
  /** Where a driver may have no code, since they didn't book. */
  onWalkIn?: () => void;
}

/** Asks for the driver's code; the last character submits it. */
export function CodeStep(props: CodeStepProps) {
  const { spot, notice, untexted = [], first, refusalOf, onFound, onResend, onWalkIn } = props;
  const [code, setCode] = useState(() => codeCharacters(first?.text ?? '', 'text'));
  const [failure, setFailure] = useState<Failure | null>(null);
  const ask = useAsk(getValetSessionByCode);
  const look = (input: string) => {
    if (ask.isPending) return;
    if (!isCodeComplete(input)) return setFailure({ title: valetMessages.invalidCode });
    setFailure(null);
    ask.mutate(
      { params: { code: input }, query: { spot: String(spot) } },
      {
        onSuccess: (session) => {
          const refusal = refusalOf(session);
          if (refusal) setFailure({ title: refusal });
          else onFound(session, input);
        },
        onError: (error) => setFailure(describeFailure(error, { 404: valetMessages.invalidCode })),
      },
    );
  };
  useRunOnce(() => {
    if (first?.isSent || isCodeComplete(code)) look(code);
  });
  const change = (input: string) => {
    setCode(input);
    setFailure(null);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    look(code);
  };
  return (
    <>
      <Announcement className="ui-dimmed">{notice}</Announcement>
      <UntextedPart untexted={untexted} />
      <form className={form.form} onSubmit={submit} noValidate>
        <CodeInput
          label="The driver’s code"
          mode="text"
          value={code}
          onChange={change}
          onEnter={() => look(code)}
          onComplete={look}
          length={valetRules.codeLength}
          refused={failure}
        />
        <Failed failure={failure} />
        {ask.error?.status === 0 && failure ? (
          <p className="ui-dimmed">
            No signal: the code can’t be checked until there’s a connection. Nothing was changed.
          </p>
        ) : null}
        {onWalkIn && untexted.length === 0 ? (
          <p className="ui-row">
            No booking, so no code?
            <Button variant="default" onClick={onWalkIn}>
              Walk-in
            </Button>
          </p>
        ) : null}
        <div className={form.buttons}>
          <Button variant="subtle" size="lg" onClick={onResend}>
            Resend code
          </Button>
          <Button type="submit" size="lg" loading={ask.isPending}>
            Continue
          </Button>
        </div>
      </form>
    </>
  );
}
