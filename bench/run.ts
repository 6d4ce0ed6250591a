import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../server/src/kernel/db/embedded.ts'
import { startTestEnvironment, type TestEnvironment } from '../server/test/faults/test-environment.ts'
import { benchAccess } from './access.ts'
import { benchAudit } from './audit.ts'
import { benchBroadcasts, benchRecipientCount } from './broadcasts.ts'
import { benchDashboard } from './dashboard.ts'
import { benchEndToEnd } from './end-to-end.ts'
import { benchFairness } from './fairness.ts'
import { benchFanOut } from './fan-out.ts'
import { benchGroups } from './groups.ts'
import { benchHr } from './hr.ts'
import { benchImportProduct } from './import-product.ts'
import { benchImport } from './import.ts'
import { benchInbound } from './inbound.ts'
import { benchInbox } from './inbox-browser.ts'
import { benchLighthouse } from './lighthouse.ts'
import { benchLogIn } from './log-in.ts'
import { benchSenders, benchShaping } from './many-lines.ts'
import { benchOptOut } from './opt-out.ts'
import { benchPublicPages } from './public-pages.ts'
import { benchReading } from './reading.ts'
import { benchSearch } from './search.ts'
import { benchSending, benchTriggers } from './sending.ts'
import { benchSubmissions } from './submissions.ts'

export interface BenchOptions {
  isFull: boolean
  /** Conversations of the large organization whose inbox is read. */
  size: number
  /** Name parts of the benchmarks to run; all when empty. */
  only: string[]
}

