import { fileURLToPath } from 'node:url'
import { request } from 'undici'
import { startChild, type Child } from '../server/test/faults/child.ts'
import { startTestEnvironment, type TestEnvironment } from '../server/test/faults/test-environment.ts'
import { cpuOf } from './cpu.ts'
import { comparePairs, printShares, type Run } from './pairs.ts'
import { publishPages } from './public-pages-data.ts'

const FLOOR = fileURLToPath(new URL('./floor-page.ts', import.meta.url))
const LOAD = fileURLToPath(new URL('./load-pages.ts', import.meta.url))
const CONNECTIONS = 64
const GOAL = { accept: '>= 0.5', moonshot: '>= 0.7' }

interface Options {
  rounds: number
  /** Requests of one round. */
  requests: number
}

/** Measures public pages per second, with readers counted, against a bare server that writes the same bytes. */
export async function benchPublicPages(url: string, options: Options): Promise<void> {
  const environment = await startTestEnvironment(url, {
    carrier: 'simulated',
    contacts: 1,
    slowPerSecond: 100,
    fastPerSecond: 100,
    isWatched: false,
    members: 1,
  })
  const load = await startChild(LOAD, {}, /^READY/)
  try {
    const product = await environment.product({ ROLES: 'web', TRUSTED_PROXIES: '1' })
    const pages = await publishPages(environment)
    for (const kind of ['news', 'optIn', 'form'] as const)
      await comparePage(environment, { ...options, kind, path: pages[kind], load: load.child, product })
  } finally {
    load.child.signal('SIGKILL')
    await load.child.ended
    await environment.close()
  }
}

async function comparePage(
  { address }: TestEnvironment,
  {
    kind,
    path,
    rounds,
    requests,
    load,
    product,
  }: Options & { kind: string; path: string; load: Child; product: Child },
): Promise<void> {
  const sample = await request(`${address}${path}`, {
    headers: { 'accept-encoding': 'gzip, br', 'accept-language': 'en', 'x-forwarded-for': '10.255.255.1' },
  })
  const body = Buffer.from(await sample.body.arrayBuffer())
  if (sample.statusCode !== 200) throw new Error(`${kind} answered ${sample.statusCode}`)
  // The server adds these itself.
  const own = new Set(['date', 'connection', 'keep-alive', 'content-length'])
  const headers = {
    ...Object.fromEntries(Object.entries(sample.headers).filter(([name]) => !own.has(name))),
    'content-length': String(body.length),
  }
  const floor = await startChild(
    FLOOR,
    { HEADERS: JSON.stringify(headers), BODY: body.toString('base64') },
    /^READY (\S+)/,
  )
  const read = async (url: string): Promise<Run> => {
    const command = { host: '127.0.0.1', port: Number(new URL(url).port), path, requests, connections: CONNECTIONS }
    const answer = await load.sendCommand(JSON.stringify(command), /^DONE (.+)/)
    const { seconds, ok } = JSON.parse(answer[1] ?? '') as { seconds: number; ok: number }
    if (ok !== requests) throw new Error(`${ok} of ${requests} requests for ${kind} were answered with 200`)
    return { count: requests, seconds }
  }
  try {
    const shares = await comparePairs(
      rounds,
      () => read(floor.match[1] ?? ''),
      async () => {
        const before = cpuOf(product.pid)
        return { ...(await read(address)), cpu: { product: cpuOf(product.pid) - before } }
      },
    )
    printShares(`Public page ${kind}, ${body.length} bytes ${String(sample.headers['content-encoding'])}`, shares, GOAL)
  } finally {
    floor.child.signal('SIGKILL')
    await floor.child.ended
  }
}
