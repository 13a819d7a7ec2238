import type { AnswerOf } from '@lotkeeper/contract/kernel/endpoint';
import { getProfile } from '@lotkeeper/contract/people/session';
import {
  getMessageServers,
  getSetup,
  saveMailServer,
  saveTextServer,
} from '@lotkeeper/contract/platform/setup';
import { useSend } from '../../../kernel/queries.ts';
import classes from '../../../ui/form/form.module.css';
import { explainDisabled, Form } from '../../../ui/form/form.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { findProblems, useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/frame/dialog.tsx';

interface ServerDialogProps {
  servers: AnswerOf<typeof getMessageServers> | undefined;
  onSaved: (to: string) => void;
  onClose: () => void;
}

const changed = [getMessageServers, getSetup, getProfile];
const purpose = 'send a test and save';

const toMailBody = (draft: ReturnType<typeof draftMailServer>) => ({
  host: draft.host.trim(),
  port: /^\d+$/.test(draft.port.trim()) ? Number(draft.port) : 0,
  user: draft.user.trim() || null,
  password: draft.password || null,
  sender: draft.sender.trim(),
  sender_name: draft.sender_name.trim(),
});

/** The fields of the server that is set, without its password, which stays on the server. */
function draftMailServer(server: NonNullable<ServerDialogProps['servers']>['email'] | undefined) {
  const [, name, sender] = /^(?:(.*?) )?<?([^\s<>]+)>?$/.exec(server?.from ?? '') ?? [];
  return {
    host: server?.host ?? '',
    port: String(server?.port ?? 587),
    user: server?.user ?? '',
    password: '',
    sender: sender ?? '',
    sender_name: name ?? (server ? '' : 'Lotkeeper'),
  };
}

/** Sets the email server of the installation, once it took a test message. */
export function MailServerDialog({ servers, onSaved, onClose }: ServerDialogProps) {
  const save = useSend(saveMailServer, changed);
  const form = useForm({
    initial: () => draftMailServer(servers?.email),
    validate: (draft) => findProblems(saveMailServer.body, toMailBody(draft)),
    send: save,
    onSubmit: (draft) =>
      save.mutate({ body: toMailBody(draft) }, { onSuccess: ({ to }) => onSaved(to) }),
  });
  const { values, text } = form;
  const reason = explainDisabled(
    [
      { name: 'the server', isEmpty: !values.host.trim() },
      { name: 'the port', isEmpty: !values.port.trim() },
      { name: 'the sender’s address', isEmpty: !values.sender.trim() },
    ],
    purpose,
  );
  return (
    <Dialog title="Email server" onClose={onClose}>
      <p className="ui-bottom-wide">
        Your mail provider’s help has these under “SMTP”. A test mail goes to you first; nothing is
        saved if the server doesn’t take it.
      </p>
      <Form form={form} submit="Send a test and save" reason={reason} onCancel={onClose}>
        <div className={classes.pair}>
          <TextInput
            label="Server"
            placeholder="mail.example.com"
            autoCapitalize="none"
            data-autofocus
            {...text('host')}
            required
          />
          <TextInput
            label="Port"
            description="587 for most, 465 if your provider says SSL."
            inputMode="numeric"
            {...text('port')}
            required
          />
          <TextInput label="User" autoComplete="off" autoCapitalize="none" {...text('user')} />
          <TextInput
            label="Password"
            type="password"
            description="Stored sealed, and shown to nobody. Type it for every change."
            autoComplete="new-password"
            {...text('password')}
          />
          <TextInput
            label="Sender’s address"
            description="One that the server lets this user send from."
            inputMode="email"
            {...text('sender')}
            required
          />
          <TextInput label="Sender’s name" {...text('sender_name')} />
        </div>
      </Form>
    </Dialog>
  );
}

/** Sets the provider of text messages, once it took a test. */
export function TextServerDialog({ servers, onSaved, onClose }: ServerDialogProps) {
  const save = useSend(saveTextServer, changed);
  const trim = (draft: { url: string; token: string; from: string }) => ({
    url: draft.url.trim(),
    token: draft.token.trim(),
    from: draft.from.trim(),
  });
  const form = useForm({
    initial: () => ({ url: servers?.sms?.url ?? '', token: '', from: servers?.sms?.from ?? '' }),
    validate: (draft) => findProblems(saveTextServer.body, trim(draft)),
    send: save,
    onSubmit: (draft) => save.mutate({ body: trim(draft) }, { onSuccess: ({ to }) => onSaved(to) }),
  });
  const { values, text } = form;
  const reason = explainDisabled(
    [
      { name: 'the URL', isEmpty: !values.url.trim() },
      { name: 'the token', isEmpty: !values.token.trim() },
      { name: 'the sender', isEmpty: !values.from.trim() },
    ],
    purpose,
  );
  return (
    <Dialog title="Server for text messages" onClose={onClose}>
      <p className="ui-bottom-wide">
        It takes JSON with from, to and body by a POST, with a bearer token. A test text goes to you
        first; nothing is saved if the provider doesn’t take it.
      </p>
      <Form form={form} submit="Send a test and save" reason={reason} onCancel={onClose}>
        <TextInput
          label="URL"
          inputMode="url"
          autoCapitalize="none"
          data-autofocus
          {...text('url')}
          required
        />
        <TextInput
          label="Token"
          type="password"
          description="Stored sealed, and shown to nobody."
          autoComplete="new-password"
          {...text('token')}
          required
        />
        <TextInput label="Sender" description="A number or a name." {...text('from')} required />
      </Form>
    </Dialog>
  );
}
