import { Resolver } from 'node:dns/promises'

const ANSWER_MS = 3_000

/**
 * Reads the DNS records of type TXT of a name, each as one text. Returns none when the name has none or no name server
 * answers. `servers` replaces the name servers of this machine.
 */
export async function readTxtRecords(name: string, servers: readonly string[]): Promise<string[]> {
  const resolver = new Resolver({ timeout: ANSWER_MS, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  const records = await resolver.resolveTxt(name).catch(() => [])
  return records.map((parts) => parts.join(''))
}
