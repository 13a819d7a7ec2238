import { emptyMessages } from '../../../records/trust/empty-messages.ts';
import { selectKeptEvidence } from '../../../records/trust/kept-evidence.ts';
import type { Expiring, OldRow, Source } from './expiry.ts';
import { fromTheBeginning, largeBatchRows } from './expiry.ts';

/** Texts of camera messages. The rows stay, so that a message that is sent again is recognized. */
export const oldMessages: Expiring = {
  listSources: (sql, organizationId) => sql<Source[]>`
    select pk, null as kind from camera_feeds where organization_id = ${organizationId} order by pk`,
  start: fromTheBeginning,
  continues: true,
  listOld: (sql, expiry, { pk }, after) => sql<OldRow[]>`
    with ${selectKeptEvidence(sql, expiry)},
    kept_messages as materialized (
      select r.message_pk as pk from kept_visits k
      join plate_reads r on r.organization_id = ${expiry.organizationId} and r.visit_pk = k.pk),
    old as materialized (
      select m.pk, m.received_at, octet_length(m.body) > 0 or m.files <> '{}' as has_content
      from camera_messages m
      where m.organization_id = ${expiry.organizationId} and m.feed_pk = ${pk}
        and m.received_at < ${expiry.before}
        and (m.received_at, m.pk) > (${after.at}::timestamptz, ${after.key}::bigint)
      order by m.received_at, m.pk limit ${largeBatchRows})
    select received_at::text as at, pk::text as key,
      has_content and not exists (select from kept_messages k where k.pk = old.pk) as is_due
    from old order by received_at, pk`,
  deleteRows: (tx, { organization, now }, keys) => emptyMessages(tx, organization.pk, keys, now),
};
