import Bowser from 'bowser'

/** Returns a network address without its host part: /24 of IPv4, /48 of IPv6. */
export function networkOf(address: string): string {
  const four = /(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(address)
  if (four) return `${four[1]}.x`
  const groups = address.split(':')
  return groups.length > 3 ? `${groups.slice(0, 3).join(':')}::` : address
}

/** Describes a user agent, for example "Chrome on Windows". */
export function deviceOf(userAgent: string): string {
  const { browser, os } = Bowser.parse(userAgent || 'unknown')
  const program = browser.name ?? ''
  if (!program) return 'Unknown browser'
  return os.name ? `${program} on ${os.name}` : program
}
