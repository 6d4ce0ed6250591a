import { fileURLToPath } from 'node:url'
import { conversations } from '@crewline/contract/inbox'
import { Pool } from 'undici'
import { cursorOf } from '../server/src/kernel/db/paging.ts'
import { conversationPage } from '../server/src/modules/inbox/views/list.ts'
import type { Reader } from '../server/src/modules/inbox/views/rows.ts'
import { thread } from '../server/src/modules/inbox/views/thread.ts'
import { setStage, type Stage } from '../server/test/faults/stage.ts'
import { buffersOf, statementsOf } from './explain.ts'
import { fillInbox, type InboxData } from './inbox-data.ts'
import { median } from './pairs.ts'

const PRODUCT = fileURLToPath(new URL('./reader-product.ts', import.meta.url))
/** Requests at the same time. */
const IN_FLIGHT = 4
/** A kind that is slow gets no more time than this in one round, in ms. */
const ROUND_MS = 4_000

interface Page {
  name: string
  /** Query of the conversation list; none for a thread. */
  query?: Record<string, string | string[]>
  contactId?: string
  before?: string
  /** How many rows the answer must have. */
  rows: number
}

interface Read {
  name: string
  /** Milliseconds a request, by round. */
  ms: number[]
  /** Times the bare key look-up. */
  ratios: number[]
  /** Times the product's own route that reads one contact by key. */
  overRoute: number[]
  buffers: number
}

interface Options {
  urlOf: (name: string) => Promise<string>
  sizes: number[]
  rounds: number
  /** Requests of one kind in one round. */
  asks: number
}

