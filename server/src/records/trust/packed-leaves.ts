import { hash } from 'node:crypto';
import type { Tree } from '@lotkeeper/evidence/proofs';
import { buildTree, getRoot } from '@lotkeeper/evidence/proofs';
import { must } from '../../kernel/must.ts';

/** A leaf of a seal: the row, and the hash of its form when it was sealed. */
export interface Leaf {
  pk: number;
  hash: Uint8Array;
}

const pkBytes = 8;
export const leafBytes = pkBytes + 32;

/** Packs leaves for the column `leaves` of a seal. */
export function packLeaves(leaves: readonly Leaf[]): Buffer {
  const packed = Buffer.alloc(leaves.length * leafBytes);
  for (const [index, { pk, hash }] of leaves.entries()) {
    packed.writeBigInt64BE(BigInt(pk), index * leafBytes);
    packed.set(hash, index * leafBytes + pkBytes);
  }
  return packed;
}

/** Reverses `packLeaves`. */
export function unpackLeaves(packed: Buffer): Leaf[] {
  return Array.from({ length: packed.length / leafBytes }, (_, index) => {
    const leaf = packed.subarray(index * leafBytes, (index + 1) * leafBytes);
    return { pk: Number(leaf.readBigInt64BE()), hash: leaf.subarray(pkBytes) };
  });
}

/** The Merkle tree of leaves, computed with Node's own SHA-256. */
export const buildLeafTree = (leaves: readonly Leaf[]): Tree =>
  buildTree(
    leaves.map((leaf) => leaf.hash),
    (bytes) => hash('sha256', bytes, 'buffer'),
  );

/** The root of a tree, in hexadecimal. */
export const getRootText = (tree: Tree): string => Buffer.from(getRoot(tree)).toString('hex');

/** The root of the leaves' tree, in hexadecimal. */
export const computeLeafRoot = (leaves: readonly Leaf[]): string =>
  getRootText(buildLeafTree(leaves));

/** Splits a seal's leaves by kind; a seal stores one kind after another. */
export function divideLeaves<Kind extends string>(
  leaves: readonly Leaf[],
  counts: Readonly<Record<Kind, number>>,
  kinds: readonly Kind[],
): Record<Kind, Leaf[]> {
  let start = 0;
  const divided = kinds.map((kind) => {
    const end = start + must(counts[kind], 'count of leaves');
    const part = leaves.slice(start, end);
    start = end;
    return [kind, part] as const;
  });
  return Object.fromEntries(divided) as Record<Kind, Leaf[]>;
}
