import { encode } from 'uqr';
import classes from './qr-code.module.css';

/** Light squares around the code, as its standard wants. */
const quietZone = 4;

/** Dark squares as one path, a horizontal run at a time. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  const runs: string[] = [];
  rows.forEach((row, y) => {
    row.forEach((dark, x) => {
      if (!dark || row[x - 1]) return;
      const end = row.indexOf(false, x);
      const width = (end === -1 ? row.length : end) - x;
      runs.push(`M${x} ${y}h${width}v1h-${width}z`);
    });
  });
  return runs.join('');
}

/** A text as a QR code that fills its box: dark on light in both colour schemes, since cameras expect it so. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone });
  return (
    <svg
      className={classes.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={pathOf(data)} />
    </svg>
  );
}
