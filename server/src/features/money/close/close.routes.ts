import {
  closeMonth,
  downloadClosePacket,
  getMonthClose,
  listCloseStays,
  listLateEntries,
  reopenMonth,
  setCloseSettings,
  signCloseLinks,
} from '@lotkeeper/contract/money/close';
import type { Limiter } from '../../../kernel/access/limits.ts';
import { mayReadPlates } from '../../../kernel/access/scope.ts';
import type { SecretBox } from '../../../kernel/access/secrets.ts';
import type { SqlPool } from '../../../kernel/data/database.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { openSealKey } from '../../../records/trust/seal-key.ts';
import { makeClosePacket } from './close-packet.ts';
import {
  changeSettings,
  closeOneMonth,
  listLate,
  readMonthClose,
  reopenOneMonth,
  signLinks,
} from './closings.ts';
import { listStays } from './stays.queries.ts';

/** Packets that a person can download per hour. */
const maxPackets = 60;

interface Deps {
  sql: SqlPool;
  limiter: Limiter;
  secretBox: SecretBox;
  publicUrl: string | undefined;
}

/** Months from the cars to the bank, and their closing. */
export function closeRoutes(serve: Serve, { sql, limiter, secretBox, publicUrl }: Deps): void {
  serve(getMonthClose, ({ scope, query, now }) => readMonthClose(scope, { ...query, now }));

  serve(signCloseLinks, ({ scope, body, now }) => signLinks(scope, body, now));

  serve(closeMonth, ({ scope, body, now }) =>
    closeOneMonth(sql, scope, { month: body.month, now }),
  );

  serve(reopenMonth, ({ scope, body, now }) => reopenOneMonth(scope, body, now));

  serve(setCloseSettings, ({ scope, body, now }) => changeSettings(scope, body, now));

  serve(listCloseStays, async ({ scope, query }) => {
    const stays = await listStays(scope, query);
    return mayReadPlates(scope) ? stays : stays.map((stay) => ({ ...stay, plate: null }));
  });

  serve(listLateEntries, ({ scope, query }) => listLate(scope, query.month));

  serve(downloadClosePacket, async ({ scope, query, now }) => {
    await limiter.enforce(`packets ${scope.person.pk}`, maxPackets, now, 'downloads');
    return makeClosePacket(scope, {
      month: query.month,
      key: openSealKey(secretBox),
      verifyUrl: `${publicUrl ?? ''}/verify`,
      now,
    });
  });
}
