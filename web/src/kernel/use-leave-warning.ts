import { useEffect } from 'react';

/** Has the browser ask before this page is closed or reloaded, while something would be lost. */
export function useLeaveWarning(isOn: boolean): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isOn) event.preventDefault();
    };
    globalThis.addEventListener('beforeunload', warn);
    return () => globalThis.removeEventListener('beforeunload', warn);
  }, [isOn]);
}
