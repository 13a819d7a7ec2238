/** Two tones, three times: heard over traffic, and unlike a telephone. In hertz, and seconds from the start. */
const tones = [880, 1175];
const toneLength = 0.18;
const strokes = 3;
const strokeEvery = 0.6;

const storageKey = 'valet-sound';

let audio: AudioContext | null = null;

/** Whether this device is to sound; remembered. */
export const isSoundOn = (): boolean => {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true;
  }
};

export const setSoundOn = (on: boolean): void => {
  try {
    localStorage.setItem(storageKey, on ? 'on' : 'off');
  } catch {
    // Not remembered, then.
  }
};

/** Makes the bell ready: browsers let a page sound only after a tap. */
export function wakeBell(): void {
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

/** Rings, where the bell was made ready; a phone also shakes. */
export function ring(): void {
  navigator.vibrate?.([200, 100, 200]);
  if (!audio) return;
  for (let stroke = 0; stroke < strokes; stroke += 1) {
    for (const [index, frequency] of tones.entries()) {
      strike(audio, frequency, audio.currentTime + stroke * strokeEvery + index * toneLength);
    }
  }
}
