import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import {
  chooseLetter,
  findNewestStart,
  getLetter,
  getLetterChoices,
  getLetterStop,
  isLetterStart,
  letterMessages,
  listLetterRanges,
  listNeighborStarts,
  stopLetter,
} from '@lotkeeper/contract/money/letters';
import type { LinkScope, OrganizationScope } from '../../../kernel/access/scope.ts';
import type { SecretBox } from '../../../kernel/access/secrets.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import type { MessageServers } from '../../../kernel/messages/message-servers.ts';
import { Refusal, wrongFields } from '../../../kernel/refusal.ts';
import type { PaymentProcessor } from '../../../processor/processor.ts';
import { chooseZone, findDueStart, findToday } from './due-letters.rules.ts';
import {
  deleteChoice,
  findKept,
  findStopped,
  insertChoice,
  listChosen,
} from './letter-choices.queries.ts';
import { listLetterSpots } from './letters.queries.ts';
import type { LetterKey } from './stop-tokens.ts';
import { readStopToken } from './stop-tokens.ts';
import { composeLetter } from './write-letter.ts';

async function readChoices(scope: OrganizationScope, servers: MessageServers, now: Instant) {
  const [spots, chosen, mailServer] = await Promise.all([
    listLetterSpots(scope),
    listChosen(scope),
    servers.find('email'),
  ]);
  const today = findToday(spots, now);
  return {
    email: scope.person.email,
    is_mail_sent: mailServer !== null,
    chosen: {
      weekly: chosen.some(({ kind }) => kind === 'weekly'),
      monthly: chosen.some(({ kind }) => kind === 'monthly'),
    },
    newest: {
      weekly: findNewestStart('weekly', today),
      monthly: findNewestStart('monthly', today),
    },
  };
}

/** The weekly and monthly letters: their pages, who gets them, and how they are stopped. */
export function lettersRoutes(
  serve: Serve,
  deps: {
    secretBox: SecretBox;
    servers: MessageServers;
    processor: PaymentProcessor;
    openLinkScope: (organizationId: number) => LinkScope;
  },
): void {
  const { secretBox, servers, processor, openLinkScope } = deps;

  serve(getLetterChoices, async ({ scope, now }) => readChoices(scope, servers, now));

  serve(chooseLetter, async ({ scope, body: { kind, is_chosen }, now }) => {
    const key = { organization_id: scope.organizationId, person_pk: scope.person.pk, kind };
    if (is_chosen && scope.person.email === null)
      throw new Refusal('conflict', letterMessages.noEmail);
    if (is_chosen && (await servers.find('email')) === null)
      throw new Refusal('conflict', letterMessages.noMail);
    const spots = await listLetterSpots(scope);
    await scope.write(async (tx) => {
      if (!is_chosen) await deleteChoice(tx, key, now);
      else await insertChoice(tx, key, { sentStart: findDueStart(kind, spots, now), now });
    });
    return readChoices(scope, servers, now);
  });

  serve(getLetter, async ({ scope, params: { kind, start }, now }) => {
    const [spots, keptLetter] = await Promise.all([
      listLetterSpots(scope),
      findKept(scope, kind, start),
    ]);
    const today = findToday(spots, now);
    if (!isLetterStart(kind, start, today))
      throw wrongFields({ start: letterMessages.start[kind] });
    const letter =
      keptLetter?.content ??
      (await composeLetter(scope, { kind, start, spots, processor: processor.name, now }));
    return {
      letter,
      start_date: start,
      end_date: listLetterRanges(kind, start).week.end,
      written_at: keptLetter?.written_at ?? now,
      timezone: chooseZone(spots),
      was_sent: keptLetter !== null,
      ...listNeighborStarts(kind, start, today),
    };
  });

  const deadLink = () => new Refusal('not_found', letterMessages.deadLink);
  const findKey = (token: string): LetterKey => {
    const key = readStopToken(secretBox, token);
    if (!key) throw deadLink();
    return key;
  };

  serve(getLetterStop, async ({ params }) => {
    const key = findKey(params.token);
    const found = await findStopped(openLinkScope(key.organization_id), key);
    if (!found) throw deadLink();
    return { ...found, kind: key.kind };
  });

  serve(stopLetter, async ({ params, now }) => {
    const key = findKey(params.token);
    const scope = openLinkScope(key.organization_id);
    return { stopped: await scope.write((tx) => deleteChoice(tx, key, now)) };
  });
}
