import type { LetterKind } from '@lotkeeper/contract/money/letters';
import { chooseLetter, getLetterChoices, letterMessages } from '@lotkeeper/contract/money/letters';
import { useRead, useSend } from '../../../kernel/queries.ts';
import { LinkButton } from '../../../shared/link-button.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { LetterLink } from './letter-link.tsx';
import classes from './letters.module.css';

const labels: Record<LetterKind, string> = {
  weekly: 'Email me this every Monday',
  monthly: 'Email me one every month',
};

/** Which letters about the organization the signed-in person gets, and the newest ones. */
export function LetterChoice({ organizationId }: { organizationId: string }) {
  const params = { orgId: organizationId };
  const choices = useRead(getLetterChoices, { params });
  const choose = useSend(chooseLetter, [getLetterChoices]);
  const sentChoice = choose.isPending ? choose.variables.body : null;
  return (
    <DataPanel
      title="By email"
      silentRefetch
      query={choices}
      skeleton={<TableSkeleton rows={2} columns={1} />}
    >
      {({ chosen, email, is_mail_sent: isMailSent, newest }) => (
        <>
          {(['weekly', 'monthly'] as const).map((kind) => (
            <div key={kind} className={classes.choice}>
              <label className="ui-line">
                <input
                  type="checkbox"
                  checked={sentChoice?.kind === kind ? sentChoice.is_chosen : chosen[kind]}
                  disabled={choose.isPending || ((email === null || !isMailSent) && !chosen[kind])}
                  onChange={(event) =>
                    choose.mutate({
                      params,
                      body: { kind, is_chosen: event.currentTarget.checked },
                    })
                  }
                />
                {labels[kind]}
              </label>
              <LetterLink {...{ organizationId, kind }} start={newest[kind]}>
                Newest<span className="ui-hidden"> {kind} letter</span>
              </LetterLink>
            </div>
          ))}
          <p className="ui-note ui-top">
            {email === null
              ? 'Your account has no email address.'
              : isMailSent
                ? `It goes to ${email}, at 7 a.m. where most of your properties are.`
                : letterMessages.noMail}
          </p>
          {isMailSent ? null : (
            <LinkButton to="/organization/$organizationId/setup" params={{ organizationId }}>
              Set up email
            </LinkButton>
          )}
          <FormFailure error={choose.error} />
        </>
      )}
    </DataPanel>
  );
}
