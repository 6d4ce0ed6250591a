import type { Kernel } from '../../kernel/kernel.ts'
import { Failure } from '../../kernel/failure.ts'
import { lineById } from '../lines/index.ts'
import { carriersOf } from './registry.ts'

/** Fetches an inbound file or recording with the account of the line that received it. */
export async function fetchMedia(kernel: Kernel, lineId: string, url: string): Promise<Buffer> {
  const system = kernel.database.asSystem('a file from a contact is fetched with the account of its line')
  const line = await lineById(system, kernel.encryption, lineId)
  const carrier = line && carriersOf(kernel.config, kernel.world).get(line.carrier)
  if (!line || !carrier) throw new Failure('file_refused', { internal: `no line ${lineId} to fetch a file with` })
  return (await carrier.fetchMedia(line.credentials, url)).bytes
}
