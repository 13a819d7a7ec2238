import dns from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** All of IPv6 that is routed. Outside of it are spellings of IPv4 such as ::127.0.0.1, which `ipaddr.js` takes for public. */
const routedIpv6 = ipaddr.parseCIDR('2000::/3');

/** Public addresses that inside Azure lead to the platform. */
const platformAddresses = ['168.63.129.16'];

/** Whether an address is one of the public internet: neither private, reserved, nor another spelling of such a one. */
function isPublicAddress(text: string): boolean {
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast' || platformAddresses.includes(text)) return false;
  return address.kind() === 'ipv4' || address.match(routedIpv6);
}

/** Whether the host of a URL is an address, not a name, and not a public one. */
export function isPrivateHost({ hostname }: URL): boolean {
  const host = hostname.replaceAll(/^\[|\]$/g, '');
  return isIP(host) !== 0 && !isPublicAddress(host);
}

/** A lookup like that of `node:dns`, which fails for a name with an address that isn’t public. */
export const lookupPublic: LookupFunction = (name, options, callback) =>
  dns.lookup(name, { ...options, all: true }, (error, found) => {
    const [first] = found ?? [];
    if (error || !first) return callback(error ?? new Error(`${name} has no address`), []);
    if (!found.every(({ address }) => isPublicAddress(address)))
      return callback(new Error(`An address of ${name} is not allowed`), []);
    if (options.all) return callback(null, found);
    callback(null, first.address, first.family);
  });
