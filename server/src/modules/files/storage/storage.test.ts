import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import S3rver from 's3rver'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { realWorld } from '../../../kernel/world.ts'
import { FileMissingError, type Storage } from './driver.ts'
import { localFolder } from './local.ts'
import { bucket } from './s3.ts'
import { newKey } from './storage.ts'

const world = realWorld()
/** The only credentials that s3rver accepts. */
const credentials = { key: 'S3RVER', secret: 'S3RVER' }

/** Starts an S3-compatible store that checks the key. */
async function startStore(directory: string): Promise<{ store: S3rver; endpoint: string }> {
  const store = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'crew', configs: [] }],
  })
  const { port } = await store.run()
  return { store, endpoint: `http://127.0.0.1:${port}` }
}

const read = async (stream: Readable): Promise<Buffer> => Buffer.concat((await stream.toArray()) as Buffer[])

describe.each(['local', 's3'] as const)('file storage: %s', (kind) => {
  let storage: Storage
  let dir: string
  let stop: () => Promise<void>
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'crewline-files-'))
    const { store, endpoint } = await startStore(join(dir, 'store'))
    stop = () => store.close()
    storage =
      kind === 'local' ? localFolder(dir) : bucket({ endpoint, bucket: 'crew', region: 'us-east-1', credentials })
  })
  afterAll(async () => {
    await stop()
    await rm(dir, { recursive: true })
  })
  const orgId = world.id()

  test('returns stored bytes, whole and in ranges, until they are removed', async () => {
    const key = newKey(world, orgId)
    const bytes = world.bytes(100_000)
    await storage.put(key, bytes)
    expect(await read(await storage.open(key))).toEqual(bytes)
    expect(await read(await storage.open(key, { start: 10, end: 19 }))).toEqual(bytes.subarray(10, 20))
    await storage.put(key, Buffer.from('new'))
    expect((await read(await storage.open(key))).toString()).toBe('new')
    await storage.remove(key)
    await expect(storage.open(key)).rejects.toThrow(FileMissingError)
    await storage.remove(key)
  })

  test('keeps the files of an organization together and leaves no partial files', async () => {
    const keys = Array.from({ length: 20 }, () => newKey(world, orgId))
    await Promise.all(keys.map((key) => storage.put(key, Buffer.from(key))))
    const folder = kind === 'local' ? join(dir, 'files', orgId) : join(dir, 'store', 'crew', orgId)
    const names = new Set((await readdir(folder)).map((name) => `${orgId}/${name.replace(/\._S3rver_.*$/, '')}`))
    expect([...names].sort()).toEqual([...keys].sort())
  })
})

test('rejects a key that it did not generate', async () => {
  const storage = localFolder('/nowhere')
  for (const key of [
    '../../etc/passwd',
    '',
    '/etc/passwd',
    `${world.id()}/../../x`,
    `${world.id()}/${'a'.repeat(37)}`,
  ]) {
    await expect(storage.put(key, Buffer.alloc(1))).rejects.toThrow('invalid storage key')
    await expect(storage.open(key)).rejects.toThrow('invalid storage key')
  }
})

describe('a bucket', () => {
  const closers: (() => unknown)[] = []
  afterEach(() => Promise.all(closers.splice(0).map((close) => close())))
  /** Store and client share a process, which may stand still for seconds on a busy machine. */
  const timeouts = { connect: 30_000, respond: 4_000, idle: 4_000 }

  type Answer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

  /** Starts a store that answers as a test says. */
  async function serverOf(answer: Answer): Promise<{ endpoint: string }> {
    const server = createServer((request, response) => void answer(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closers.push(() => {
      server.closeAllConnections()
      server.close()
    })
    return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  }

  const bucketAt = async (answer: Answer, limits = timeouts): Promise<Storage> =>
    bucket({ ...(await serverOf(answer)), bucket: 'crew', region: 'us-east-1', credentials }, limits)

  test('reports a denied or failed store as an error, not as a missing file', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'crewline-files-'))
    const { store, endpoint } = await startStore(dir)
    closers.push(() => rm(dir, { recursive: true, force: true }))
    const stranger = bucket({
      endpoint,
      bucket: 'crew',
      region: 'us-east-1',
      credentials: { key: 'STRANGER', secret: 'wrong' },
    })
    await expect(stranger.put('a', Buffer.alloc(1))).rejects.toMatchObject({ name: 'InvalidAccessKeyId' })
    await expect(stranger.open('a')).rejects.toMatchObject({ name: 'InvalidAccessKeyId' })
    await store.close()
    await expect(stranger.open('a')).rejects.not.toBeInstanceOf(FileMissingError)
  })

  test('delivers a file that takes longer than the time limit of a response', async () => {
    const storage = await bucketAt(async (_, response) => {
      response.writeHead(200, { 'content-length': '8' })
      for (let n = 0; n < 8; n++) {
        response.write(String(n))
        await wait(600)
      }
      response.end()
    })
    expect((await read(await storage.open('a'))).toString()).toBe('01234567')
  })

  test('fails when the store falls silent inside a file', async () => {
    const silent: Answer = (_, response) => {
      response.writeHead(200, { 'content-length': '8' })
      response.write('0123')
    }
    const storage = await bucketAt(silent, { ...timeouts, respond: 30_000, idle: 2_000 })
    const stream = await storage.open('a')
    await expect(read(stream)).rejects.toThrow('2000 ms of inactivity')
  })

  test('tries again when the store is overloaded, and sends the whole file again', async () => {
    const received: Buffer[] = []
    let calls = 0
    const storage = await bucketAt(async (request, response) => {
      calls++
      const body = Buffer.concat((await request.toArray()) as Buffer[])
      if (calls < 3) return void response.writeHead(503).end()
      received.push(body)
      response.writeHead(200).end()
    })
    await storage.put('a', Buffer.from('some bytes'))
    expect({ calls, received: received.map(String) }).toEqual({ calls: 3, received: ['some bytes'] })
  })

  test('signs with the credentials of the environment when it has no key of its own', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'OFTHEROLE')
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
    vi.stubEnv('AWS_SESSION_TOKEN', 'of-the-session')
    closers.push(() => vi.unstubAllEnvs())
    let sent: Record<string, unknown> = {}
    const { endpoint } = await serverOf((request, response) => {
      sent = request.headers
      response.writeHead(204).end()
    })
    await bucket({ endpoint, bucket: 'crew', region: 'eu-central-1', credentials: undefined }).remove('a')
    expect(sent['authorization']).toMatch(
      /^AWS4-HMAC-SHA256 Credential=OFTHEROLE\/\d{8}\/eu-central-1\/s3\/aws4_request/,
    )
    expect(sent['x-amz-security-token']).toBe('of-the-session')
  })
})
