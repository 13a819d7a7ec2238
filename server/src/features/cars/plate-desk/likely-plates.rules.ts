import { plateKey } from '@lotkeeper/contract/kernel/plates';

/** A sign that a camera often mistakes. */
export interface Mistake {
  camera_pk: number;
  read_sign: string;
  true_sign: string;
  count: number;
}

/** A plate that a read may really be of. */
export interface CandidatePlate extends Mistake {
  read_key: string;
  plate_key: string;
}

/** A candidate that is a car of the organization. */
export interface LikelyPlate extends CandidatePlate {
  plate: string;
  state: string | null;
}

/** The plates with one of the signs replaced, and with all of them. */
function replaceSign(key: string, { read_sign, true_sign }: Mistake): string[] {
  const signs = Array.from(key);
  const replaced = signs.flatMap((sign, index) =>
    sign === read_sign ? [signs.with(index, true_sign).join('')] : [],
  );
  return [...new Set([...replaced, key.replaceAll(read_sign, true_sign)])].filter(
    (plate) => plate !== key,
  );
}

/** The plates that reads may really be of, by what their cameras often mistake, in the order of the mistakes. */
export function listLikelyPlates(
  readings: readonly { camera_pk: number | null; plate: string }[],
  mistakes: readonly Mistake[],
): CandidatePlate[] {
  return mistakes.flatMap((mistake) =>
    readings
      .filter(({ camera_pk }) => camera_pk === mistake.camera_pk)
      .flatMap(({ plate }) => {
        const read_key = plateKey(plate);
        return replaceSign(read_key, mistake).map((plate_key) => ({
          ...mistake,
          read_key,
          plate_key,
        }));
      }),
  );
}
