import { useEffect, useEffectEvent } from 'react';

/** Calls back each time that nobody has touched the screen for so many seconds. */
export function useIdle(seconds: number, onIdle: () => void): void {
  const idle = useEffectEvent(onIdle);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const restart = () => {
      clearTimeout(timer);
      timer = setTimeout(idle, seconds * 1000);
    };
    restart();
    const touches = ['pointerdown', 'keydown'] as const;
    for (const touch of touches) addEventListener(touch, restart, true);
    return () => {
      clearTimeout(timer);
      for (const touch of touches) removeEventListener(touch, restart, true);
    };
  }, [seconds]);
}
