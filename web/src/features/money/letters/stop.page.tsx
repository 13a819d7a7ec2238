import type { LetterKind } from '@lotkeeper/contract/money/letters';
import { getLetterStop, stopLetter } from '@lotkeeper/contract/money/letters';
import { QueryClientProvider } from '@tanstack/react-query';
import { MailX, Unlink } from 'lucide-react';
import { canRetry } from '../../../kernel/api.ts';
import { queryClient, useRead, useSend } from '../../../kernel/queries.ts';
import { LinkAnswer } from '../../../shared/link-answer.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { PublicPage } from '../../../ui/frame/public-page.tsx';

/** Stops a letter by the link in its email, without signing in. */
export function StopPage({ token }: { token: string }) {
  return (
    <QueryClientProvider client={queryClient}>
      <Stop token={token} />
    </QueryClientProvider>
  );
}

const names: Record<LetterKind, string> = { weekly: 'weekly letter', monthly: 'monthly letter' };

function Stop({ token }: { token: string }) {
  const read = useRead(getLetterStop, { params: { token } });
  const stop = useSend(stopLetter, [getLetterStop]);
  return (
    <PublicPage title="Stop a Letter" subtitle="You don’t have to sign in">
      {read.error && !canRetry(read.error) ? (
        <Panel>
          <LinkAnswer icon={Unlink} title={read.error.message} />
        </Panel>
      ) : (
        <DataPanel query={read} skeleton={<TableSkeleton rows={2} columns={1} />} errorHint={null}>
          {({ organization, kind, is_chosen }) =>
            is_chosen ? (
              <>
                <p className="ui-bottom-wide">
                  You get the {names[kind]} about <strong>{organization}</strong>.
                </p>
                <Button
                  loading={stop.isPending}
                  onClick={() => stop.mutate({ params: { token }, body: {} })}
                >
                  Stop the letter
                </Button>
                <FormFailure error={stop.error} />
              </>
            ) : (
              <LinkAnswer
                icon={MailX}
                title={`You no longer get the ${names[kind]} about ${organization}.`}
                text="To get it again, sign in and open This Week."
              />
            )
          }
        </DataPanel>
      )}
    </PublicPage>
  );
}
