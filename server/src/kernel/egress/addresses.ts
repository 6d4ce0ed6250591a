import { BlockList, isIP } from 'node:net'

/** IPv4 addresses that are not on the public internet (IANA special-purpose registry). */
const SPECIAL_IPV4: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Includes the metadata service of cloud machines.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

/** Parts of 2000::/3, the only public IPv6 addresses, that lead elsewhere: to IPv4 addresses or nowhere. */
const SPECIAL_IPV6: [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const specialIpv4 = new BlockList()
for (const [net, prefix] of SPECIAL_IPV4) specialIpv4.addSubnet(net, prefix, 'ipv4')
const specialIpv6 = new BlockList()
for (const [net, prefix] of SPECIAL_IPV6) specialIpv6.addSubnet(net, prefix, 'ipv6')
const globalIpv6 = new BlockList()
globalIpv6.addSubnet('2000::', 3, 'ipv6')

/**
 * Returns whether an address is on the public internet. IPv6 addresses that contain an IPv4 address (mapped, NAT64, 6to4,
 * Teredo) are not: they could name a private one.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !specialIpv4.check(address, 'ipv4')
  return family === 6 && globalIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6')
}
