import { expect, test } from 'vitest';
import { listLikelyPlates } from './likely-plates.rules.ts';

const mistake = { camera_pk: 1, read_sign: '8', true_sign: 'B', count: 20 };
const plates = (plate: string, camera_pk: number | null = 1) =>
  listLikelyPlates([{ camera_pk, plate }], [mistake]).map(({ plate_key }) => plate_key);

test('a plate with a sign that its camera mistakes may be the one with the true sign', () => {
  expect(plates('A8C-123')).toEqual(['ABC123']);
  expect(plates('A8C128')).toEqual(['ABC128', 'A8C12B', 'ABC12B']);
});

test('what another camera mistakes says nothing about a read, nor does a sign that it doesn’t have', () => {
  expect(plates('A8C123', 2)).toEqual([]);
  expect(plates('A8C123', null)).toEqual([]);
  expect(plates('ABC123')).toEqual([]);
});
