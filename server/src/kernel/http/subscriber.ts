import { isIPv6 } from 'node:net'

/**
 * Returns the part of an address that identifies a subscriber: all of an IPv4 address, the first half of an IPv6
 * address, where one subscriber has 2^64 addresses. Limits per address are counted for it.
 */
export function subscriberOf(ip: string): string {
  // The usual address is recognized without a regular expression: each request asks several times.
  if (!ip.includes(':') || !isIPv6(ip)) return ip
  const four = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (four?.[1]) return four[1]
  const [front = [], back = []] = ip.split('::').map((half) => half.split(':').filter(Boolean))
  const groups = [...front, ...Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back]
  const half = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${half.join(':')}::`
}
