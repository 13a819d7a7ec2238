import { formatCount } from '../../kernel/format.ts';

const megabyte = 1_000_000;

/** Megabytes with one digit after the point. */
export function formatMegabytes(bytes: number): string {
  const tenths = Math.round((bytes / megabyte) * 10);
  return tenths === 0
    ? 'Under 0.1 MB'
    : `${formatCount(Math.floor(tenths / 10))}.${tenths % 10} MB`;
}
