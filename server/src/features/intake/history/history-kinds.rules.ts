import { historyMessages } from '@lotkeeper/contract/intake/history';

const unpaidWords =
  /\b(?:fail(?:ed|ure)?|declined|cancel(?:l?ed)?|void(?:ed)?|incomplete|pending|uncaptured|blocked|expired|unpaid|not paid|requires \w+|abandoned|aborted|rejected|processing|authori[sz]ed|unsuccessful|error)\b/i;
const givesBack = /refund|charge ?back|dispute|credit memo/i;
/** What is undone, with what says so behind it; and what says so, with what is undone behind it. */
const undoneWord = /refund|charge ?back|dispute|reversal/i;
const undoingWord = /fail|revers|cancel|void|won\b|reinstat/i;
const undoingBefore =
  /(?:fail|revers|cancel|void|won\b)\w{0,30} (?:refund|charge ?back|dispute|reversal)/i;
const processorFee =
  /^fees?$|\b(?:stripe|square|processing|processor|card|merchant|network|dispute|charge ?back|application|platform|payout|transfer|bank|radar|billing|refund) fees?\b|\bfees? (?:refund|adjustment)\b/i;
const isPayout = /\bpayouts?\b|\bwithdrawals?\b/i;
const isTransfer = /\btransfers?\b|top ?up|\bcontribution\b|\badvance\b/i;
const isNoPayment = /adjustment|\breserves?\b|reserved funds|deposit/i;

/** The type of a row as words: `refund_failure` is two. */
export const readKind = (cell: string) => cell.replaceAll(/[_-]+/g, ' ');

/** Whether a row of this type takes money back or returns it. */
export const isRefundKind = (kind: string) =>
  givesBack.test(kind) || (/reversal/i.test(kind) && findNoIncome(kind) === null);

/** Whether a row of this type undoes a refund. */
export function isReturnKind(kind: string): boolean {
  const undone = undoneWord.exec(kind);
  const rest = undone ? kind.slice(undone.index + undone[0].length) : '';
  return undoingWord.test(rest) || undoingBefore.test(kind);
}

/** Why a row of this type isn’t income; null if it may be. */
export function findNoIncome(kind: string): string | null {
  if (processorFee.test(kind)) return historyMessages.processorFee;
  if (givesBack.test(kind)) return null;
  if (isPayout.test(kind)) return historyMessages.payout;
  if (isTransfer.test(kind)) return historyMessages.transfer;
  return isNoPayment.test(kind) ? historyMessages.notPayment(kind.slice(0, 40)) : null;
}

/** What a status says about what was paid. */
export function readStatus(status: string): 'paid' | 'unpaid' | 'refunded' | 'partly' {
  if (
    !/refund|charge ?back|charged back|dispute lost|lost dispute|\breversed\b|\breturned\b/i.test(
      status,
    )
  )
    return unpaidWords.test(status) ? 'unpaid' : 'paid';
  if (/partial|partly/i.test(status)) return 'partly';
  return /\b(?:not?|non)\b|unrefund|refundable|fail|cancel|declin|reject|pend|request|\bwon\b/i.test(
    status,
  )
    ? 'paid'
    : 'refunded';
}

/** Whether a payment or refund with this status never happened. */
export const isUnpaid = (status: string) => unpaidWords.test(status);
