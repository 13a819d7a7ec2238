import { buildMessages, findBuild } from '@lotkeeper/contract/kernel/builds';
import { useEffect, useState, useSyncExternalStore } from 'react';

const ownBuild = findBuild(document.head.innerHTML);
let isNewer = false;
const listeners = new Set<() => void>();

/** Notes the build that the server has; null = it doesn't say. */
export function noteBuild(build: string | null): void {
  if (isNewer || !build || !ownBuild || build === ownBuild) return;
  isNewer = true;
  for (const listener of listeners) listener();
}

/** Whether the server has a newer build than this page. */
export const hasNewerBuild = () => isNewer;

export const useNewerBuild = () =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, hasNewerBuild);

/** Milliseconds until a server that doesn't answer counts as unreachable. */
const patience = 5000;

async function askServer(): Promise<string> {
  try {
    const signal = AbortSignal.timeout(patience);
    const headers = { accept: 'text/html' };
    const response = await fetch('/', { cache: 'no-store', headers, signal });
    if (!response.ok) return buildMessages.offline;
    noteBuild(findBuild(await response.text()));
  } catch {
    return buildMessages.offline;
  }
  return isNewer ? `${buildMessages.newer} ${buildMessages.reload}` : buildMessages.blocked;
}

let asking: Promise<string> | null = null;

/**
 * Why something that the page needs didn't arrive, and what to do. The browser reports these cases
 * alike, so the server is asked, once for everything that fails together.
 */
export function explainFailure(): Promise<string> {
  asking ??= askServer().finally(() => {
    asking = null;
  });
  return asking;
}

/** `explainFailure` for the latest failure; until that is known, the most common advice. */
export function useFailureExplanation(): string {
  const [explanation, setExplanation] = useState<string>(buildMessages.offline);
  useEffect(() => {
    let isShown = true;
    void explainFailure().then((text) => isShown && setExplanation(text));
    return () => {
      isShown = false;
    };
  }, []);
  return explanation;
}

const loadFailures =
  /dynamically imported module|Importing a module script|preload CSS|module script failed/i;

/** Whether part of the page couldn't be loaded, by the messages of browsers and Vite. */
export const isLoadFailure = (error: unknown) =>
  error instanceof Error && loadFailures.test(error.message);
