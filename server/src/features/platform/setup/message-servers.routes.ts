import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { BodyOf } from '@lotkeeper/contract/kernel/endpoint';
import type { testMedia } from '@lotkeeper/contract/platform/setup';
import {
  getMessageServers,
  removeMessageServer,
  saveMailServer,
  saveTextServer,
  serverMessages,
} from '@lotkeeper/contract/platform/setup';
import type { Limiter } from '../../../kernel/access/limits.ts';
import type { SuperuserScope } from '../../../kernel/access/scope.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { findPort } from '../../../kernel/messages/mail-failure.ts';
import type { MessageServers, ServerSettings } from '../../../kernel/messages/message-servers.ts';
import { sendBy } from '../../../kernel/messages/message-servers.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { findOwnAddress, limitTests, refuseTest, testMessage } from './test-messages.ts';

/** The URL of an email server, with what its fields say. */
function toMailSettings(fields: BodyOf<typeof saveMailServer>): ServerSettings<'email'> {
  const { host, port, user, password, sender, sender_name: name } = fields;
  const credentials =
    user === null
      ? ''
      : `${encodeURIComponent(user)}${password === null ? '' : `:${encodeURIComponent(password)}`}@`;
  return {
    url: `${port === 465 ? 'smtps' : 'smtp'}://${credentials}${host}:${port}`,
    from: name.trim() ? `${name.trim()} <${sender}>` : sender,
  };
}

function showMailServer({ url, from }: ServerSettings<'email'>) {
  const { hostname, username } = new URL(url);
  return {
    host: hostname,
    port: findPort(new URL(url)),
    user: decodeURIComponent(username) || null,
    from,
  };
}

/** The servers for messages of the installation, which its superusers set. */
export function messageServersRoutes(
  serve: Serve,
  { servers, limiter }: { servers: MessageServers; limiter: Limiter },
): void {
  serve(getMessageServers, async () => {
    const [email, sms] = await Promise.all([servers.find('email'), servers.find('sms')]);
    return {
      email: email && { ...showMailServer(email.settings), is_fixed: email.isFixed },
      sms: sms && { url: sms.settings.url, from: sms.settings.from, is_fixed: sms.isFixed },
    };
  });

  const refuseFixed = async (medium: (typeof testMedia)[number]) => {
    if ((await servers.find(medium))?.isFixed)
      throw new Refusal('not_allowed', serverMessages.fixed);
  };

  /** A server that takes no message isn't set: codes for signing in would be lost. */
  async function trySettings<M extends 'email' | 'sms'>(
    medium: M,
    settings: ServerSettings<M>,
    { person, to, now }: { person: SuperuserScope['person']; to: string; now: Instant },
  ) {
    await refuseFixed(medium);
    await limitTests(limiter, person, now);
    await sendBy(settings, { ...testMessage, medium, to }).catch((error: unknown) =>
      refuseTest(error, person, `${serverMessages.failed} `),
    );
    await servers.save(medium, settings, { person: person.pk, now });
    return { to };
  }

  serve(saveMailServer, async ({ scope: { person }, body, now }) =>
    trySettings('email', toMailSettings(body), { person, to: person.email ?? body.sender, now }),
  );

  serve(saveTextServer, async ({ scope: { person }, body, now }) =>
    trySettings('sms', body, { person, to: findOwnAddress(person, 'sms'), now }),
  );

  serve(removeMessageServer, async ({ params }) => {
    await refuseFixed(params.medium);
    await servers.remove(params.medium);
  });
}
