import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { Detector, OpenDetectors, Problem } from '../../platform/alerts/public.ts';
import { openSilenceDetector } from './silence-detector.ts';

/** How long a connection may take until its first message. */
const firstMessageMs = dayMs;

/** Connections that never sent a message. */
const waitingConnections: Detector = {
  kinds: ['connection_waiting'],
  async findProblems(sql, now) {
    const rows = await sql<
      {
        organization_id: number;
        pk: number;
        name: string;
        spot_pk: number | null;
        created_at: Instant;
      }[]
    >`
      select organization_id, pk, name, spot_pk, created_at from camera_feeds
      where revoked_at is null and last_message_at is null and created_at <= ${instant(now - firstMessageMs)}`;
    return rows.map(
      ({ organization_id, pk, name, spot_pk, created_at }): Problem => ({
        organization_id,
        spot_pk,
        kind: 'connection_waiting',
        subject: `connection ${pk}`,
        since: created_at,
        cost: null,
        facts: { connection: name },
      }),
    );
  },
};

export const camerasDetectors: OpenDetectors = () => [openSilenceDetector(), waitingConnections];