/** Runs the benchmarks on a dedicated durable PostgreSQL and prints each figure next to its goal. */
export async function runBench({ isFull, size, only }: BenchOptions): Promise<void> {
  const wants = (name: string) => only.length === 0 || only.includes(name)
  if (wants('opt-out')) benchOptOut()
  // The opt-out benchmark needs no database.
  if (only.length === 1 && only[0] === 'opt-out') return
  const dataDir = await mkdtemp(join(tmpdir(), 'crewline-bench-'))
  // Under root the database runs as another user, who must be able to enter this directory.
  await chmod(dataDir, 0o711)
  const database = await startEmbedded({ dataDir: join(dataDir, 'postgres') })
  try {
    console.log(`PostgreSQL ${database.version}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}`)
    if ((loadavg()[0] ?? 0) > 2) console.log('The machine is busy, which makes ratios look better than they are.')
    if (wants('sending') || wants('triggers') || wants('inbound') || wants('fan-out'))
      await benchTraffic(database.url(), { isFull, wants })
    await benchDelivery(database.url(), { isFull, wants })
    if (wants('log-in')) {
      const url = await createDatabase(database.url(), 'log_in')
      await benchLogIn(url, isFull ? { pairs: 2_000, floodSeconds: 10 } : { pairs: 400, floodSeconds: 5 })
    }
    if (wants('import')) {
      const rows = isFull ? 200_000 : 50_000
      await benchImport(await createDatabase(database.url(), 'import'), { rows })
      await benchImportProduct(await createDatabase(database.url(), 'import_product'), { rows })
    }
    if (wants('hr')) await benchHr(await createDatabase(database.url(), 'hr'), { people: isFull ? 100_000 : 20_000 })
    if (wants('groups')) {
      const effort = isFull ? { size: 1_000_000, rounds: 7 } : { size: 20_000, rounds: 4 }
      await benchGroups({ url: await createDatabase(database.url(), 'groups'), evaluated: 100_000, ...effort })
    }
    if (wants('broadcasts')) {
      const sizes = isFull ? [10_000, 1_000_000] : [10_000, 100_000]
      await benchBroadcasts({ urlOf: (name) => createDatabase(database.url(), name), sizes })
    }
    if (wants('recipient-count'))
      for (const contacts of isFull ? [100_000, 1_000_000] : [100_000]) {
        const url = await createDatabase(database.url(), `recipient_count_${contacts}`)
        await benchRecipientCount({ url, size: contacts, rounds: isFull ? 7 : 4 })
      }
    if (wants('dashboard')) {
      const effort = isFull ? { messages: 10_000_000, rounds: 20 } : { messages: 1_000_000, rounds: 10 }
      await benchDashboard(await createDatabase(database.url(), 'dashboard'), effort)
    }
    if (wants('audit')) {
      const effort = isFull ? { entries: 10_000_000, rounds: 20 } : { entries: 500_000, rounds: 10 }
      await benchAudit(await createDatabase(database.url(), 'audit'), effort)
    }
    if (wants('search')) {
      const effort = isFull
        ? { messages: 10_000_000, rounds: 5, requests: 60 }
        : { messages: 200_000, rounds: 3, requests: 30 }
      await benchSearch(await createDatabase(database.url(), 'search'), effort)
    }
    if (wants('inbox')) {
      const size = isFull ? 50_000 : 10_000
      const effort = { conversations: size, messages: size, rounds: isFull ? 12 : 5 }
      await benchInbox(await createDatabase(database.url(), 'inbox'), effort)
    }
    if (wants('public-pages')) {
      const effort = isFull ? { rounds: 7, requests: 25_000 } : { rounds: 4, requests: 10_000 }
      await benchPublicPages(await createDatabase(database.url(), 'public_pages'), effort)
    }
    if (wants('submissions'))
      await benchSubmissions(await createDatabase(database.url(), 'submissions'), { count: 10_000 })
    if (wants('lighthouse')) await benchLighthouse(await createDatabase(database.url(), 'lighthouse'))
    if (wants('reading')) {
      const sizes = [10_000, ...(size > 10_000 ? [size] : [])]
      const effort = isFull ? { rounds: 7, requests: 200 } : { rounds: 4, requests: 80 }
      await benchReading({ urlOf: (name) => createDatabase(database.url(), name), sizes, ...effort })
    }
  } finally {
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function benchTraffic(
  serverUrl: string,
  { isFull, wants }: { isFull: boolean; wants: (name: string) => boolean },
): Promise<void> {
  const url = await createDatabase(serverUrl, 'traffic')
  const postmasterPid = await postmasterOf(url)
  const environment = await startTestEnvironment(url, {
    carrier: 'simulated',
    contacts: isFull ? 20_000 : 5_000,
    slowPerSecond: 100,
    fastPerSecond: 1_000_000,
    isWatched: false,
  })
  try {
    const rounds = isFull ? 5 : 3
    if (wants('sending')) {
      const texts = isFull ? 20_000 : 5_000
      const of = { rounds, postmasterPid }
      await benchSending(environment, { ...of, texts, latencyMs: 0, goal: { accept: '>= 0.35', moonshot: '>= 0.60' } })
      const slower = { ...of, texts: isFull ? 10_000 : 3_000, latencyMs: 50 }
      await benchSending(environment, { ...slower, goal: { accept: '>= 0.70', moonshot: '>= 0.90' } })
    }
    if (wants('triggers')) {
      const of = { rounds: isFull ? 9 : 5, postmasterPid, texts: isFull ? 20_000 : 5_000, latencyMs: 0 }
      await benchTriggers(url, environment, { ...of, goal: { accept: '>= 0.95', moonshot: '>= 0.99' } })
    }
    if (wants('fan-out')) await benchFanOut(environment, { sockets: 1_000, texts: isFull ? 500 : 100, rounds })
    if (wants('inbound')) {
      const goal = { accept: '>= 0.25', moonshot: '>= 0.45' }
      await benchInbound(environment, { calls: isFull ? 20_000 : 5_000, rounds, connections: 64, postmasterPid, goal })
    }
  } finally {
    await environment.close()
  }
}

/** Measures broadcasts from end to end, and what other texts and other processes notice of them. */
async function benchDelivery(
  serverUrl: string,
  { isFull, wants }: { isFull: boolean; wants: (name: string) => boolean },
): Promise<void> {
  const play = async (
    name: string,
    contacts: number,
    work: (environment: TestEnvironment, postmasterPid: number) => Promise<void>,
  ) => {
    const url = await createDatabase(serverUrl, name)
    const paces = { slowPerSecond: 100, fastPerSecond: 1_000_000 }
    const environment = await startTestEnvironment(url, { carrier: 'simulated', contacts, ...paces, isWatched: false })
    try {
      await work(environment, await postmasterOf(url))
    } finally {
      await environment.close()
    }
  }
  if (wants('end-to-end'))
    await play('end_to_end', isFull ? 20_000 : 5_000, async (environment, postmasterPid) => {
      const of = { rounds: isFull ? 5 : 3, postmasterPid }
      const goal = { accept: '>= 0.35', moonshot: '>= 0.60' }
      const goalSlower = { accept: '>= 0.90', moonshot: '>= 0.95' }
      await benchEndToEnd(environment, { ...of, latencyMs: 0, isReported: false, goal })
      await benchEndToEnd(environment, { ...of, latencyMs: 0, isReported: true, goal })
      await benchEndToEnd(environment, { ...of, latencyMs: 50, isReported: false, goal: goalSlower })
      await benchEndToEnd(environment, { ...of, latencyMs: 50, isReported: true, goal: goalSlower })
    })
  if (wants('access'))
    await play('access', 100, (environment) =>
      benchAccess(environment, isFull ? { rounds: 100, values: 100_000 } : { rounds: 20, values: 20_000 }),
    )
  if (wants('fairness')) await play('fairness', isFull ? 20_000 : 5_000, benchFairness)
  if (wants('senders'))
    await play('senders', 4_000, (environment) =>
      benchSenders(environment, { texts: isFull ? 16_000 : 4_000, rounds: isFull ? 5 : 2, latencyMs: 50 }),
    )
  if (wants('shaping'))
    await play('shaping', 10_000, async (environment) => {
      await benchShaping(environment, { numbers: 100, perSecond: 10, seconds: isFull ? 30 : 10, from: 1_000 })
      if (isFull) await benchShaping(environment, { numbers: 1_000, perSecond: 1, seconds: 30, from: 2_000 })
      if (isFull) await benchShaping(environment, { numbers: 1_000, perSecond: 10, seconds: 6, from: 4_000 })
    })
}

async function createDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new pg.Client(serverUrl)
  await client.connect()
  try {
    await client.query(`create database bench_${name}`)
  } finally {
    await client.end()
  }
  const url = new URL(serverUrl)
  url.pathname = `/bench_${name}`
  return url.href
}

/** Returns the process id of the postmaster, whose children serve the connections. */
async function postmasterOf(url: string): Promise<number> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const stat = await readFile(`/proc/${rows[0]?.pid}/stat`, 'utf8').catch(() => ') S 0')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } finally {
    await client.end()
  }
}
