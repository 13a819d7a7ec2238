import type { Untexted, ValetSession } from '@lotkeeper/contract/operations/valet';
import { valetMessages } from '@lotkeeper/contract/operations/valet';
import { nothingSends } from '@lotkeeper/contract/people/session';
import { useState } from 'react';
import type { ApiError } from '../../../kernel/api.ts';
import { now } from '../../../kernel/clock.ts';
import type { FirstStep } from '../../../kernel/first-form.ts';
import { formatPhone } from '../../../kernel/format.ts';
import { useSends } from '../../../kernel/session.tsx';
import { useRequestKey } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import type { CodeQuestion } from './code-step.tsx';
import { CodeStep } from './code-step.tsx';
import type { Kept } from './done-step.tsx';
import { DoneStep, keptAs } from './done-step.tsx';
import type { Outgoing } from './outbox.ts';
import type { TypedPhone } from './phone-step.tsx';
import { PhoneStep } from './phone-step.tsx';
import { ResendStep } from './resend-step.tsx';
import type { Stand } from './stand.ts';
import type { SentSession } from './valet.api.ts';
import { describeFailure, formatName } from './valet.rules.ts';
import { VehicleStep } from './vehicle-step.tsx';

type Step =
  | { at: 'phone'; first?: FirstStep | undefined }
  | { at: 'phone-kept'; phone: string; delivery: Kept }
  | CodeQuestion
  | { at: 'resend' }
  | { at: 'vehicle'; session: ValetSession }
  | { at: 'done'; session: ValetSession; delivery: Kept };

export interface CheckInDialogProps {
  stand: Stand;
  outgoing: readonly Outgoing[];
  /** A driver without a booking: their phone is asked for first. */
  walkIn: boolean;
  /** The session whose details were being typed when the page was reloaded. */
  resumed: ValetSession | null;
  /** What was begun before the page's code was there. */
  first?: FirstStep;
  onClose: () => void;
}

const explainRefusal = ({ status }: ValetSession) => {
  if (status === 'active') return 'This car is already checked in.';
  return status === 'ended' ? valetMessages.ended : null;
};

const titles: Partial<Record<Step['at'], string>> = { phone: 'Walk-in', resend: 'Resend code' };

/** Checks a car in: the driver's code, the car, the confirmation. */
export function CheckInDialog(props: CheckInDialogProps) {
  const { stand, walkIn, resumed, first } = props;
  const [step, setStep] = useState<Step>(() => {
    if (resumed) return { at: 'vehicle', session: resumed };
    return walkIn ? { at: 'phone', first } : { at: 'code', notice: '', first };
  });
  const title = titles[step.at] ?? 'Check in';
  return (
    <Dialog title={title} onClose={props.onClose}>
      <CheckInStep {...props} key={step.at} step={step} onStep={setStep} spot={stand.lot.pk} />
    </Dialog>
  );
}

function CheckInStep(
  props: CheckInDialogProps & { step: Step; onStep: (step: Step) => void; spot: number },
) {
  const { stand, outgoing, step, onStep, spot, onClose } = props;
  const sends = useSends();
  const toCode = (notice: string, untexted: readonly Untexted[] = []) =>
    onStep({ at: 'code', notice, untexted });
  switch (step.at) {
    case 'phone':
      return (
        <WalkIn
          stand={stand}
          phone={step.first?.text}
          onBegun={({ phone, untexted = [] }) =>
            untexted.length > 0
              ? toCode('', untexted)
              : toCode(`The code was texted to ${formatPhone(phone)}.`)
          }
          onKept={(phone, delivery) => onStep({ at: 'phone-kept', phone, delivery })}
          onClose={onClose}
        />
      );
    case 'phone-kept':
      return (
        <DoneStep
          title={`${step.phone} ${sends.sms ? 'hasn’t been texted yet' : 'has no code yet'}`}
          delivery={step.delivery}
          onClose={onClose}
        >
          {sends.sms ? null : <p>Then Resend code, in Check in, shows it.</p>}
        </DoneStep>
      );
    case 'resend':
      return <ResendStep spot={spot} onSent={toCode} onBack={() => toCode('')} />;
    case 'code':
      return (
        <CodeStep
          {...step}
          spot={spot}
          refusalOf={explainRefusal}
          onFound={(session) => onStep({ at: 'vehicle', session })}
          onResend={() => onStep({ at: 'resend' })}
          {...(props.walkIn ? {} : { onWalkIn: () => onStep({ at: 'phone' }) })}
        />
      );
    case 'vehicle':
      return (
        <VehicleStep
          stand={stand}
          kind="check-in"
          session={step.session}
          outgoing={outgoing}
          submitLabel="Check in"
          onSaved={(saved) => onStep({ at: 'done', ...saved })}
          onClose={onClose}
          onCodeNeeded={() => toCode('')}
        />
      );
    default:
      return (
        <DoneStep
          title={`${formatName(step.session)} ${keptWords[step.delivery]}`}
          delivery={step.delivery}
          onClose={onClose}
        >
          {step.session.key_tag ? <p>Key tag {step.session.key_tag}</p> : null}
        </DoneStep>
      );
  }
}

const keptWords: Record<Kept, string> = {
  sent: 'is checked in',
  saved: 'is kept',
  unsaved: 'isn’t saved',
};

/** Starts the session of a driver without a booking. */
function WalkIn(props: {
  stand: Stand;
  phone: string | undefined;
  onBegun: (session: SentSession) => void;
  onKept: (phone: string, delivery: Kept) => void;
  onClose: () => void;
}) {
  const { stand, onBegun, onKept, onClose } = props;
  const sends = useSends();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const request = useRequestKey();
  const begin = async (input: TypedPhone) => {
    setPending(true);
    const outcome = await stand.outbox.add({
      id: request,
      by: stand.by,
      name: input.phone,
      at: now(),
      kind: 'walk-in',
      body: { spot: stand.lot.pk, request, ...input },
    });
    setPending(false);
    if (outcome.kind === 'sent') onBegun(outcome.answer);
    else if (outcome.kind === 'waiting') onKept(input.phone, keptAs(outcome));
    else setError(outcome.error);
  };
  return (
    <PhoneStep
      text={
        sends.sms
          ? 'The driver gets a code and a link by text message.'
          : `${nothingSends.sms} You’ll see the driver’s code and link, to show them.`
      }
      phone={props.phone}
      submitLabel={sends.sms ? 'Text the code' : 'Show the code'}
      pending={pending}
      failure={error ? describeFailure(error, { 400: valetMessages.invalidPhone }) : null}
      onPhone={(input) => void begin(input)}
      onBack={onClose}
    />
  );
}
