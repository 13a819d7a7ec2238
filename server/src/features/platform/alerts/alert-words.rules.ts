import type { AlertKind } from '@lotkeeper/contract/platform/alert-kinds';
import { describers } from './alert-describers.rules.ts';
import type { NamedAlert } from './alert-facts.rules.ts';
import { money, openFacts, withoutPeriod } from './alert-facts.rules.ts';

/** What is said about an alert, in sentences without a final period. */
export interface AlertWords {
  /** What happened; of one that is over, that it is. */
  title: string;
  /** More about it; null if there is nothing to add. */
  detail: string | null;
  /** What it costs or is worth; null = not known. */
  cost: string | null;
  /** What to do; null = nothing. */
  advice: string | null;
  /** The page that shows it. */
  path: string;
}

/** What an amount means while the alert is open, and what is left of it once it's over. */
interface CostTexts {
  open: (amount: string) => string;
  over?: (amount: string) => string;
}

/** By kind; a kind that isn't here has no amount. */
const costTexts: Partial<Record<AlertKind, CostTexts>> = {
  camera_silent: {
    open: (amount) => `It probably cost ${amount} so far`,
    over: (amount) => `It probably cost ${amount}`,
  },
  payout_failed: { open: (amount) => `${amount} didn’t arrive` },
  payout_held: { open: (amount) => `${amount} waits` },
  dispute_opened: { open: (amount) => `${amount} is at stake` },
  revenue_unusual: {
    open: (amount) => `The difference is ${amount}`,
    over: (amount) => `The difference was ${amount}`,
  },
  occupancy_high: { open: (amount) => `It probably costs ${amount}` },
  unexplained_cars: {
    open: (amount) => `They are worth about ${amount}`,
    over: (amount) => `They were worth about ${amount}`,
  },
  violation_appealed: { open: (amount) => `${amount} is at stake` },
};

function describeCost(alert: NamedAlert, isOver: boolean): string | null {
  const { kind, cost } = alert;
  if (cost === null || cost === 0) return null;
  const least = openFacts(alert).readNumber('cost_least');
  const texts = costTexts[kind];
  const describe = isOver ? texts?.over : texts?.open;
  const range = least === null || least === cost ? '' : `${money(least)} to `;
  return describe?.(range + money(Math.abs(cost))) ?? null;
}

/** Puts an alert into words. Of one that is over, nothing is said that was true only while it was open. */
export function describeAlert(alert: NamedAlert, { isOver }: { isOver: boolean }): AlertWords {
  const { title, ended, detail, advice, path } = describers[alert.kind](alert, openFacts(alert));
  return {
    title: isOver ? ended : title,
    detail: isOver || detail === null ? null : withoutPeriod(detail),
    cost: describeCost(alert, isOver),
    advice: isOver ? null : advice,
    path: `/organization/${alert.organization_id}/${path}`,
  };
}