/** Pages of the inbox over HTTP against one row by key in the same process, small and large, and how each grows. */
export async function benchReading({ urlOf, sizes, rounds, asks }: Options): Promise<void> {
  console.log('Pages over HTTP; goal <= 3 times one row by key, moonshot <= 2')
  const found: { size: number; reads: Read[] }[] = []
  for (const size of sizes) {
    const stage = await setStage(await urlOf(`inbox_${size}`), {
      carrier: 'simulated',
      workers: 0,
      slowPerSecond: 100,
      fastPerSecond: 100,
      isWatched: false,
      members: 100,
    })
    try {
      const startedAt = performance.now()
      const data = await fillInbox(stage.sql, stage.org.id, stage.fast.id, size)
      console.log(`${count(size)} conversations made in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
      const reads = await readAll(stage, data, { rounds, asks })
      for (const one of reads) console.log(`  ${told(one)}`)
      found.push({ size, reads })
    } finally {
      await stage.close()
    }
  }
  const [small, large] = [found[0], found.at(-1)]
  if (!small || !large || small === large) return
  console.log(
    `Growth from ${count(small.size)} to ${count(large.size)}; goal of the time over the key's <= 1.5, moonshot <= 1.2; of the buffers <= 1.3`,
  )
  for (const before of small.reads) {
    const after = large.reads.find((one) => one.name === before.name)
    if (!after || before.buffers === 0) continue
    const growth = median(after.ratios) / median(before.ratios)
    console.log(`  ${before.name}: time ${growth.toFixed(2)}, buffers ${(after.buffers / before.buffers).toFixed(2)}`)
  }
}

function told({ name, ms, ratios, overRoute, buffers }: Read): string {
  const range = (values: number[]) =>
    `${median(values).toFixed(2)} (${Math.min(...values).toFixed(2)}-${Math.max(...values).toFixed(2)})`
  return `${name}: ${range(ratios)} times the bare key, ${range(overRoute)} times the route of one contact; ${median(ms).toFixed(2)} ms, ${buffers} buffers`
}

async function readAll(
  stage: Stage,
  data: InboxData,
  { rounds, asks }: { rounds: number; asks: number },
): Promise<Read[]> {
  const { child, match } = await stage.run(PRODUCT, { ORG: data.orgId, ROLES: 'web' }, /^READY (\S+) (\S+)/)
  const product = new Pool(match[1] as string, { connections: IN_FLIGHT })
  const floor = new Pool(match[2] as string, { connections: IN_FLIGHT })
  try {
    const pages = await pagesOf(stage, data)
    const reads: Read[] = []
    const key = () => floor.request({ method: 'GET', path: `/${data.longThread}` })
    const gated = (nth: number) =>
      product.request({
        method: 'GET',
        path: '/api/contact',
        query: { id: data.longThread },
        headers: asMember(stage, nth),
      })
    for (const page of [undefined, ...pages]) {
      const read: Read = {
        name: page?.name ?? 'one contact by key, with the gate',
        ms: [],
        ratios: [],
        overRoute: [],
        buffers: 0,
      }
      const ask = page ? (nth: number) => askPage(product, stage, page, nth) : gated
      if (page) await verify(await ask(0), page)
      for (let round = 0; round <= rounds; round++) {
        const base = await time(key, asks)
        const route = await time(gated, asks)
        const ms = await time(ask, asks)
        if (round === 0) continue
        read.ms.push(ms)
        read.ratios.push(ms / base)
        read.overRoute.push(ms / route)
      }
      const personId = stage.members[0]?.id ?? ''
      if (page)
        read.buffers = await buffersOf(
          stage.sql,
          data.orgId,
          await statementsOf((db) => runPage({ db, country: 'US', personId }, page)),
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

/** What people look at, shallow and deep. */
async function pagesOf(stage: Stage, data: InboxData): Promise<Page[]> {
  const middle = await stage.sql.query<{ id: string; at: Date }>(
    `select contact_id as id, last_at as at from conversation where org_id = $1 and not archived order by last_at desc offset $2 limit 1`,
    [data.orgId, Math.floor(data.size * 0.45)],
  )
  const deep = middle.rows[0]
  const before = await stage.sql.query<{ id: string }>(
    'select id from message where org_id = $1 and contact_id = $2 order by id desc offset $3 limit 1',
    [data.orgId, data.longThread, Math.floor(data.threadLength / 2)],
  )
  const many = 25
  const list = (name: string, query: Page['query'], rows = many): Page => ({ name, query: query ?? {}, rows })
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
    list('search of a common name', { search: 'ana' }),
    list('search of one person', { search: `worker${data.size - 8}`, status: 'all' }, 1),
    list('search of nobody', { search: 'zebedee' }, 0),
    { name: 'thread of three', contactId: await idOf(stage, 11), rows: 3 },
    { name: 'long thread', contactId: data.longThread, rows: 50 },
    { name: 'long thread, from its middle', contactId: data.longThread, before: before.rows[0]?.id ?? '', rows: 50 },
  ]
}

async function idOf(stage: Stage, n: number): Promise<string> {
  const { rows } = await stage.sql.query<{ id: string }>("select bench_id('c', $1) as id", [n])
  return rows[0]?.id ?? ''
}

function askPage(product: Pool, stage: Stage, page: Page, nth: number) {
  const path = page.contactId ? `/api/message/conversations/${page.contactId}` : '/api/message/conversations-paginated'
  const query = page.contactId ? (page.before ? { before: page.before } : {}) : page.query
  return product.request({ method: 'GET', path, query: { ...query }, headers: asMember(stage, nth) })
}

/** The same page as the product runs it, for its statements. */
function runPage(reader: Reader, page: Page): Promise<unknown> {
  if (page.contactId)
    return thread(reader, page.contactId, { limit: 50, ...(page.before ? { before: page.before } : {}) })
  return conversationPage(reader, conversations.query.parse(page.query))
}

/** A member may ask so often in a minute, so many members ask. */
function asMember(stage: Stage, nth: number): Record<string, string> {
  return { authorization: `Bearer ${stage.members[nth % stage.members.length]?.token}` }
}

async function verify(answer: Awaited<ReturnType<Pool['request']>>, page: Page): Promise<void> {
  const body = (await answer.body.json()) as { data?: unknown[]; messages?: unknown[] }
  const rows = (body.data ?? body.messages ?? []).length
  if (answer.statusCode !== 200 || rows !== page.rows)
    throw new Error(`${page.name}: answered ${answer.statusCode} with ${rows} rows, ${page.rows} wanted`)
}

/** Milliseconds a request takes, asked a few at a time. */
async function time(ask: (nth: number) => ReturnType<Pool['request']>, asks: number): Promise<number> {
  const startedAt = performance.now()
  let next = 0
  const asker = async () => {
    while (next < asks && performance.now() - startedAt < ROUND_MS) {
      const answer = await ask(asked++)
      next += 1
      if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}: ${await answer.body.text()}`)
      await answer.body.dump()
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, asker))
  return (performance.now() - startedAt) / next
}
let asked = 0

function count(value: number): string {
  return value.toLocaleString('en')
}
