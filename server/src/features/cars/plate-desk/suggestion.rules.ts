import type { DeskReason, DeskVerdict } from '@lotkeeper/contract/cars/plate-desk';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { plateFold, plateKey } from '@lotkeeper/contract/kernel/plates';
import type { LikelyPlate } from './likely-plates.rules.ts';

/** What the desk knows of a visit. */
export interface DeskFacts {
  entrance_at: Instant | null;
  doubtful: boolean;
  /** Whether somebody decided it before a read changed it. */
  was_decided: boolean;
  readings: readonly { plate: string; sureness: number | null }[];
  /** A car's plate that a camera may have mistaken for this one. */
  likely?: LikelyPlate | null;
}

/** A camera that says less than this isn't sure. */
const sureConfidence = 0.7;
/** A plate that no camera read more surely than this is probably none. */
const misreadConfidence = 0.4;

const highest = ({ readings }: DeskFacts) =>
  readings.reduce<number | null>(
    (best, { sureness }) => (sureness === null ? best : Math.max(best ?? sureness, sureness)),
    null,
  );

/** Why a visit waits for a person, at least one reason. */
export function listReasons(facts: DeskFacts): DeskReason[] {
  const plates = new Set(facts.readings.map(({ plate }) => plateKey(plate)));
  const isUnsure = facts.readings.some(({ sureness }) => (sureness ?? 1) < sureConfidence);
  const reasons: [DeskReason, boolean][] = [
    ['changed', facts.was_decided],
    ['no_entrance', facts.entrance_at === null],
    ['unsure_read', isUnsure],
    ['look_alike', plates.size > 1],
  ];
  const found = reasons.flatMap(([reason, applies]) => (applies ? [reason] : []));
  const isNamed = found.some((reason) => reason !== 'changed');
  return isNamed ? found : [...found, facts.doubtful ? 'doubtful' : 'uncharged'];
}

const percent = (confidence: number) => `${Math.round(confidence * 100)}%`;

const describeMistake = ({ read_sign, true_sign, count, plate }: LikelyPlate) =>
  `The camera read ${read_sign} for ${true_sign} ${count} times before, and ${plate} is a car that you know.`;

/** What a person would probably find, and why. */
export function suggestVerdict(facts: DeskFacts): { verdict: DeskVerdict; why: string } {
  if (facts.likely) return { verdict: 'misread', why: describeMistake(facts.likely) };
  const best = highest(facts);
  const plates = new Set(facts.readings.map(({ plate }) => plateKey(plate)));
  if (best !== null && best < misreadConfidence) {
    return { verdict: 'misread', why: `No camera was surer of the plate than ${percent(best)}.` };
  }
  const folds = new Set(facts.readings.map(({ plate }) => plateFold(plateKey(plate))));
  const agreeing = plates.size === 1 && facts.readings.length > 1;
  if (agreeing) {
    return { verdict: 'confirmed', why: `${facts.readings.length} reads agree on the plate.` };
  }
  const why =
    folds.size > 1
      ? 'The reads differ. Compare the images.'
      : best === null
        ? 'The camera doesn’t say how sure it was. Compare the image.'
        : `A camera was ${percent(best)} sure of the plate.`;
  return { verdict: 'confirmed', why };
}
