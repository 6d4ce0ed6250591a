import { fileURLToPath } from 'node:url'
import { conversations } from '@crewline/contract/inbox'
import { Pool } from 'undici'
import { cursorOf } from '../server/src/kernel/db/paging.ts'
import { conversationPage } from '../server/src/modules/inbox/views/list.ts'
import type { Reader } from '../server/src/modules/inbox/views/rows.ts'
import { thread } from '../server/src/modules/inbox/views/thread.ts'
import { startTestEnvironment, type TestEnvironment } from '../server/test/faults/test-environment.ts'
import { buffersOf, statementsOf } from './explain.ts'
import { fillInbox, type InboxData } from './inbox-data.ts'
import { median } from './pairs.ts'

const PRODUCT = fileURLToPath(new URL('./reader-product.ts', import.meta.url))
/** Concurrent requests. */
const IN_FLIGHT = 4
/** Time limit for one slow kind of request in one round, in ms. */
const ROUND_MS = 4_000

interface Page {
  name: string
  /** Query of the conversation list; unset for a thread. */
  query?: Record<string, string | string[]>
  contactId?: string
  before?: string
  /** Number of rows the response must have. */
  rows: number
}

interface Read {
  name: string
  /** Milliseconds per request, by round. */
  ms: number[]
  /** Ratio to the bare key look-up. */
  ratios: number[]
  /** Ratio to the product's own route that reads one contact by key. */
  overRoute: number[]
  buffers: number
}

interface Options {
  urlOf: (name: string) => Promise<string>
  sizes: number[]
  rounds: number
  /** Requests of one kind in one round. */
  requests: number
}

/**
 * Measures inbox pages over HTTP against one row by key in the same process, at small and large sizes, and how each
 * grows.
 */
