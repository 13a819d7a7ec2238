import { instant, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { describeDue, explainStop } from '@lotkeeper/contract/money/payout-requirements';
import type { PayoutAccount } from '@lotkeeper/contract/money/payouts';
import { startPayoutOnboarding } from '@lotkeeper/contract/money/payouts';
import { formatDate } from '../../../kernel/format.ts';
import { useSend } from '../../../kernel/queries.ts';
import { settings } from '../../../kernel/settings.ts';
import { AdminOnly } from '../../../shared/admin-only.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import classes from './payouts.module.css';

/** The processor's open requirements, with a button to its own page, where they are entered. */
export function RequirementsNotice(props: { account: PayoutAccount; organizationId: string }) {
  const { requirements } = props.account;
  const onboarding = useSend(startPayoutOnboarding);
  if (!requirements) return null;
  const due = describeDue(requirements);
  const reason = explainStop(requirements);
  if (due.length === 0 && reason === null) return null;
  const { deadline } = requirements;
  const open = () =>
    onboarding.mutate(
      { body: { organization: props.organizationId } },
      { onSuccess: ({ url }) => window.location.assign(url) },
    );
  return (
    <div className={classes.notice}>
      <p>
        {reason ?? 'The payment processor will need more information soon.'}
        {deadline === null
          ? null
          : ` It’s due by ${formatDate(toLocalDate(instant(deadline), 'UTC'))}.`}
      </p>
      {due.length > 0 ? (
        <>
          <ul className={classes.due}>
            {due.map((field) => (
              <li key={field}>{field}</li>
            ))}
          </ul>
          <AdminOnly organization={props.organizationId}>
            <Button size="compact-sm" loading={onboarding.isPending} onClick={open}>
              {settings.stripe_publishable_key ? 'Continue at Stripe' : 'Continue at the sandbox'}
            </Button>
          </AdminOnly>
        </>
      ) : null}
      <FormFailure error={onboarding.error} />
    </div>
  );
}
