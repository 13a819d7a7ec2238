type Range = readonly [number, number];

/** Values map to pixels in proportion; values outside of the domain map to its ends. */
export interface LinearScale {
  (value: number): number;
  readonly domain: Range;
  /** Round values within the domain. */
  readonly ticks: readonly number[];
}

/** Categories map to the start of their band. */
export interface BandScale {
  (index: number): number;
  /** Between the starts of two bands, in pixels. */
  readonly step: number;
  readonly bandwidth: number;
}

/** The distance of round values; fractions as parts of one, because 3 / 10 is exactly 0.3, but 3 * 0.1 isn't. */
interface Step {
  size: number;
  partsOfOne: number;
}

/** The parts into which a domain is divided: with this many, rounding outward ends with three to five. */
const niceCount = 3.7;

/** The step of 1, 2 or 5 times a power of ten that divides a range into about `niceCount` parts. */
function findStep([low, high]: Range): Step {
  const exact = (high - low) / niceCount;
  const power = Math.floor(Math.log10(exact));
  const lead = exact / 10 ** power;
  const digit =
    lead >= Math.sqrt(50) ? 10 : lead >= Math.sqrt(10) ? 5 : lead >= Math.sqrt(2) ? 2 : 1;
  return power < 0
    ? { size: 1, partsOfOne: 10 ** -power / digit }
    : { size: digit * 10 ** power, partsOfOne: 1 };
}

const toSteps = (value: number, { size, partsOfOne }: Step) => (value / size) * partsOfOne;
const toValue = (steps: number, { size, partsOfOne }: Step) => (steps * size) / partsOfOne;

/** Rounding outward may need a larger step, which is tried this often. */
const maxRoundings = 10;

/** Extends both ends of a domain to round values. */
function roundOutward(domain: Range): Range {
  let [low, high] = domain;
  let previous = 0;
  for (let n = 0; n < maxRoundings; n++) {
    const step = findStep([low, high]);
    const size = toValue(1, step);
    if (size === previous) break;
    previous = size;
    low = toValue(Math.floor(toSteps(low, step)), step);
    high = toValue(Math.ceil(toSteps(high, step)), step);
  }
  return [low, high];
}

function listTicks([low, high]: Range): number[] {
  const step = findStep([low, high]);
  // Rounded first: the end of 0 to 0.3 in tenths would otherwise be below 3.
  let first = Math.round(toSteps(low, step));
  let last = Math.round(toSteps(high, step));
  if (toValue(first, step) < low) first += 1;
  if (toValue(last, step) > high) last -= 1;
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => toValue(first + i, step));
}

/** A linear scale of a domain that isn't empty; `isExact` keeps its ends instead of rounding them outward. */
export function createLinearScale(options: {
  domain: Range;
  range: Range;
  isExact?: boolean;
}): LinearScale {
  const [start, end] = options.range;
  const domain = options.isExact ? options.domain : roundOutward(options.domain);
  const [low, high] = domain;
  const scale = (value: number) => {
    const share = Math.max(0, Math.min(1, (value - low) / (high - low)));
    return start * (1 - share) + end * share;
  };
  return Object.assign(scale, { domain, ticks: listTicks(domain) });
}

/** A scale of bands next to each other; the paddings are shares of the step from one to the next. */
export function createBandScale(options: {
  count: number;
  width: number;
  paddingInner: number;
  paddingOuter: number;
}): BandScale {
  const { count, width, paddingInner, paddingOuter } = options;
  const step = width / Math.max(1, count - paddingInner + 2 * paddingOuter);
  const start = (width - step * (count - paddingInner)) / 2;
  return Object.assign((index: number) => start + step * index, {
    step,
    bandwidth: step * (1 - paddingInner),
  });
}
