import type { Untexted, ValetSession } from '@lotkeeper/contract/operations/valet';
import { valetMessages } from '@lotkeeper/contract/operations/valet';
import { useState } from 'react';
import type { FirstStep } from '../../../kernel/first-form.ts';
import { formatMoneyExact, formatPhone } from '../../../kernel/format.ts';
import { Button } from '../../../ui/form/button.tsx';
import form from '../../../ui/form/form.module.css';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import { BalanceStep } from './balance-step.tsx';
import type { CodeQuestion, FoundSession } from './code-step.tsx';
import { CodeStep } from './code-step.tsx';
import { DoneStep } from './done-step.tsx';
import { Failed } from './failed.tsx';
import { ResendStep } from './resend-step.tsx';
import type { Stand } from './stand.ts';
import { formatCar, formatName } from './valet.rules.ts';
import { WayOut } from './way-out.tsx';

type Step =
  | CodeQuestion
  | { at: 'resend' }
  | { at: 'other'; found: FoundSession; code: string }
  | { at: 'balance'; found: FoundSession; code: string }
  | { at: 'done'; session: ValetSession };

const explainRefusal = ({ status }: ValetSession) => {
  if (status === 'pending') return valetMessages.notCheckedIn;
  return status === 'ended' ? valetMessages.ended : null;
};

/** Checks a car out: the driver's code, the balance, the confirmation. */
export function CheckOutDialog(props: {
  stand: Stand;
  /** The car that was tapped; null = that of the code. */
  requestedCar: ValetSession | null;
  /** What was begun before the page's code was there. */
  first?: FirstStep;
  onClose: () => void;
}) {
  const { stand, requestedCar, first, onClose } = props;
  const spot = stand.lot.pk;
  const [step, setStep] = useState<Step>({ at: 'code', notice: '', first });
  const title = step.at === 'resend' ? 'Resend code' : 'Check Out';
  const toCode = (notice: string, untexted: readonly Untexted[] = []) =>
    setStep({ at: 'code', notice, untexted });
  const onTexted = ({ phone }: ValetSession) =>
    toCode(`The code was texted to ${formatPhone(phone)}.`);
  const onEnded = (session: ValetSession) => setStep({ at: 'done', session });
  return (
    <Dialog title={title} onClose={onClose}>
      {step.at === 'code' ? (
        <>
          {requestedCar ? <CarName session={requestedCar} /> : null}
          {requestedCar ? (
            <WayOut
              organization={stand.organization}
              session={requestedCar}
              quote={null}
              {...{ onTexted, onEnded }}
            />
          ) : (
            <p className="ui-dimmed">No code? Choose the car’s Edit in the list.</p>
          )}
          <CodeStep
            {...step}
            spot={spot}
            refusalOf={explainRefusal}
            onFound={(found, code) => {
              const isOther = requestedCar !== null && requestedCar.uuid !== found.uuid;
              setStep({ at: isOther ? 'other' : 'balance', found, code });
            }}
            onResend={() => setStep({ at: 'resend' })}
          />
        </>
      ) : null}
      {step.at === 'other' && requestedCar ? (
        <div className={form.form}>
          <Failed
            failure={{
              title: `This is the code of another car: ${formatName(step.found)}, not ${formatName(requestedCar)}.`,
            }}
          />
          <CarName session={step.found} />
          <div className={form.buttons}>
            <Button variant="default" size="lg" onClick={() => toCode('')} data-autofocus>
              Back
            </Button>
            <Button variant="default" size="lg" onClick={() => setStep({ ...step, at: 'balance' })}>
              Check out {formatName(step.found)}
            </Button>
          </div>
        </div>
      ) : null}
      {step.at === 'resend' ? (
        <ResendStep spot={spot} onSent={toCode} onBack={() => toCode('')} />
      ) : null}
      {step.at === 'balance' ? (
        <BalanceStep
          spot={spot}
          found={step.found}
          code={step.code}
          {...{ stand, onTexted, onEnded }}
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

/** A car as this device knows it, also without a signal. */
const CarName = ({ session }: { session: ValetSession }) => (
  <p className="ui-dimmed">
    {[
      formatName(session),
      session.key_tag ? `Key tag ${session.key_tag}` : '',
      session.car_details ? formatCar(session) : '',
      `${formatMoneyExact(session.outstanding_balance)} owed`,
    ]
      .filter(Boolean)
      .join(' · ')}
  </p>
);
