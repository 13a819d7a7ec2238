import { isIPv4, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** The eight groups of an IPv6 address. */
function parseGroups(address: string): number[] {
  // A dotted IPv4 tail is two groups.
  const plain = address.replace(
    /(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/,
    (_, ...bytes: string[]) => {
      const [a, b, c, d] = bytes.map(Number) as [number, number, number, number];
      return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
    },
  );
  const [head = [], tail = []] = plain
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))));
  const zeros = Array<number>(8 - head.length - tail.length).fill(0);
  return [...head, ...zeros, ...tail];
}

const isMappedIPv4 = (groups: number[]) =>
  groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;

/**
 * The network that limits count an IP address as: IPv4 as it is, IPv6 by its /64, because a single
 * customer gets at least that much. An IPv4-mapped IPv6 address counts as the IPv4 address.
 */
export function toNetwork(address: string): string {
  const plain = address.split('%')[0] ?? '';
  if (isIPv4(plain) || !isIPv6(plain)) return plain;
  const groups = parseGroups(plain);
  if (isMappedIPv4(groups)) {
    const [high = 0, low = 0] = groups.slice(6);
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  }
  const prefix = groups.slice(0, 4).map((group) => group.toString(16));
  return `${prefix.join(':')}::/64`;
}

/** The caller's network: the key of every limit that isn't per person. */
export const getClientNetwork = (request: FastifyRequest): string => toNetwork(request.ip);
