import { Readable } from 'node:stream'
import type { Config } from '../../../kernel/config.ts'
import type { World } from '../../../kernel/world.ts'
import { FileMissingError, type Part, type Storage } from './driver.ts'
import { signed } from './sign.ts'

/** Request timeout of the store, in ms, for up to 10 MB. */
const TIMEOUT_MS = 30_000

/** Creates a storage in an S3-compatible bucket with path-style addressing. */
export function bucket(settings: NonNullable<Config['filesS3']>, world: World): Storage {
  const send = async (method: 'GET' | 'PUT' | 'DELETE', key: string, more: { body?: Buffer; part?: Part } = {}) => {
    const url = new URL(`${settings.endpoint}/${settings.bucket}/${key}`)
    const { host: _host, ...headers } = signed(settings, {
      method,
      url,
      headers: more.part ? { range: `bytes=${more.part.start}-${more.part.end}` } : {},
      body: more.body ?? Buffer.alloc(0),
      at: world.now(),
    })
    return fetch(url, {
      method,
      headers,
      ...(more.body ? { body: new Uint8Array(more.body) } : {}),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  }
  const refuse = async (answer: Response): Promise<never> => {
    await answer.body?.cancel()
    throw new Error(`the file storage answered ${answer.status}`)
  }
  return {
    put: async (key, body) => {
      const answer = await send('PUT', key, { body })
      if (!answer.ok) await refuse(answer)
      await answer.body?.cancel()
    },
    open: async (key, part) => {
      const answer = await send('GET', key, part ? { part } : {})
      if (answer.status === 404) {
        await answer.body?.cancel()
        throw new FileMissingError('no such file')
      }
      if (!answer.body || answer.status !== (part ? 206 : 200)) return refuse(answer)
      return Readable.from(answer.body)
    },
    remove: async (key) => {
      const answer = await send('DELETE', key)
      if (!answer.ok && answer.status !== 404) await refuse(answer)
      await answer.body?.cancel()
    },
  }
}
