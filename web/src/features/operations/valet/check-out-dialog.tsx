import type { Untexted, ValetSession } from '@lotkeeper/contract/operations/valet';
import { valetMessages } from '@lotkeeper/contract/operations/valet';
import { useState } from 'react';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import { BalanceStep } from './balance-step.tsx';
import type { FoundSession } from './code-step.tsx';
import { CodeStep } from './code-step.tsx';
import { DoneStep } from './done-step.tsx';
import { ResendStep } from './resend-step.tsx';
import { formatName } from './valet.rules.ts';

type Step =
  | { at: 'code'; notice: string; untexted?: readonly Untexted[] }
  | { at: 'resend' }
  | { at: 'balance'; found: FoundSession; code: string }
  | { at: 'done'; session: ValetSession };

const explainRefusal = ({ status }: ValetSession) => {
  if (status === 'pending') return valetMessages.notCheckedIn;
  return status === 'ended' ? valetMessages.ended : null;
};

/** Checks a car out: the driver's code, the balance, the confirmation. */
export function CheckOutDialog({ spot, onClose }: { spot: number; onClose: () => void }) {
  const [step, setStep] = useState<Step>({ at: 'code', notice: '' });
  const title = step.at === 'resend' ? 'Resend code' : 'Check Out';
  const toCode = (notice: string, untexted: readonly Untexted[] = []) =>
    setStep({ at: 'code', notice, untexted });
  return (
    <Dialog title={title} onClose={onClose}>
      {step.at === 'code' ? (
        <CodeStep
          spot={spot}
          notice={step.notice}
          untexted={step.untexted}
          refusalOf={explainRefusal}
          onFound={(found, code) => setStep({ at: 'balance', found, code })}
          onResend={() => setStep({ at: 'resend' })}
        />
      ) : null}
      {step.at === 'resend' ? (
        <ResendStep spot={spot} onSent={toCode} onBack={() => toCode('')} />
      ) : null}
      {step.at === 'balance' ? (
        <BalanceStep
          spot={spot}
          found={step.found}
          code={step.code}
          onEnded={(session) => setStep({ at: 'done', session })}
          onClose={onClose}
        />
      ) : null}
      {step.at === 'done' ? (
        <DoneStep title={`${formatName(step.session)} is checked out`} onClose={onClose}>
          {step.session.key_tag ? <p>Key tag {step.session.key_tag} is free.</p> : null}
        </DoneStep>
      ) : null}
    </Dialog>
  );
}
