import type { MuteLength } from '@lotkeeper/contract/platform/alerts';
import { muteByLink } from '@lotkeeper/contract/platform/alerts';
import { QueryClientProvider } from '@tanstack/react-query';
import { Unlink } from 'lucide-react';
import { canRetry } from '../../../kernel/api.ts';
import { queryClient, useSend } from '../../../kernel/queries.ts';
import { LinkAnswer } from '../../../shared/link-answer.tsx';
import { useRunOnce } from '../../../shared/use-run-once.ts';
import { ErrorState } from '../../../ui/data/states.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { PublicPage } from '../../../ui/frame/public-page.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import classes from './alerts.module.css';
import { MuteButtons } from './mute-buttons.tsx';

/**
 * The alert of a mailed link, with a button that mutes it. Opening the page changes nothing, since scanners of mail open
 * links and run their scripts.
 */
export function MutePage({ token }: { token: string }) {
  return (
    <QueryClientProvider client={queryClient}>
      <PublicPage title="Mute an Alert" subtitle="Only for you. Alerts still lists it.">
        <Panel>
          <MutedAlert token={token} />
        </Panel>
      </PublicPage>
    </QueryClientProvider>
  );
}

function MutedAlert({ token }: { token: string }) {
  const mute = useSend(muteByLink);
  const send = (length?: MuteLength | null) =>
    mute.mutate({ params: { token }, body: length === undefined ? {} : { for: length } });
  useRunOnce(() => send());
  const { data, error } = mute;
  if (error && !canRetry(error)) return <LinkAnswer icon={Unlink} title={error.message} />;
  if (error) return <ErrorState title={error.message} onRetry={() => send()} />;
  if (!data) return <output>Opening the link…</output>;
  return (
    <output>
      <p className={classes.title}>
        <UserText>{data.title}</UserText>
      </p>
      {data.ended_at === null ? null : (
        <p className={classes.facts}>
          It’s over. {data.mute ? 'If it begins again, it’s muted too.' : ''}
        </p>
      )}
      {data.mute === null ? (
        <Button className="ui-top-wide" loading={mute.isPending} onClick={() => send('day')}>
          Mute for a day
        </Button>
      ) : (
        <MuteButtons
          mute={data.mute}
          timezone={data.timezone}
          subject={data.title}
          isOver={data.ended_at !== null}
          isPending={mute.isPending}
          onMute={send}
        />
      )}
    </output>
  );
}
