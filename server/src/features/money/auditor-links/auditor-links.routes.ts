import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { BodyOf } from '@lotkeeper/contract/kernel/endpoint';
import {
  auditorCalls,
  auditorEntriesPerPage,
  auditorMessages,
  auditorTries,
  createAuditorLink,
  downloadAuditorPacket,
  getAuditorMonth,
  listAuditorEntries,
  listAuditorLinks,
  listAuditorViews,
  maxAuditorLinks,
  openAuditorLink,
  revokeAuditorLink,
} from '@lotkeeper/contract/money/auditor-links';
import type { FastifyRequest } from 'fastify';
import type { Limiter } from '../../../kernel/access/limits.ts';
import type { LinkScope, OrganizationScope } from '../../../kernel/access/scope.ts';
import type { SecretBox } from '../../../kernel/access/secrets.ts';
import { newToken } from '../../../kernel/access/secrets.ts';
import type { SqlPool } from '../../../kernel/data/database.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { getClientNetwork } from '../../../kernel/load/client-network.ts';
import { Refusal, wrongFields } from '../../../kernel/refusal.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';
import { endAuditorLink } from '../../../records/trust/auditor-links.ts';
import { openSealKey } from '../../../records/trust/seal-key.ts';
import { buildClosePacket, readMonthClose } from '../close/public.ts';
import type { LiveLink } from './auditor-links.queries.ts';
import {
  countLinks,
  findLiveLink,
  insertLink,
  listEntries,
  listLinks,
  listViews,
  recordView,
  recordViewOnce,
} from './auditor-links.queries.ts';

interface Deps {
  sql: SqlPool;
  limiter: Limiter;
  secretBox: SecretBox;
  publicUrl: string | undefined;
  openLinkScope: (organizationId: number) => LinkScope;
}

/** Creates a link; its token isn't stored, only the hash of it. */
const createLink = (
  scope: OrganizationScope,
  { days, spots, ...link }: BodyOf<typeof createAuditorLink>,
  now: Instant,
) =>
  scope.write(async (tx) => {
    const { organizationId } = scope;
    const chosen = [...new Set(spots)];
    const counts = await countLinks(tx, organizationId, { spots: chosen, now });
    if (counts.spots !== chosen.length) throw wrongFields({ spots: auditorMessages.spots });
    if (counts.links >= maxAuditorLinks) throw new Refusal('conflict', auditorMessages.tooMany);
    const token = newToken();
    const spot_pks = chosen.length === 0 ? null : chosen;
    const expires_at = instant(now + days * dayMs);
    const pk = await insertLink(tx, scope, { ...link, spot_pks, token, expires_at }, now);
    const { auditor, first_month, last_month } = link;
    await recordAuditEntry(tx, scope, now, {
      act: 'create',
      subject: 'auditor link',
      pk,
      name: auditor,
      after: {
        first_month,
        last_month,
        properties: chosen.length === 0 ? 'all' : chosen.length,
        days,
      },
    });
    return { pk, token };
  });

const revokeLink = (scope: OrganizationScope, link: number, now: Instant) =>
  scope.write(async (tx) => ({ revoked: await endAuditorLink(tx, scope, link, now) }));

const refuseOutside = () => new Refusal('not_found', auditorMessages.outside);

const coversMonth = (link: LiveLink, month: LocalDate) =>
  month >= link.first_month && month <= link.last_month;

/** Refuses a month or property that a link doesn't cover; without a property, it has to cover all. */
function requireCovered(link: LiveLink, month: LocalDate, spot: number | undefined): void {
  if (!coversMonth(link, month)) throw refuseOutside();
  const isCovered =
    spot === undefined ? link.covers_all : link.covered.some(({ pk }) => pk === spot);
  if (!isCovered) throw refuseOutside();
}

/** Links that let auditors read months without an account, and what they read. */
export function auditorLinksRoutes(serve: Serve, deps: Deps): void {
  const { sql, limiter, secretBox, publicUrl, openLinkScope } = deps;

  serve(listAuditorLinks, ({ scope }) => listLinks(scope));
  serve(createAuditorLink, ({ scope, body, now }) => createLink(scope, body, now));
  serve(revokeAuditorLink, ({ scope, params, now }) => revokeLink(scope, params.link, now));
  serve(listAuditorViews, ({ scope, params }) => listViews(scope, params.link));

  /** The link of a token. Unknown ones are counted by network; whatever is wrong, the answer is the same. */
  const openLink = async (token: string, request: FastifyRequest, now: Instant) => {
    const link = await findLiveLink(sql, token, now);
    if (!link) {
      await limiter.enforce(`auditor tries of ${getClientNetwork(request)}`, auditorTries, now);
      throw new Refusal('not_found', auditorMessages.dead);
    }
    await limiter.enforce(`auditor link ${link.pk}`, auditorCalls, now, 'requests');
    return { link, scope: openLinkScope(link.organization_id) };
  };

  serve(openAuditorLink, async ({ params, request, now }) => {
    const { link, scope } = await openLink(params.token, request, now);
    await recordViewOnce(scope, link, { kind: 'link', month: link.first_month }, now);
    const { organization_id: _organization, pk: _pk, ...coverage } = link;
    return coverage;
  });

  serve(getAuditorMonth, async ({ params, query: { month, spot }, request, now }) => {
    const { link, scope } = await openLink(params.token, request, now);
    requireCovered(link, month, spot);
    const question = { month, now, ...(spot === undefined ? {} : { spot: String(spot) }) };
    const answer = await readMonthClose(scope, question);
    await recordView(scope, link, { kind: 'month', month, spot }, now);
    return {
      ...answer,
      adjustments: answer.adjustments.filter((item) => coversMonth(link, item.month)),
      closed_months: answer.closed_months.filter((item) => coversMonth(link, item)),
    };
  });

  serve(listAuditorEntries, async ({ params, query, request, now }) => {
    const { link, scope } = await openLink(params.token, request, now);
    const { month, spot, after } = query;
    requireCovered(link, month, spot);
    const rows = await listEntries(scope, query);
    const record = after === undefined ? recordView : recordViewOnce;
    await record(scope, link, { kind: 'entries', month, spot }, now);
    const results = rows.slice(0, auditorEntriesPerPage);
    const next = rows.length > auditorEntriesPerPage ? (results.at(-1)?.pk ?? null) : null;
    return { results, next };
  });

  serve(downloadAuditorPacket, async ({ params, query: { month }, request, now }) => {
    const { link, scope } = await openLink(params.token, request, now);
    requireCovered(link, month, undefined);
    const packet = await buildClosePacket(scope, {
      month,
      key: openSealKey(secretBox),
      verifyUrl: `${publicUrl ?? ''}/verify`,
      now,
    });
    // What is sealed can't be sent in part.
    const others = packet.adjustedMonths.filter((item) => !coversMonth(link, item));
    if (others.length > 0) throw new Refusal('not_found', auditorMessages.packetOutside);
    await recordView(scope, link, { kind: 'packet', month }, now);
    return packet.file;
  });
}
