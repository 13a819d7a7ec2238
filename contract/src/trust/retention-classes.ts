/** Kinds of data that an organization can delete automatically. */
export const retentionClasses = [
  'images',
  'reads',
  'camera_messages',
  'visits',
  'visitors',
  'plate_searches',
] as const;
export type RetentionClass = (typeof retentionClasses)[number];

interface ClassText {
  label: string;
  /** What it is, and when its days start to count. */
  hint: string;
  /** The noun after a count of them. */
  counted: string;
  /** How many days it can be kept, as an alternative to forever. */
  days: readonly number[];
}

const monthsToYears = [30, 60, 90, 180, 365, 730, 1095, 1825, 2555] as const;

/** A visit ends within 30 days of its start, and its violation is handled for some weeks. */
const longEnoughForVisits = monthsToYears.filter((days) => days >= 90);

/** Labels and hints of the classes. */
export const retentionTexts: Record<RetentionClass, ClassText> = {
  images: {
    label: 'Images',
    hint: 'Images from cameras and valet stands, counted from when they were taken. The visit stays and names the image that it had.',
    counted: 'images',
    days: [7, 14, ...monthsToYears],
  },
  reads: {
    label: 'Plate reads',
    hint: 'What a camera read, counted from its arrival. The visit that it became part of stays.',
    counted: 'plate reads',
    days: [7, 14, ...monthsToYears],
  },
  camera_messages: {
    label: 'Camera messages',
    hint: 'The text that a camera sent, counted from its arrival. That a message came, and when, stays.',
    counted: 'camera messages',
    days: [7, 14, ...monthsToYears],
  },
  visits: {
    label: 'Visits without money',
    hint: 'Visits without a rental and without a violation, with their plate reads and images, counted from when the car was last seen.',
    counted: 'visits',
    days: longEnoughForVisits,
  },
  visitors: {
    label: 'Visitors',
    hint: 'Visitors with name, phone and plate, counted from when their right to park ended.',
    counted: 'visitors',
    days: monthsToYears,
  },
  plate_searches: {
    label: 'Plate searches',
    hint: 'The log of searches for plates and people, counted from when a search was made.',
    counted: 'plate searches',
    days: monthsToYears.filter((days) => days >= 365),
  },
};

/** Formats a retention period. */
export function formatKeepDays(days: number | null): string {
  if (days === null) return 'Forever';
  if (days % 365 !== 0) return `${days} days`;
  return days === 365 ? '1 year' : `${days / 365} years`;
}

/**
 * How long a violation's evidence is kept after it was created, whatever its state: it can be appealed or disputed.
 */
export const violationEvidenceDays = 180;
