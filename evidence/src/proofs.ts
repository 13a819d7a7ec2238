import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

const leafPrefix = Uint8Array.of(0);
const nodePrefix = Uint8Array.of(1);

/** The SHA-256 of bytes in hexadecimal, which identifies images and statements. */
export const hashToHex = (bytes: Uint8Array): string => bytesToHex(sha256(bytes));

/**
 * The hash of a leaf (RFC 6962, section 2.1). Leaves and nodes have different prefixes, so that a node can't be
 * passed off as a row.
 */
export const hashLeaf = (row: Uint8Array): Uint8Array => sha256(concatBytes(leafPrefix, row));

/** The hash of a row, from its canonical JSON. */
export const hashRow = (canonicalJson: string): Uint8Array => hashLeaf(utf8ToBytes(canonicalJson));

/** A SHA-256 implementation. The server's is faster than the browser's. */
type Hash = (bytes: Uint8Array) => Uint8Array;

const hashPair = (left: Uint8Array, right: Uint8Array, hash: Hash = sha256) =>
  hash(concatBytes(nodePrefix, left, right));

/** Hashes pairs; the last node of an odd level moves up unchanged, as RFC 6962 defines the tree. */
function hashLevel(level: readonly Uint8Array[], hash?: Hash): Uint8Array[] {
  const parents: Uint8Array[] = [];
  for (let index = 0; index < level.length; index += 2) {
    const left = level[index] as Uint8Array;
    const right = level[index + 1];
    parents.push(right ? hashPair(left, right, hash) : left);
  }
  return parents;
}

/** A Merkle tree: its levels from the hashes of its leaves to the root. */
export type Tree = readonly (readonly Uint8Array[])[];

/** Builds the tree of leaves. It proves any of them without rehashing the others. */
export function buildTree(leaves: readonly Uint8Array[], hash?: Hash): Tree {
  const tree = [leaves];
  let level = leaves;
  while (level.length > 1) {
    level = hashLevel(level, hash);
    tree.push(level);
  }
  return tree;
}

/** The root of a tree; an empty tree's root is the hash of an empty input. */
export const getRoot = (tree: Tree): Uint8Array => tree.at(-1)?.[0] ?? sha256(new Uint8Array());

/** The root of a Merkle tree, from the hashes of its leaves. */
export const computeRoot = (leaves: readonly Uint8Array[], hash?: Hash): Uint8Array =>
  getRoot(buildTree(leaves, hash));

/** A leaf's index in a tree, and the sibling hashes up to the root, in hexadecimal. */
export interface InclusionProof {
  index: number;
  size: number;
  path: readonly string[];
}

/** Proves that a leaf is in a tree. The path has up to one hash per level. */
export function proveInclusion(tree: Tree, index: number): InclusionProof {
  const size = tree[0]?.length ?? 0;
  if (!Number.isSafeInteger(index) || index < 0 || index >= size)
    throw new RangeError('The tree has no such leaf.');
  const path: string[] = [];
  let position = index;
  for (const level of tree.slice(0, -1)) {
    const neighbor = level[position ^ 1];
    if (neighbor) path.push(bytesToHex(neighbor));
    position >>>= 1;
  }
  return { index, size, path };
}

const hashPattern = /^[0-9a-f]{64}$/;

/** Positions are computed with 32 bits; larger trees don't occur. */
const maxLeaves = 2 ** 31 - 1;

/** Computes the root from a leaf and its proof (RFC 9162, section 2.1.3.2); null if the proof is malformed. */
function followPath(leaf: Uint8Array, { index, size, path }: InclusionProof): Uint8Array | null {
  const isPosition = Number.isSafeInteger(index) && index >= 0 && index < size && size <= maxLeaves;
  if (!isPosition || !path.every((hash) => hashPattern.test(hash))) return null;
  let position = index;
  let last = size - 1;
  let node = leaf;
  for (const hash of path) {
    if (last === 0) return null;
    const neighbor = hexToBytes(hash);
    if (position % 2 === 1 || position === last) {
      node = hashPair(neighbor, node);
      // A node without a sibling moved up unchanged.
      while (position % 2 === 0 && position !== 0) {
        position >>>= 1;
        last >>>= 1;
      }
    } else {
      node = hashPair(node, neighbor);
    }
    position >>>= 1;
    last >>>= 1;
  }
  return last === 0 ? node : null;
}

/** Whether a proof shows that a leaf is in the tree with this root. */
export function isIncluded(leaf: Uint8Array, proof: InclusionProof, root: string): boolean {
  const computed = followPath(leaf, proof);
  return computed !== null && bytesToHex(computed) === root;
}
