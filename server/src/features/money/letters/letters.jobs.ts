import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { LetterKind } from '@lotkeeper/contract/money/letters';
import { findNewestStart, letterKinds } from '@lotkeeper/contract/money/letters';
import type { WholeOrganizationScope } from '../../../kernel/access/scope.ts';
import { scopeMaker } from '../../../kernel/access/scope.ts';
import type { SecretBox } from '../../../kernel/access/secrets.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Database } from '../../../kernel/data/database.ts';
import type { JobHandler } from '../../../kernel/data/jobs.ts';
import { defineJob, enqueueOnce, handleJob } from '../../../kernel/data/jobs.ts';
import type { PaymentProcessor } from '../../../processor/processor.ts';
import { queueMemberMessages } from '../../../records/platform/member-messages.ts';
import { readOrganization } from '../../platform/organizations/public.ts';
import { findDueStart } from './due-letters.rules.ts';
import {
  claimReaders,
  findKept,
  isAwaited,
  keepLetter,
  listUnsent,
} from './letter-choices.queries.ts';
import { buildLetterMail } from './letter-mail.ts';
import { listLetterSpots } from './letters.queries.ts';
import { makeStopToken } from './stop-tokens.ts';
import { composeLetter } from './write-letter.ts';

interface Deps {
  database: Database;
  clock: Clock;
  processor: Pick<PaymentProcessor, 'name'>;
  secretBox: SecretBox;
  publicUrl: () => string;
}

/** Every ten minutes: queues the organizations whose letters are due. */
const letterSweep = defineJob('sweep_letters', { every: 10 * minuteMs });
/** Writes the letters of an organization that are due, once for all who want them. */
const letterJob = defineJob<{ organization_id: number }>('write_letters', { isBulk: true });

/** The zone where days begin first. */
const firstZone = 'Pacific/Kiritimati';

/** Queues each organization with somebody whose letter is due. */
export function makeLetterSweeper({ database, clock }: Pick<Deps, 'database' | 'clock'>) {
  return async () => {
    const now = clock();
    const today = toLocalDate(now, firstZone);
    const newest = {
      weekly: findNewestStart('weekly', today),
      monthly: findNewestStart('monthly', today),
    };
    const rows = await listUnsent(database.system, newest);
    const groups = Map.groupBy(rows, ({ organization_id: id, kind }) => `${id} ${kind}`).values();
    const due = [...groups].flatMap((zones) =>
      zones
        .filter(({ kind, sent_start }) => sent_start < findDueStart(kind, zones, now))
        .map(({ organization_id }) => organization_id),
    );
    await database.system.begin(async (tx) => {
      for (const organization_id of new Set(due)) {
        const key = `letters ${organization_id}`;
        await enqueueOnce(tx, letterJob, { organization_id }, { key, runAt: now });
      }
    });
  };
}

/** A scope for what no person asked for: as an Admin of the organization, by the Admins who get the letter. */
function openScope({ database }: Deps, organizationId: number): WholeOrganizationScope {
  const affiliation = {
    pk: 0,
    type: 'parking' as const,
    organization: organizationId,
    role: 'ADMIN' as const,
  };
  const person = {
    pk: 0,
    first_name: '',
    last_name: '',
    email: null,
    phone: null,
    superuser: false,
    is_renter: false,
    org_type: null,
    affiliations: [affiliation],
  };
  return scopeMaker(database, 'letters').organization(person, organizationId);
}

interface DueLetter {
  kind: LetterKind;
  start: LocalDate;
}

/** Writes a letter, keeps it, and queues it for those who wait for it: all of that, or nothing. */
async function sendLetter(
  deps: Deps,
  scope: WholeOrganizationScope,
  { kind, start }: DueLetter,
): Promise<void> {
  const { database, clock, processor, secretBox } = deps;
  const { organizationId } = scope;
  const now = clock();
  const spots = await listLetterSpots(scope);
  const organization = { pk: organizationId, name: (await readOrganization(scope)).name };
  const keptLetter = await findKept(scope, kind, start);
  const written =
    keptLetter?.content ??
    (await composeLetter(scope, { kind, start, spots, processor: processor.name, now }));
  await database.system.begin(async (tx) => {
    const readers = await claimReaders(tx, { organizationId, kind, start });
    if (!written || readers.length === 0) return;
    const letter = await keepLetter(tx, { organizationId, kind, start }, written, now);
    const messages = readers.map(({ person_pk }) => {
      const stopToken = makeStopToken(secretBox, {
        organization_id: organizationId,
        person_pk,
        kind,
      });
      const at = { publicUrl: deps.publicUrl(), stopToken };
      return {
        organization_id: organizationId,
        person_pk,
        medium: 'email' as const,
        key: `letter-${kind}-${start}-${person_pk}`,
        ...buildLetterMail({ organization, kind, start, letter }, at),
      };
    });
    await queueMemberMessages(tx, messages, now);
  });
}

/** Sends the letters of an organization that are due. Run twice or killed, it sends each once. */
export function makeLetterWriter(deps: Deps): JobHandler<typeof letterJob> {
  return async ({ organization_id }) => {
    const scope = openScope(deps, organization_id);
    const spots = await listLetterSpots(scope);
    for (const kind of letterKinds) {
      const start = findDueStart(kind, spots, deps.clock());
      const letter = { organizationId: organization_id, kind, start };
      if (await isAwaited(deps.database.system, letter)) await sendLetter(deps, scope, letter);
    }
  };
}

export const lettersJobs = [
  handleJob(letterSweep, makeLetterSweeper),
  handleJob(letterJob, makeLetterWriter),
];
