import classes from './qr-code.module.css';
import { drawQrPath, encodeQr } from './qr-drawing.ts';

/** A text as a QR code that fills its box: dark on light in both color schemes, because cameras expect that. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encodeQr(text);
  return (
    <svg
      className={classes.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={drawQrPath(data)} />
    </svg>
  );
}
