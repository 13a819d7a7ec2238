import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { ValetSession } from '@lotkeeper/contract/operations/valet';
import { valetRules } from '@lotkeeper/contract/operations/valet';
import { now } from '../../../kernel/clock.ts';
import { keptInTab } from '../../../kernel/kept.ts';
import type { CarDraft } from './valet.rules.ts';

/** What was typed of a car and not yet sent. */
export interface StoredDraft {
  kind: 'check-in' | 'edit';
  /** The pk of the lot, and of who typed it: nobody else is shown it. */
  spot: number;
  by: number;
  session: ValetSession;
  typed: CarDraft;
  /** When it was begun, in ms since 1970. */
  at: number;
  /** Whether its dialog was open when it was kept, so that a reload opens it again. */
  open: boolean;
}

const prefix = 'valet-draft:';
const buildKey = (kind: StoredDraft['kind'], session: string) => `${prefix}${kind}:${session}`;

const read = (key: string) => keptInTab.readJson(key) as StoredDraft | null;

type DraftOwner = Pick<StoredDraft, 'by' | 'kind'>;

/** What somebody typed of a session before. */
export function draftFor({ by: author, kind }: DraftOwner, session: string): StoredDraft | null {
  const draft = read(buildKey(kind, session));
  return draft?.by === author ? draft : null;
}

/** Keeps what is typed, over a reload of this tab. */
export const keepDraft = (draft: StoredDraft): void =>
  keptInTab.keep(buildKey(draft.kind, draft.session.uuid), JSON.stringify(draft));

/** Forgets a draft that was sent. */
export const dropDraft = (kind: StoredDraft['kind'], session: string): void =>
  keptInTab.forget(buildKey(kind, session));

const ownKeys = () => keptInTab.keys().filter((key) => key.startsWith(prefix));

/** Forgets all drafts: somebody else may sign in. */
export const dropDrafts = (): void => ownKeys().forEach(keptInTab.forget);

/** Somebody's draft at a lot whose dialog a reload closed; none after the driver's code has run out. */
export function interruptedDraft(at: { by: number; spot: number }): StoredDraft | null {
  const since = now() - valetRules.verifiedMinutes * minuteMs;
  const drafts = ownKeys().map(read);
  return (
    drafts.find(
      (draft) => draft?.open && draft.by === at.by && draft.spot === at.spot && draft.at > since,
    ) ?? null
  );
}
