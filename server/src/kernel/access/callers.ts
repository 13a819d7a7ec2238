import type { SpotChanges } from '../data/spot-changes.ts';
import type { KnownSecrets, LiveKey } from './known-secrets.ts';
import type { LiveFeed, LiveKiosk } from './scope.ts';
import { newToken } from './secrets.ts';
import type { Sessions } from './sessions.ts';
import type { SpotDirectory } from './spot-directory.ts';

export interface CameraFeeds extends KnownSecrets<LiveFeed> {
  /** Counts a message refused for its size, so an Admin can see why nothing arrives. */
  noteTooLarge(feed: LiveFeed): Promise<void>;
}

/** Finds kiosks by token. Nothing is cached, so ending a kiosk takes effect at once. */
export interface Kiosks {
  find(token: string): Promise<LiveKiosk | null>;
  /** Calls back when a kiosk is ended. */
  onEnd(listener: (kioskPk: number) => void): void;
  close(): Promise<void>;
}

/** A kiosk token; its prefix sets it apart from session tokens. */
export const newKioskToken = () => `lx_${newToken()}`;
export const isKioskToken = (token: string) => /^lx_[\w-]{43}$/.test(token);

/** Looks up what every request needs first: the caller, and the properties it names with their changes. */
export interface Callers {
  sessions: Sessions;
  spots: SpotDirectory;
  changes: SpotChanges;
  keys: KnownSecrets<LiveKey>;
  feeds: CameraFeeds;
  kiosks: Kiosks;
}
