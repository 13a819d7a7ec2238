import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { AnswerOf } from '@lotkeeper/contract/kernel/endpoint';
import {
  alertMessages,
  alertRules,
  getAlertChoices,
  listAlerts,
  muteAlert,
  muteByLink,
  saveAlertChoices,
  unsubscribeFromAlerts,
} from '@lotkeeper/contract/platform/alerts';
import type { Limiter } from '../../../kernel/access/limits.ts';
import type { LinkScope, WholeOrganizationScope } from '../../../kernel/access/scope.ts';
import type { SecretBox } from '../../../kernel/access/secrets.ts';
import type { SqlPool } from '../../../kernel/data/database.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { getClientNetwork } from '../../../kernel/load/client-network.ts';
import { Refusal, requireFound, wrongFields } from '../../../kernel/refusal.ts';
import { alertLinks } from './alert-links.ts';
import { readAlerts, readOwnMessages } from './alert-list.queries.ts';
import { describeAlert } from './alert-words.rules.ts';
import { areOwnSpots, readChoices, saveChoices } from './choices.queries.ts';
import { findNextText } from './due-notices.rules.ts';
import { changeMute, endMails, readMutable } from './mutes.queries.ts';

/** Calls with links of mails per hour and network. */
const maxLinkCalls = 120;

const deadLink = () => new Refusal('not_found', alertMessages.deadLink);

interface Deps {
  sql: SqlPool;
  limiter: Limiter;
  secretBox: SecretBox;
  openLinkScope: (organizationId: number) => LinkScope;
  /** What waits for a person, beside what is wrong. */
  readWaiting: (
    scope: WholeOrganizationScope,
    now: Instant,
  ) => Promise<AnswerOf<typeof listAlerts>['waiting']>;
}

/** What links of mails allow without a session: to mute one alert, and to end the mails. */
function serveLinks(serve: Serve, { sql, limiter, secretBox, openLinkScope }: Deps): void {
  const links = alertLinks(secretBox);
  const limit = (network: string, now: Instant) =>
    limiter.enforce(`alert links of ${network}`, maxLinkCalls, now);

  serve(muteByLink, async ({ params, body, request, now }) => {
    await limit(getClientNetwork(request), now);
    const key = links.readMute(params.token);
    if (!key) throw deadLink();
    const alert = await openLinkScope(key.organizationId).write(async (tx) => {
      const before = await readMutable(tx, key, now);
      // Opening the link changes nothing: scanners of mail open links, too.
      if (!before || body.for === undefined) return before;
      await changeMute(tx, key, body.for, now);
      return readMutable(tx, key, now);
    });
    if (!alert) throw deadLink();
    const { property, timezone, ended_at, mute } = alert;
    return {
      title: describeAlert(alert, { isOver: false }).title,
      property,
      timezone,
      ended_at,
      mute,
    };
  });

  serve(unsubscribeFromAlerts, async ({ params, request, now }) => {
    await limit(getClientNetwork(request), now);
    const key = links.readUnsubscribe(params.token);
    const organization = key && (await sql.begin((tx) => endMails(tx, key, now)));
    if (organization === null) throw deadLink();
    return { organization };
  });
}

/** Alerts, who is notified, and who mutes them. */
export function alertsRoutes(serve: Serve, deps: Deps): void {
  serveLinks(serve, deps);

  serve(listAlerts, async ({ scope, now }) => {
    const [alerts, waiting, { textsAt, isChosen }] = await Promise.all([
      readAlerts(scope, now),
      deps.readWaiting(scope, now),
      readOwnMessages(scope, instant(now - dayMs)),
    ]);
    const texts = {
      sent: textsAt.length,
      limit: alertRules.textsPerDay,
      next_at: findNextText(textsAt),
    };
    return { ...alerts, waiting, is_chosen: isChosen, texts };
  });

  serve(muteAlert, async ({ scope, params, body, now }) => {
    const { organizationId, person } = scope;
    const key = { organizationId, personPk: person.pk, alertPk: params.alert };
    const mute = await scope.write(async (tx) => {
      const [alert] = await tx<{ ended_at: Instant | null }[]>`
        select ended_at from alerts where organization_id = ${organizationId} and pk = ${params.alert}`;
      requireFound(alert, 'alert');
      await changeMute(tx, key, body.for, now);
      const [row] = await tx<{ until: Instant | null }[]>`
        select m.muted_until as until from alert_mutes m
        join alerts a on a.organization_id = ${organizationId} and a.pk = ${params.alert}
          and a.kind = m.kind and a.subject = m.subject
        where m.organization_id = ${organizationId} and m.person_pk = ${person.pk}`;
      return row ?? null;
    });
    return { mute };
  });

  serve(getAlertChoices, ({ scope }) => readChoices(scope));

  serve(saveAlertChoices, async ({ scope, body }) => {
    const { email, phone } = await readChoices(scope);
    if (body.email_kinds.length > 0 && email === null)
      throw wrongFields({ email_kinds: alertMessages.noEmail });
    if (body.sms_kinds.length > 0 && phone === null)
      throw wrongFields({ sms_kinds: alertMessages.noPhone });
    if (body.spots && !(await areOwnSpots(scope, body.spots)))
      throw wrongFields({ spots: alertMessages.unknownProperty });
    await saveChoices(scope, body);
    return { ...body, email, phone };
  });
}
