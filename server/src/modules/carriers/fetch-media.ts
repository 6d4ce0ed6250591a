import { Failure } from '../../kernel/failure.ts'
import { mediaFetcher } from '../files/index.ts'
import { lineById } from '../lines/index.ts'
import { carriersOf } from './registry.ts'

// What a worker sent or said is fetched with the account of the line it came to.
mediaFetcher.fill(async (kernel, lineId, url) => {
  const system = kernel.database.asSystem('a file a worker sent is fetched with the account of its line')
  const line = await lineById(system, kernel.seal, lineId)
  const carrier = line && carriersOf(kernel.config, kernel.world).get(line.carrier)
  if (!line || !carrier) throw new Failure('file_refused', { internal: `no line ${lineId} to fetch a file with` })
  return (await carrier.fetchMedia(line.credentials, url)).bytes
})
