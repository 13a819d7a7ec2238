import type { Untexted } from '@lotkeeper/contract/operations/valet';
import { resendValetCode, valetMessages } from '@lotkeeper/contract/operations/valet';
import { nothingSends } from '@lotkeeper/contract/people/session';
import { useSends } from '../../../kernel/session.tsx';
import { PhoneStep } from './phone-step.tsx';
import { useAsk } from './valet.api.ts';
import { describeFailure } from './valet.rules.ts';

/** Texts a driver their code again. */
export function ResendStep(props: {
  spot: number;
  onSent: (notice: string, untexted: readonly Untexted[]) => void;
  onBack: () => void;
}) {
  const resend = useAsk(resendValetCode);
  const sends = useSends();
  return (
    <PhoneStep
      digitsOnly
      text={
        sends.sms
          ? 'We’ll text the code to this number if it has a session here.'
          : `${nothingSends.sms} You’ll see the code if this number has a session here.`
      }
      submitLabel={sends.sms ? 'Resend code' : 'Show the code'}
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
        resend.mutate(
          { body: { spot: props.spot, ...input } },
          {
            onSuccess: ({ untexted }) =>
              props.onSent(untexted.length > 0 ? '' : 'The code was resent.', untexted),
          },
        )
      }
      onBack={props.onBack}
    />
  );
}
