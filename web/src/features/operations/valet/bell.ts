import type { ValetSession } from '@lotkeeper/contract/operations/valet';
import { useEffect, useRef, useState } from 'react';
import { keptInBrowser } from '../../../kernel/kept.ts';

/** Two tones, three times: audible over traffic, and unlike a telephone. In hertz, and seconds from the start. */
const tones = [880, 1175];
const toneLength = 0.18;
const strokes = 3;
const strokeEvery = 0.6;

const storageKey = 'valet-sound';

let audio: AudioContext | null = null;

/** Whether this device makes sounds; remembered. */
const isSoundOn = (): boolean => keptInBrowser.read(storageKey) !== 'off';

const setSoundOn = (isOn: boolean): void =>
  void keptInBrowser.keep(storageKey, isOn ? 'on' : 'off');

/** Unlocks the bell: browsers allow sound only after a tap. */
function wakeBell(): void {
  audio ??= new AudioContext();
  if (audio.state === 'suspended') void audio.resume();
}

function strike(context: AudioContext, frequency: number, from: number) {
  const tone = context.createOscillator();
  const loudness = context.createGain();
  tone.frequency.value = frequency;
  loudness.gain.setValueAtTime(0.4, from);
  loudness.gain.exponentialRampToValueAtTime(0.001, from + toneLength);
  tone.connect(loudness).connect(context.destination);
  tone.start(from);
  tone.stop(from + toneLength);
}

/** Rings if the bell is unlocked; a phone also vibrates. */
function ring(): void {
  navigator.vibrate?.([200, 100, 200]);
  if (!audio) return;
  for (let stroke = 0; stroke < strokes; stroke += 1) {
    for (const [index, frequency] of tones.entries()) {
      strike(audio, frequency, audio.currentTime + stroke * strokeEvery + index * toneLength);
    }
  }
}

/** Rings when a driver newly asks for a car; `requests` are undefined until loaded. */
export function useBell(requests: readonly ValetSession[] | undefined) {
  const [isOn, setIsOn] = useState(isSoundOn);
  const previousIds = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    document.addEventListener('pointerdown', wakeBell, { once: true });
    return () => document.removeEventListener('pointerdown', wakeBell);
  }, []);
  useEffect(() => {
    if (!requests) return;
    const before = previousIds.current;
    previousIds.current = new Set(requests.map(({ uuid }) => uuid));
    if (before && isOn && requests.some(({ uuid }) => !before.has(uuid))) ring();
  }, [requests, isOn]);
  const toggle = () => {
    setSoundOn(!isOn);
    setIsOn(!isOn);
    // Plays at once, so people know the sound.
    if (!isOn) {
      wakeBell();
      ring();
    }
  };
  return { on: isOn, toggle };
}
