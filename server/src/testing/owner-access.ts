const signIn =
  'Signs people in: sessions, codes, tickets and devices are of people, and the pages’ role may not read them.';
const uploads =
  'Uploads are of the person who sent them, and the pages’ role may not read the table.';
const byToken =
  'Finds the organization that a token belongs to; everything after that is in its scope.';
const bySecret = 'Knows callers of all organizations by their secrets, before any scope can exist.';
const processorEvents =
  'An event of the payment processor names no organization, and the pages’ role may not read the table.';
const devices = 'Devices are of people, and have addresses that the pages’ role may not read.';
const acrossOrganizations = 'A job that looks in all organizations for what is due.';
const claims =
  'A job that claims work of many organizations, and is handed the connection by the one that found it.';
const serverState = 'Reads the state of the server, which has no rows of an organization.';
const ownersTables =
  'Writes tables that only the owner may write, so that no page can: seals, deletions, and their marks.';

/**
 * The files of features that can ask as the owner of the database, past row-level security, and why. What isn't here
 * runs in a scope. Before you add one: a job about one organization has `openJobScope`, and a link that names one
 * has `openLinkScope`.
 */
export const ownerAccess: Readonly<Record<string, string>> = {
  'cars/appeals/notices.routes.ts':
    'Finds a violation by its number and plate, which name no organization; everything after that is in its scope.',
  'cars/appeals/violation-orders.queries.ts':
    'Finds the payment of a charge that an event names, and unsettled payments of all organizations.',
  'cars/cameras/open-feeds.ts': bySecret,
  'cars/visits/set-aside.ts': 'A command has what was set aside anywhere tried again.',
  'cars/visits/visits.jobs.ts':
    'Finds due visits of all organizations. Settling them names the organization in each statement, and is too hot to plan anew under policies without measuring it.',
  'intake/files/import-jobs.ts':
    'Records the rows of an uploaded file, whose table the pages’ role may not read, and tidies up in all organizations.',
  'intake/files/import-kind.ts': 'Hands kinds of files the connection of the job.',
  'intake/files/open-uploads.ts': uploads,
  'intake/files/uploads.ts': uploads,
  'intake/history/history-kind.ts': 'Is handed the connection of the job that records its rows.',
  'intake/history/history.routes.ts': uploads,
  'intake/visitors-csv/visitors-csv.routes.ts': uploads,
  'intake/webhooks/claim-deliveries.ts': claims,
  'intake/webhooks/deliverer.ts': acrossOrganizations,
  'intake/webhooks/settle-deliveries.ts': claims,
  'intake/webhooks/waiting-deliveries.ts': acrossOrganizations,
  'intake/webhooks/webhooks.jobs.ts': acrossOrganizations,
  'money/auditor-links/auditor-links.routes.ts': byToken,
  'money/close/close.jobs.ts': acrossOrganizations,
  'money/close/close.routes.ts': 'Hands the closing its connection.',
  'money/close/closings.ts':
    'Waits for whoever writes to the ledger: the pages’ role doesn’t see the locks of others.',
  'money/letters/letters.jobs.ts': acrossOrganizations,
  'money/payouts/payout-account-change.ts':
    'Checks a sign-in code, which the pages’ role may not read.',
  'money/payouts/payout-requirements.ts':
    'Finds the organization of an account that an event of the payment processor names.',
  'money/payouts/payouts.jobs.ts': acrossOrganizations,
  'money/payouts/payouts.routes.ts': 'Hands the check of a sign-in code its connection.',
  'money/processor-events/charge-events.ts': processorEvents,
  'money/processor-events/processor-events.jobs.ts': processorEvents,
  'money/processor-events/processor-events.queries.ts': processorEvents,
  'money/processor-events/processor-events.routes.ts': processorEvents,
  'money/refunds/refunds.routes.ts': 'Hands refunds the connection that they find charges with.',
  'money/refunds/refunds.ts':
    'Finds a charge by the processor’s name for it, as events do, and unsettled refunds of all organizations.',
  'operations/calendar-feeds/calendar-feeds.routes.ts': byToken,
  'operations/kiosks/kiosks.routes.ts': byToken,
  'operations/kiosks/open-kiosks.ts': bySecret,
  'operations/valet/valet-rings.ts': devices,
  'operations/valet/valet.jobs.ts':
    'Finds the payment of a charge that an event names, and unsettled payments of all organizations.',
  'people/session/known-devices.ts': signIn,
  'people/session/login-codes.ts': signIn,
  'people/session/passkey-mail.ts': signIn,
  'people/session/passkeys.routes.ts': signIn,
  'people/session/passkeys.ts': signIn,
  'people/session/session-code-sends.ts': signIn,
  'people/session/session-codes.ts': signIn,
  'people/session/session-invitations.ts':
    'Finds the organization that an invitation belongs to, by its ticket or its address, and creates people and members.',
  'people/session/session-sign-on.ts': signIn,
  'people/session/session-tickets.ts': signIn,
  'people/session/session.routes.ts': signIn,
  'people/session/sign-on.routes.ts': signIn,
  'people/session/start-session.ts': signIn,
  'people/team/team.routes.ts': signIn,
  'platform/alerts/alerts.jobs.ts': acrossOrganizations,
  'platform/alerts/alerts.routes.ts':
    'A link that ends mails looks for a device that works, which the pages’ role may not read.',
  'platform/alerts/decide-alerts.ts': acrossOrganizations,
  'platform/alerts/send-notices.ts': acrossOrganizations,
  'platform/health/readiness.ts': serverState,
  'platform/member-messages/member-messages.queries.ts': acrossOrganizations,
  'platform/member-messages/send-message.ts':
    'Reads the sealed address of a device, which the pages’ role may not.',
  'platform/metrics/metrics.routes.ts': serverState,
  'platform/metrics/process-metrics.ts': serverState,
  'platform/push-devices/push-devices.queries.ts': devices,
  'platform/push-devices/push-devices.routes.ts': devices,
  'platform/setup/setup.queries.ts':
    'Creates the first person and organization, before anyone can have a scope.',
  'platform/setup/setup.routes.ts':
    'Creates the first person and organization, before anyone can have a scope.',
  'trust/organization-exports/exports.jobs.ts':
    'Finds exports of all organizations that are over or were left; what an export contains is read in a scope.',
  'trust/privacy-requests/privacy-requests.jobs.ts': ownersTables,
  'trust/retention/retention.jobs.ts': ownersTables,
  'trust/retention/unused-files.ts':
    'A file may be an image of several organizations, so all are asked before it is deleted.',
  'trust/seals/seals.jobs.ts': ownersTables,
  'trust/seals/seals.queries.ts':
    'The public keys of the installation, which anyone may read without a scope.',
  'trust/seals/seals.routes.ts':
    'The public keys of the installation, which anyone may read without a scope.',
};
