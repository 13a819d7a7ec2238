const browsers: readonly [string, RegExp][] = [
  ['Edge', /Edg(?:A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:Chrome|CriOS)\//],
  ['Safari', /Safari\//],
];
const systems: readonly [string, RegExp][] = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['ChromeOS', /CrOS/],
  ['Windows', /Windows/],
  ['Mac', /Macintosh/],
  ['Linux', /Linux/],
];

const findName = (names: readonly [string, RegExp][], text: string) =>
  names.find(([, pattern]) => pattern.test(text))?.[0];

/** A browser and its system, as far as it says what it is: “Chrome on Android”. */
export function nameBrowser(userAgent: string | null): string {
  const browser = findName(browsers, userAgent ?? '') ?? 'A browser';
  const system = findName(systems, userAgent ?? '');
  return system === undefined ? browser : `${browser} on ${system}`;
}
