import { unsubscribeFromAlerts } from '@lotkeeper/contract/platform/alerts';
import { QueryClientProvider } from '@tanstack/react-query';
import { BellOff, Unlink } from 'lucide-react';
import { canRetry } from '../../../kernel/api.ts';
import { queryClient, useSend } from '../../../kernel/queries.ts';
import { LinkAnswer } from '../../../shared/link-answer.tsx';
import { Button } from '../../../ui/form/button.tsx';
import formClasses from '../../../ui/form/form.module.css';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { PublicPage } from '../../../ui/frame/public-page.tsx';

/** Ends the alert emails to the reader of an email, once they say so: mail programs open links by themselves. */
export function UnsubscribePage({ token }: { token: string }) {
  return (
    <QueryClientProvider client={queryClient}>
      <PublicPage title="Stop Alert Emails" subtitle="Alerts still lists what is wrong">
        <Panel>
          <Unsubscribe token={token} />
        </Panel>
      </PublicPage>
    </QueryClientProvider>
  );
}

function Unsubscribe({ token }: { token: string }) {
  const send = useSend(unsubscribeFromAlerts);
  if (send.data)
    return (
      <LinkAnswer
        icon={BellOff}
        title={`No more alert emails of ${send.data.organization} come to you.`}
        text="You can turn them on again on Alerts."
      />
    );
  if (send.error && !canRetry(send.error))
    return <LinkAnswer icon={Unlink} title={send.error.message} />;
  return (
    <div className={formClasses.form}>
      <p className="ui-dimmed">
        Stop all alert emails to you? You can turn them on again on Alerts.
      </p>
      <FormFailure error={send.error} action={unsubscribeFromAlerts.failure} />
      <div>
        <Button
          loading={send.isPending}
          onClick={() => send.mutate({ params: { token }, body: {} })}
        >
          Stop emails
        </Button>
      </div>
    </div>
  );
}
