import { sendTestMessage, testMedia } from '@lotkeeper/contract/platform/setup';
import { useSend } from '../../../kernel/queries.ts';
import { Button } from '../../../ui/form/button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { Notice } from '../../../ui/frame/notice.tsx';
import classes from './setup.module.css';

type Medium = (typeof testMedia)[number];

const mediumWords = {
  email: { test: 'Send a test mail', missing: 'No mail server is set', setting: 'SMTP_URL' },
  sms: {
    test: 'Send a test text',
    missing: 'No server for text messages is set',
    setting: 'SMS_URL',
  },
} as const;

/** Whether messages are sent, and a test that sends one to the reader. */
export function MessageTests(props: { organizationId: string; sends: Record<Medium, boolean> }) {
  const { organizationId: id, sends } = props;
  const test = useSend(sendTestMessage);
  return (
    <>
      {testMedia.map((medium) => {
        const words = mediumWords[medium];
        return sends[medium] ? (
          <Button
            key={medium}
            variant="default"
            size="compact-sm"
            loading={test.isPending && test.variables.body.medium === medium}
            onClick={() => test.mutate({ params: { id }, body: { medium } })}
          >
            {words.test}
          </Button>
        ) : (
          <p key={medium} className={classes.why}>
            {words.missing} (<code>{words.setting}</code>): each message becomes a line of{' '}
            <code>outbox.jsonl</code> in the server’s data folder.
          </p>
        );
      })}
      <FormFailure error={test.error} />
      <Notice
        text={
          test.data
            ? `The server took a message to ${test.data.to}. If it doesn’t arrive in a few minutes, look in the spam folder.`
            : ''
        }
      />
    </>
  );
}
