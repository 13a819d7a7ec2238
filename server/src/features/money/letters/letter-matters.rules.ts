import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import {
  formatCount,
  formatDateShort,
  formatMoney,
  formatMoneyExact,
} from '@lotkeeper/contract/kernel/format';
import { hasDisputeEnded } from '@lotkeeper/contract/money/disputes';
import type { LetterSection, TextLine } from '@lotkeeper/contract/money/letters';
import type { LetterPaths } from './letter-text.ts';
import { countOf, link, plain } from './letter-text.ts';
import type { LetterDispute, OpenMatters } from './letters.queries.ts';

const disputeWords: Record<LetterDispute['state'], string> = {
  inquiry: 'the bank asks about it',
  needs_response: 'a response is due',
  under_review: 'the bank is deciding',
  won: 'won',
  lost: 'lost',
  closed: 'closed',
};

function writeDispute(dispute: LetterDispute, zone: string, paths: LetterPaths): TextLine {
  const { amount, spot, state, respond_by, path } = dispute;
  const due =
    state === 'needs_response' && respond_by !== null
      ? ` by ${formatDateShort(toLocalDate(respond_by, zone))}`
      : '';
  return [
    plain('Dispute of '),
    link(formatMoneyExact(amount), paths.page(path)),
    plain(` at ${spot}: ${disputeWords[state]}${due}.`),
  ];
}

/** Disputes that a letter lists; more are counted. */
const maxDisputes = 5;

/** Open violations if there are new ones or appeals to answer, and disputes; null if nothing is new. */
export function writeMatters(
  { violations, amount, new_violations, new_amount, appeals, disputes }: OpenMatters,
  timezone: string,
  paths: LetterPaths,
): LetterSection | null {
  const hasNews = new_violations > 0 || appeals.length > 0;
  if (!hasNews && disputes.length === 0) return null;
  const fresh = `${formatCount(new_violations)} of them new, ${formatMoney(new_amount)}`;
  const figures = hasNews
    ? [
        {
          label: countOf(violations, 'open violation'),
          value: link(formatMoney(amount), paths.page('who-owes', { kind: 'violation' })),
          notes: new_violations > 0 ? [[plain(fresh)]] : [],
        },
      ]
    : [];
  const open = disputes.filter(({ state }) => !hasDisputeEnded(state));
  const lines = disputes
    .slice(0, maxDisputes)
    .map((dispute) => writeDispute(dispute, timezone, paths));
  const more = disputes.length - maxDisputes;
  const rest: TextLine[] = more > 0 ? [[plain(`And ${countOf(more, 'more dispute')}.`)]] : [];
  const title = open.length > 0 || disputes.length > 0 ? 'Violations and disputes' : 'Violations';
  return { title, figures, lines: [...lines, ...rest] };
}
