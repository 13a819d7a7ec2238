import type { SpotChanges } from '../data/spot-changes.ts';
import type { KnownSecrets, LiveKey } from './known-secrets.ts';
import type { LiveFeed, LiveKiosk } from './scope.ts';
import { newToken } from './secrets.ts';
import type { Sessions } from './sessions.ts';
import type { SpotDirectory } from './spot-directory.ts';

export interface CameraFeeds extends KnownSecrets<LiveFeed> {
  /** Counts a message that was refused for its size, so that an Admin sees why nothing comes. */
  noteTooLarge(feed: LiveFeed): Promise<void>;
}

/** Finds kiosks by their token; nothing is kept in memory, so that one that was ended ends at once. */
export interface Kiosks {
  find(token: string): Promise<LiveKiosk | null>;
  /** Calls back when a kiosk was ended. */
  onEnd(listener: (kioskPk: number) => void): void;
  close(): Promise<void>;
}

/** A token of a kiosk, which no session's looks like. */
export const newKioskToken = () => `lx_${newToken()}`;
export const isKioskToken = (token: string) => /^lx_[\w-]{43}$/.test(token);

/** Who may call, and the properties they name and their changes: what every request looks up before anything else. */
export interface Callers {
  sessions: Sessions;
  spots: SpotDirectory;
  changes: SpotChanges;
  keys: KnownSecrets<LiveKey>;
  feeds: CameraFeeds;
  kiosks: Kiosks;
}
