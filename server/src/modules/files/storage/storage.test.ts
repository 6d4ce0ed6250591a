import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { realWorld } from '../../../kernel/world.ts'
import { FileMissingError, type Storage } from './driver.ts'
import { localFolder } from './local.ts'
import { bucket } from './s3.ts'
import { signed } from './sign.ts'
import { newKey } from './storage.ts'

const world = realWorld()
const signer = { key: 'AKIAIOSFODNN7EXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', region: 'us-east-1' }

test('signs a request as in the Amazon example', () => {
  const headers = signed(signer, {
    method: 'GET',
    url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
    headers: { range: 'bytes=0-9' },
    body: Buffer.alloc(0),
    at: new Date('2013-05-24T00:00:00.000Z'),
  })
  expect(headers['authorization']).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  )
})

/** Starts an S3-compatible store that checks signatures. */
function startStore(): Promise<{ server: Server; url: string; objects: Map<string, Buffer> }> {
  const objects = new Map<string, Buffer>()
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts)
      const { host = '', range, authorization, 'x-amz-date': time = '' } = request.headers
      const at = String(time).replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z')
      const url = new URL(request.url ?? '/', `http://${host}`)
      const expected = signed(signer, {
        method: request.method as 'GET',
        url,
        headers: range ? { range } : {},
        body,
        at: new Date(at),
      })
      const answer = (http: number, bytes?: Buffer) => response.writeHead(http).end(bytes)
      if (authorization !== expected['authorization']) return answer(403)
      const object = objects.get(url.pathname)
      if (request.method === 'PUT') objects.set(url.pathname, body)
      if (request.method === 'DELETE') objects.delete(url.pathname)
      if (request.method !== 'GET') return answer(request.method === 'PUT' ? 200 : 204)
      if (!object) return answer(404)
      const [, start, end] = /bytes=(\d+)-(\d+)/.exec(range ?? '') ?? []
      return range ? answer(206, object.subarray(Number(start), Number(end) + 1)) : answer(200, object)
    })
  })
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () =>
      resolve({ server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, objects }),
    ),
  )
}

const read = async (stream: Readable): Promise<Buffer> => Buffer.concat((await stream.toArray()) as Buffer[])

describe.each(['local', 's3'] as const)('file storage: %s', (kind) => {
  let storage: Storage
  let dir: string
  let store: Awaited<ReturnType<typeof startStore>>
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'crewline-files-'))
    store = await startStore()
    storage = kind === 'local' ? localFolder(dir) : bucket({ endpoint: store.url, bucket: 'crew', ...signer }, world)
  })
  afterAll(async () => {
    store.server.closeAllConnections()
    store.server.close()
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
    const names =
      kind === 'local'
        ? (await readdir(join(dir, 'files', orgId))).map((name) => `${orgId}/${name}`)
        : [...store.objects.keys()].map((path) => path.replace('/crew/', ''))
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

test('reports a denied or failed store as an error, not as a missing file', async () => {
  const { server, url } = await startStore()
  const stranger = bucket({ endpoint: url, bucket: 'crew', ...signer, secret: 'wrong' }, world)
  await expect(stranger.put('a', Buffer.alloc(1))).rejects.toThrow('answered 403')
  await expect(stranger.open('a')).rejects.toThrow('answered 403')
  server.closeAllConnections()
  server.close()
  await expect(stranger.open('a')).rejects.not.toThrow(FileMissingError)
})
