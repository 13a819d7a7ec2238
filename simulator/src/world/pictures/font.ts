// Seven rows of five dots per character, one byte per row, the leftmost dot in the highest bit.
const glyphs: Record<string, string> = {
  A: '0E11111F111111',
  B: '1E11111E11111E',
  C: '0E11101010110E',
  D: '1C12111111121C',
  E: '1F10101E10101F',
  F: '1F10101E101010',
  G: '0E11101711110F',
  H: '1111111F111111',
  I: '0E04040404040E',
  J: '0702020202120C',
  K: '11121418141211',
  L: '1010101010101F',
  M: '111B1515111111',
  N: '11111915131111',
  O: '0E11111111110E',
  P: '1E11111E101010',
  Q: '0E11111115120D',
  R: '1E11111E141211',
  S: '0F10100E01011E',
  T: '1F040404040404',
  U: '1111111111110E',
  V: '11111111110A04',
  W: '1111111515150A',
  X: '11110A040A1111',
  Y: '1111110A040404',
  Z: '1F01020408101F',
  '0': '0E11131519110E',
  '1': '040C040404040E',
  '2': '0E11010204081F',
  '3': '1F02040201110E',
  '4': '02060A121F0202',
  '5': '1F101E0101110E',
  '6': '0608101E11110E',
  '7': '1F010204080808',
  '8': '0E11110E11110E',
  '9': '0E11110F01020C',
  ':': '000C0C000C0C00',
  '-': '0000001F000000',
  '.': '00000000000C0C',
  '&': '0C12140815120D',
};

const dots = new Map(
  Object.entries(glyphs).map(([sign, rows]) => [
    sign,
    Array.from({ length: 7 }, (_, row) => Number.parseInt(rows.slice(row * 2, row * 2 + 2), 16)),
  ]),
);

/** Columns per character, including the gap after it. */
export const advance = 6;
export const signHeight = 7;

function dot(sign: string, column: number, row: number): number {
  if (column < 0 || column > 4 || row < 0 || row > 6) return 0;
  const bits = dots.get(sign)?.[row] ?? 0;
  return (bits >> (4 - column)) & 1;
}

/** The ink of a line of text at a position in dots, 0 to 1, with smooth edges. */
export function inkAt(text: string, x: number, y: number): number {
  const sign = text[Math.floor(x / advance)];
  if (x < 0 || sign === undefined || sign === ' ') return 0;
  const [column, row] = [(x % advance) - 0.5, y - 0.5];
  const [left, top] = [Math.floor(column), Math.floor(row)];
  const [right, down] = [column - left, row - top];
  const ink =
    dot(sign, left, top) * (1 - right) * (1 - down) +
    dot(sign, left + 1, top) * right * (1 - down) +
    dot(sign, left, top + 1) * (1 - right) * down +
    dot(sign, left + 1, top + 1) * right * down;
  const edge = Math.min(1, Math.max(0, (ink - 0.3) / 0.35));
  return edge * edge * (3 - 2 * edge);
}
