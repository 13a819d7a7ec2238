import type { AnswerOf } from '@lotkeeper/contract/kernel/endpoint';
import { getProfile } from '@lotkeeper/contract/people/session';
import {
  getMessageServers,
  getSetup,
  removeMessageServer,
  sendingSettings,
  sendTestMessage,
  serverMessages,
  testMedia,
} from '@lotkeeper/contract/platform/setup';
import { Fragment, useState } from 'react';
import { useRead, useSend } from '../../../kernel/queries.ts';
import { useProfile } from '../../../kernel/session.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { lazyDialog } from '../../../ui/frame/lazy-dialog.tsx';
import { Notice } from '../../../ui/frame/notice.tsx';
import classes from './setup.module.css';

const MailServerDialog = lazyDialog(async () => ({
  default: (await import('./server-dialogs.tsx')).MailServerDialog,
}));
const TextServerDialog = lazyDialog(async () => ({
  default: (await import('./server-dialogs.tsx')).TextServerDialog,
}));
const dialogs = { email: MailServerDialog, sms: TextServerDialog };

type Medium = (typeof testMedia)[number];
type Servers = AnswerOf<typeof getMessageServers>;

const mediumWords = {
  email: { test: 'Send a test email', name: 'email server', messages: 'each email' },
  sms: { test: 'Send a test text', name: 'server for text messages', messages: 'each text' },
} as const;

const listNames = (medium: Medium) => new Intl.ListFormat('en').format(sendingSettings[medium]);

/** A server as a sentence, with where it's set. */
function describeServer(medium: Medium, servers: Servers | undefined): string | null {
  const server = servers?.[medium];
  if (!server) return null;
  const address = 'host' in server ? `${server.host}, port ${server.port}` : server.url;
  const origin = server.is_fixed
    ? `. It’s set by ${listNames(medium)} of the environment or .env, and changed there.`
    : '.';
  return `${address}, from ${server.from}${origin}`;
}

/** Which servers send messages, a test that sends one to the reader, and the forms that set them for superusers. */
export function MessageTests(props: { organizationId: string; sends: Record<Medium, boolean> }) {
  const { organizationId: id, sends } = props;
  const { superuser } = useProfile();
  const { data: servers } = useRead(getMessageServers, superuser ? {} : null);
  const [dialog, setDialog] = useState<Medium | null>(null);
  const [notice, setNotice] = useState('');
  const test = useSend(sendTestMessage);
  const remove = useSend(removeMessageServer, [getMessageServers, getSetup, getProfile]);
  const ServerDialog = dialog && dialogs[dialog];
  const open = (medium: Medium) => {
    setNotice('');
    test.reset();
    setDialog(medium);
  };
  return (
    <>
      {testMedia.map((medium) => {
        const { name, test: label, messages } = mediumWords[medium];
        const server = describeServer(medium, servers);
        const isFixed = servers?.[medium]?.is_fixed ?? false;
        return (
          <Fragment key={medium}>
            <p className={classes.why}>
              {sends[medium]
                ? server
                : `No ${name} is set: ${messages} becomes a line of outbox.jsonl in the server’s data folder. ${
                    superuser ? 'Set one here' : 'A superuser can set one here'
                  }, or put ${listNames(medium)} into the file .env beside package.json and restart.`}
            </p>
            <div className={classes.buttons}>
              {superuser && servers && !isFixed ? (
                <Button variant="default" size="compact-sm" onClick={() => open(medium)}>
                  {sends[medium] ? `Change the ${name}` : `Set the ${name}`}
                </Button>
              ) : null}
              {sends[medium] ? (
                <Button
                  variant="default"
                  size="compact-sm"
                  loading={test.isPending && test.variables.body.medium === medium}
                  onClick={() => {
                    setNotice('');
                    test.mutate({ params: { id }, body: { medium } });
                  }}
                >
                  {label}
                </Button>
              ) : null}
              {superuser && servers?.[medium] && !isFixed ? (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={`Remove the ${name}`}
                  loading={remove.isPending && remove.variables.params.medium === medium}
                  onClick={() =>
                    remove.mutate(
                      { params: { medium } },
                      { onSuccess: () => setNotice(serverMessages.removed) },
                    )
                  }
                >
                  Remove
                </Button>
              ) : null}
            </div>
          </Fragment>
        );
      })}
      <FormFailure error={test.error ?? remove.error} />
      <Notice
        text={
          notice ||
          (test.data
            ? `The server took a message to ${test.data.to}. If it doesn’t arrive in a few minutes, look in the spam folder.`
            : '')
        }
      />
      {ServerDialog ? (
        <ServerDialog
          servers={servers}
          onSaved={(to) => {
            setNotice(serverMessages.saved(to));
            setDialog(null);
          }}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </>
  );
}
