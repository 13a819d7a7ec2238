import { expect, test } from 'vitest';
import { toNetwork } from './client-network.ts';

test.each([
  ['an IPv4 address as it is', '192.0.2.7', '192.0.2.7'],
  ['an IPv6 address by its first 64 bits', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['another address in the same network alike', '2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['an address with leading zeros alike', '2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['a neighboring network separately', '2001:db8:1:3::9', '2001:db8:1:3::/64'],
  ['the loopback address', '::1', '0:0:0:0::/64'],
  ['an address with a zone without its zone', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['a dotted IPv4-mapped address as IPv4', '::ffff:192.0.2.7', '192.0.2.7'],
  ['a hexadecimal IPv4-mapped address as IPv4', '::ffff:c000:207', '192.0.2.7'],
  ['whatever a proxy sends instead of an address as it is', 'unknown', 'unknown'],
])('limits count %s', (_, address, network) => {
  expect(toNetwork(address)).toBe(network);
});
