/** Plates are compared without spaces, dashes and other signs, uppercase. */
export const plateKey = (plate: string) => plate.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');

const alike: Record<string, string> = {
  O: '0',
  Q: '0',
  D: '0',
  I: '1',
  L: '1',
  Z: '2',
  S: '5',
  G: '6',
  B: '8',
};

/** The key with signs that cameras take for each other made one: plates of one fold may be one plate. */
export const plateFold = (key: string) =>
  key.replace(/[OQDILZSGB]/g, (sign) => alike[sign] ?? sign);
