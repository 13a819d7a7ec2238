import { resendValetCode, valetMessages } from '@lotkeeper/contract/operations/valet';
import { PhoneStep } from './phone-step.tsx';
import { useAsk } from './valet.api.ts';
import { describeFailure } from './valet.rules.ts';

/** Texts a driver their code again. */
export function ResendStep(props: { spot: number; onSent: () => void; onBack: () => void }) {
  const resend = useAsk(resendValetCode);
  return (
    <PhoneStep
      text="We’ll text the code to this number if it has a session here."
      submitLabel="Resend code"
      pending={resend.isPending}
      failure={
        resend.error
          ? describeFailure(resend.error, {
              400: valetMessages.invalidPhone,
              404: valetMessages.invalidPhoneForSession,
            })
          : null
      }
      onPhone={(input) =>
        resend.mutate({ body: { spot: props.spot, ...input } }, { onSuccess: props.onSent })
      }
      onBack={props.onBack}
    />
  );
}