export async function benchReading({ urlOf, sizes, rounds, requests }: Options): Promise<void> {
  console.log('Pages over HTTP; goal <= 3 times one row by key, moonshot <= 2')
  const results: { size: number; reads: Read[] }[] = []
  for (const size of sizes) {
    const environment = await startTestEnvironment(await urlOf(`inbox_${size}`), {
      carrier: 'simulated',
      contacts: 0,
      slowPerSecond: 100,
      fastPerSecond: 100,
      isWatched: false,
      members: 100,
    })
    try {
      const startedAt = performance.now()
      const data = await fillInbox(environment.sql, environment.org.id, environment.fast.id, size)
      console.log(`${count(size)} conversations created in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
      const reads = await readAll(environment, data, { rounds, requests })
      for (const read of reads) console.log(`  ${describeRead(read)}`)
      results.push({ size, reads })
    } finally {
      await environment.close()
    }
  }
  const [small, large] = [results[0], results.at(-1)]
  if (!small || !large || small === large) return
  console.log(
    `Growth from ${count(small.size)} to ${count(large.size)}; goal: time relative to the key look-up <= 1.5, moonshot <= 1.2; buffers <= 1.3`,
  )
  for (const before of small.reads) {
    const after = large.reads.find((read) => read.name === before.name)
    if (!after || before.buffers === 0) continue
    const growth = median(after.ratios) / median(before.ratios)
    console.log(`  ${before.name}: time ${growth.toFixed(2)}, buffers ${(after.buffers / before.buffers).toFixed(2)}`)
  }
}

function describeRead({ name, ms, ratios, overRoute, buffers }: Read): string {
  const range = (values: number[]) =>
    `${median(values).toFixed(2)} (${Math.min(...values).toFixed(2)}-${Math.max(...values).toFixed(2)})`
  return `${name}: ${range(ratios)} times the bare key look-up, ${range(overRoute)} times the route of one contact; ${median(ms).toFixed(2)} ms, ${buffers} buffers`
}

async function readAll(
  environment: TestEnvironment,
  data: InboxData,
  { rounds, requests }: { rounds: number; requests: number },
): Promise<Read[]> {
  const { child, match } = await environment.run(PRODUCT, { ORG: data.orgId, ROLES: 'web' }, /^READY (\S+) (\S+)/)
  const product = new Pool(match[1] as string, { connections: IN_FLIGHT })
  const floor = new Pool(match[2] as string, { connections: IN_FLIGHT })
  try {
    const pages = await pagesOf(environment, data)
    const reads: Read[] = []
    const key = () => floor.request({ method: 'GET', path: `/${data.longThread}` })
    const gated = (nth: number) =>
      product.request({
        method: 'GET',
        path: '/api/contact',
        query: { id: data.longThread },
        headers: asMember(environment, nth),
      })
    for (const page of [undefined, ...pages]) {
      const read: Read = {
        name: page?.name ?? 'one contact by key, through the request gate',
        ms: [],
        ratios: [],
        overRoute: [],
        buffers: 0,
      }
      const request = page ? (nth: number) => requestPage(product, environment, page, nth) : gated
      if (page) await verify(await request(0), page)
      for (let round = 0; round <= rounds; round++) {
        const base = await time(key, requests)
        const route = await time(gated, requests)
        const ms = await time(request, requests)
        if (round === 0) continue
        read.ms.push(ms)
        read.ratios.push(ms / base)
        read.overRoute.push(ms / route)
      }
      const userId = environment.members[0]?.id ?? ''
      if (page)
        read.buffers = await buffersOf(
          environment.sql,
          data.orgId,
          await statementsOf((db) => runPage({ db, country: 'US', userId }, page)),
        )
      reads.push(read)
    }
    return reads
  } finally {
    await product.close()
    await floor.close()
    child.signal('SIGKILL')
    await child.ended
  }
}

/** The pages members open, shallow and deep. */
async function pagesOf(environment: TestEnvironment, data: InboxData): Promise<Page[]> {
  const middle = await environment.sql.query<{ id: string; at: Date }>(
    `select contact_id as id, last_at as at from conversation where org_id = $1 and not archived order by last_at desc offset $2 limit 1`,
    [data.orgId, Math.floor(data.size * 0.45)],
  )
  const deep = middle.rows[0]
  const before = await environment.sql.query<{ id: string }>(
    'select id from message where org_id = $1 and contact_id = $2 order by id desc offset $3 limit 1',
    [data.orgId, data.longThread, Math.floor(data.threadLength / 2)],
  )
  const pageSize = 25
  const list = (name: string, query: Page['query'], rows = pageSize): Page => ({ name, query: query ?? {}, rows })
  return [
    list('open', {}),
    list('open, deep by cursor', { cursor: cursorOf({ key: deep?.at.toISOString() ?? '', id: deep?.id ?? '' }) }),
    list('unread', { status: 'unread' }),
    list('unanswered', { status: 'unanswered' }),
    list('unassigned', { status: 'unassigned' }),
    list('archived', { status: 'archived' }),
    list('everything', { status: 'all' }),
    list('one group', { groupIds: [data.group] }),
    list('a group of ten', { groupIds: [data.smallGroup], status: 'all' }, 10),
    list('five groups', { groupIds: data.fiveGroups }),
    list('search for a common name', { search: 'ana' }),
    list('search for one contact', { search: `worker${data.size - 8}`, status: 'all' }, 1),
    list('search without matches', { search: 'zebedee' }, 0),
    { name: 'thread of three messages', contactId: await idOf(environment, 11), rows: 3 },
    { name: 'long thread', contactId: data.longThread, rows: 50 },
    { name: 'long thread, from the middle', contactId: data.longThread, before: before.rows[0]?.id ?? '', rows: 50 },
  ]
}

async function idOf(environment: TestEnvironment, n: number): Promise<string> {
  const { rows } = await environment.sql.query<{ id: string }>("select bench_id('c', $1) as id", [n])
  return rows[0]?.id ?? ''
}

function requestPage(product: Pool, environment: TestEnvironment, page: Page, nth: number) {
  const path = page.contactId ? `/api/message/conversations/${page.contactId}` : '/api/message/conversations-paginated'
  const query = page.contactId ? (page.before ? { before: page.before } : {}) : page.query
  return product.request({ method: 'GET', path, query: { ...query }, headers: asMember(environment, nth) })
}

/** Runs the same page as the product does, to collect its statements. */
function runPage(reader: Reader, page: Page): Promise<unknown> {
  if (page.contactId)
    return thread(reader, page.contactId, { limit: 50, ...(page.before ? { before: page.before } : {}) })
  return conversationPage(reader, conversations.query.parse(page.query))
}

/** Spreads requests over many members, because each member is rate limited. */
function asMember(environment: TestEnvironment, nth: number): Record<string, string> {
  return { authorization: `Bearer ${environment.members[nth % environment.members.length]?.token}` }
}

async function verify(answer: Awaited<ReturnType<Pool['request']>>, page: Page): Promise<void> {
  const body = (await answer.body.json()) as { data?: unknown[]; messages?: unknown[] }
  const rows = (body.data ?? body.messages ?? []).length
  if (answer.statusCode !== 200 || rows !== page.rows)
    throw new Error(`${page.name}: answered ${answer.statusCode} with ${rows} rows instead of ${page.rows}`)
}

/** Returns the milliseconds per request, with a few requests in flight. */
async function time(request: (nth: number) => ReturnType<Pool['request']>, requests: number): Promise<number> {
  const startedAt = performance.now()
  let next = 0
  const asker = async () => {
    while (next < requests && performance.now() - startedAt < ROUND_MS) {
      const answer = await request(requestCount++)
      next += 1
      if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}: ${await answer.body.text()}`)
      await answer.body.dump()
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, asker))
  return (performance.now() - startedAt) / next
}
let requestCount = 0

function count(value: number): string {
  return value.toLocaleString('en')
}
