import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { ValetSession } from '@lotkeeper/contract/operations/valet';
import { valetRules } from '@lotkeeper/contract/operations/valet';
import { now } from '../../../kernel/clock.ts';
import { keptInTab } from '../../../kernel/kept.ts';
import type { CarDraft } from './valet.rules.ts';

/** Input about a car that hasn't been sent. */
export interface StoredDraft {
  kind: 'check-in' | 'edit';
  /** The pk of the property. `by` is the pk of the author: the draft is shown to no one else. */
  spot: number;
  by: number;
  session: ValetSession;
  typed: CarDraft;
  /** When it was started, in ms since 1970. */
  at: number;
  /** Whether its dialog was open, so a reload opens it again. */
  open: boolean;
}

const prefix = 'valet-draft:';
const buildKey = (kind: StoredDraft['kind'], session: string) => `${prefix}${kind}:${session}`;

const read = (key: string) => keptInTab.readJson(key) as StoredDraft | null;

type DraftOwner = Pick<StoredDraft, 'by' | 'kind'>;

/** The author's draft for a session. */
export function draftFor({ by: author, kind }: DraftOwner, session: string): StoredDraft | null {
  const draft = read(buildKey(kind, session));
  return draft?.by === author ? draft : null;
}

/** Stores the input across reloads of this tab. */
export const keepDraft = (draft: StoredDraft): void =>
  void keptInTab.keep(buildKey(draft.kind, draft.session.uuid), JSON.stringify(draft));

export const dropDraft = (kind: StoredDraft['kind'], session: string): void =>
  keptInTab.forget(buildKey(kind, session));

const ownKeys = () => keptInTab.keys().filter((key) => key.startsWith(prefix));

/** Deletes all drafts: someone else may sign in. */
export const dropDrafts = (): void => ownKeys().forEach(keptInTab.forget);

/** The author's draft at a property whose dialog a reload closed; null once the driver's code has expired. */
export function interruptedDraft(at: { by: number; spot: number }): StoredDraft | null {
  const earliest = now() - valetRules.verifiedMinutes * minuteMs;
  const drafts = ownKeys().map(read);
  return (
    drafts.find(
      (draft) => draft?.open && draft.by === at.by && draft.spot === at.spot && draft.at > earliest,
    ) ?? null
  );
}
