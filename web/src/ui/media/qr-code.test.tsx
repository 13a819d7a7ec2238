import { screen } from '@testing-library/react';
import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { renderUi } from '../test-render.tsx';
import QrCode from './qr-code.tsx';
import { makeQrSvg } from './qr-drawing.ts';

const link = 'https://parking.example.com/copper';

test('the QR code’s path draws each dark square exactly once, with the quiet zone around it', () => {
  renderUi(<QrCode text={link} label="QR code" />);
  const code = screen.getByRole('img', { name: 'QR code' });
  const { data, size } = encode(link, { ecc: 'M', border: 4 });
  expect(code).toHaveAttribute('viewBox', `0 0 ${size} ${size}`);
  const drawn = data.map((row) => row.map(() => 0));
  const path = code.querySelector('path')?.getAttribute('d') ?? '';
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let at = Number(x); at < Number(x) + Number(width); at += 1) {
      (drawn[Number(y)] as number[])[at] = ((drawn[Number(y)] as number[])[at] ?? 0) + 1;
    }
  }
  expect(drawn).toEqual(data.map((row) => row.map(Number)));
});

test('the QR code has no inline style, which the page’s policy would refuse', () => {
  const { container } = renderUi(<QrCode text={link} label="QR code" />);
  expect(container.querySelectorAll('svg [style], svg[style], svg style')).toHaveLength(0);
});

test('the print file has the same squares on white and contains no scripts or embedded content', async () => {
  renderUi(<QrCode text={link} label="QR code" />);
  const shown = screen.getByRole('img', { name: 'QR code' });
  const file = new DOMParser().parseFromString(await makeQrSvg(link).text(), 'image/svg+xml');
  const [white, dark] = file.querySelectorAll('path');
  expect(white?.getAttribute('fill')).toBe('#fff');
  expect(dark?.getAttribute('d')).toBe(shown.querySelector('path')?.getAttribute('d'));
  expect(file.documentElement.getAttribute('viewBox')).toBe(shown.getAttribute('viewBox'));
  expect(file.querySelectorAll('script, image, foreignObject')).toHaveLength(0);
});
