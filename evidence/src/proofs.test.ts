import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  buildTree,
  computeRoot,
  hashLeaf,
  hashRow,
  hashToHex,
  isIncluded,
  proveInclusion,
} from './proofs.ts';

/*
 * The leaves and roots that Certificate Transparency implementations are tested with: merkle_tree_test.cc of
 * google/certificate-transparency, also in testdata of transparency-dev/merkle.
 */
const referenceLeaves = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map(hexToBytes);
const referenceRoots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
/** Proofs from the same source: leaf, tree size, path. */
const referenceProofs: [number, number, string[]][] = [
  [0, 1, []],
  [
    0,
    8,
    [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  ],
  [
    5,
    8,
    [
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
  [2, 3, ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125']],
];

const hashes = (rows: readonly Uint8Array[]) => rows.map(hashLeaf);
const rows = fc.array(fc.uint8Array({ maxLength: 40 }), { minLength: 1, maxLength: 70 });
const rowsAndIndex = rows.chain((given) =>
  fc.record({ rows: fc.constant(given), index: fc.nat(given.length - 1) }),
);

/** The tree as RFC 6962 defines it: split at the largest power of two below its size. */
function computeRootByDefinition(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length < 2) return computeRoot(leaves);
  let left = 1;
  while (left * 2 < leaves.length) left *= 2;
  return computeRoot([
    computeRootByDefinition(leaves.slice(0, left)),
    computeRootByDefinition(leaves.slice(left)),
  ]);
}

describe('computeRoot', () => {
  test('the reference leaves have the roots that Certificate Transparency publishes', () => {
    const roots = referenceRoots.map((_, size) =>
      bytesToHex(computeRoot(hashes(referenceLeaves.slice(0, size)))),
    );
    expect(roots).toEqual(referenceRoots);
  });

  test('any tree is the one that RFC 6962 defines', () => {
    fc.assert(
      fc.property(rows, (given) => {
        const leaves = hashes(given);
        expect(computeRoot(leaves)).toEqual(computeRootByDefinition(leaves));
      }),
    );
  });

  test('the hash of a leaf is never that of a node', () => {
    const [first, second] = hashes([Uint8Array.of(1), Uint8Array.of(2)]) as [
      Uint8Array,
      Uint8Array,
    ];
    const pair = Uint8Array.from([...first, ...second]);
    expect(hashLeaf(pair)).not.toEqual(computeRoot([first, second]));
    expect(hashRow('{}')).toEqual(hashLeaf(new TextEncoder().encode('{}')));
  });
});

describe('proofs', () => {
  test('the reference proofs are those that Certificate Transparency publishes', () => {
    for (const [index, size, path] of referenceProofs) {
      const leaves = hashes(referenceLeaves.slice(0, size));
      expect(proveInclusion(buildTree(leaves), index)).toEqual({ index, size, path });
      const leaf = leaves[index] as Uint8Array;
      expect(isIncluded(leaf, { index, size, path }, referenceRoots[size] ?? '')).toBe(true);
    }
  });

  test('every leaf of a tree is proved, and no other row by its proof', () => {
    fc.assert(
      fc.property(rowsAndIndex, fc.uint8Array(), ({ rows: given, index }, other) => {
        const leaves = hashes(given);
        const root = bytesToHex(computeRoot(leaves));
        const proof = proveInclusion(buildTree(leaves), index);
        expect(isIncluded(leaves[index] as Uint8Array, proof, root)).toBe(true);
        const isSame = hashToHex(other) === hashToHex(given[index] as Uint8Array);
        expect(isIncluded(hashLeaf(other), proof, root)).toBe(isSame);
      }),
    );
  });

  test('a proof with another index, size, path or root proves nothing', () => {
    fc.assert(
      fc.property(rowsAndIndex, fc.nat(80), ({ rows: given, index }, other) => {
        const leaves = hashes(given.map((row, at) => Uint8Array.of(at, ...row)));
        const root = bytesToHex(computeRoot(leaves));
        const leaf = leaves[index] as Uint8Array;
        const proof = proveInclusion(buildTree(leaves), index);
        const isTrue = (change: Partial<typeof proof>) =>
          isIncluded(leaf, { ...proof, ...change }, root);
        if (other !== index) expect(isTrue({ index: other })).toBe(false);
        expect(isTrue({ size: index })).toBe(false);
        expect(isTrue({ index: -1 })).toBe(false);
        expect(isTrue({ index: 0.5 })).toBe(false);
        expect(isTrue({ path: [...proof.path, root] })).toBe(false);
        expect(isTrue({ path: proof.path.map((hash) => hash.toUpperCase()) })).toBe(
          proof.path.every((hash) => hash === hash.toUpperCase()),
        );
        if (proof.path.length > 0) expect(isTrue({ path: proof.path.slice(1) })).toBe(false);
        expect(isIncluded(leaf, proof, hashToHex(leaf))).toBe(false);
      }),
    );
  });

  test('a leaf that a tree does not have cannot be proved', () => {
    expect(() => proveInclusion(buildTree([]), 0)).toThrow(RangeError);
    expect(() => proveInclusion(buildTree(hashes(referenceLeaves)), 8)).toThrow(RangeError);
  });
});
