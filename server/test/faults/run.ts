import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../../src/kernel/db/embedded.ts'
import { chanceOf, type Chance } from './chance.ts'
import { statesIn, verdictOf, WITH_LOOKUP, WITHOUT_LOOKUP, type Evidence } from './checkers.ts'
import { killWhileImporting } from './imports.ts'
import { hearForgeries, hearTwice, hearWithLosses, hearWithoutDatabase, type Outcome } from './inbound-storms.ts'
import { killWhileSending, type KillPlan } from './kills.ts'
import { comeBack, hearBesideStalled } from './sockets.ts'
import { setStage, type Stage } from './stage.ts'
import { sendThroughBadReceipts, sendThroughStorms } from './storms.ts'

/** How a run is asked for. */
export interface FaultOptions {
  isFull: boolean
  seed: number
  /** Parts of names of the scenarios to play; all when empty. */
  only: string[]
}

interface Scenario {
  name: string
  carrier: 'simulated' | 'twilio'
  /** No scenario takes longer, in ms: what hangs is a failure. */
  withinMs: number
  play(stage: Stage, chance: Chance): Promise<Outcome>
}

/** Plays every fault scenario on a durable PostgreSQL of its own; answers how many did not hold. */
export async function runFaults({ isFull, seed, only }: FaultOptions): Promise<number> {
  console.log(`SEED=${seed}`)
  const dataDir = await mkdtemp(join(tmpdir(), 'crewline-faults-db-'))
  // As root the database runs as another user, who must be able to pass here.
  await chmod(dataDir, 0o711)
  const database = await startEmbedded({ dataDir: join(dataDir, 'postgres') })
  let failed = 0
  try {
    const wanted = scenarios(isFull).filter(({ name }) => only.length === 0 || only.some((word) => name.includes(word)))
    for (const [nth, scenario] of wanted.entries()) {
      if (!(await playOne(scenario, await freshDatabase(database.url(), nth), chanceOf(seed)))) failed += 1
    }
  } finally {
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  console.log(
    failed === 0 ? 'Everything held.' : `${failed} did not hold. Again with: SEED=${seed} npm run test:faults`,
  )
  return failed
}

async function playOne(scenario: Scenario, url: string, chance: Chance): Promise<boolean> {
  const startedAt = performance.now()
  const stage = await setStage(url, { carrier: scenario.carrier, workers: 600, slowPerSecond: 20, fastPerSecond: 300 })
  let late: NodeJS.Timeout | undefined
  try {
    const bound = new Promise<never>((_, reject) => {
      late = setTimeout(() => reject(new Error(`not over after ${scenario.withinMs / 1000} s`)), scenario.withinMs)
    })
    const { problems, words } = await Promise.race([scenario.play(stage, chance), bound])
    const found = Object.entries(problems)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
    console.log(`${found.length > 0 ? 'FAILED' : 'ok    '} ${seconds.padStart(4)} s  ${scenario.name}: ${words}`)
    for (const [check, what] of found)
      console.log(`         ${check} ${what.length}: ${what.slice(0, 5).join(', ')}${what.length > 5 ? ', …' : ''}`)
    return found.length === 0
  } catch (error) {
    console.log(`FAILED         ${scenario.name}: ${(error as Error).stack}`)
    return false
  } finally {
    clearTimeout(late)
    await stage.close()
  }
}

function scenarios(isFull: boolean): Scenario[] {
  const killPlan: KillPlan = {
    kills: isFull ? 200 : 50,
    perFailpoint: isFull ? 8 : 2,
    freezes: isFull ? 8 : 3,
    bulks: isFull ? [500, 500, 500, 500, 500, 500, 500, 500] : [500, 500, 500],
    posts: isFull ? 2_000 : 500,
    lifeMs: [50, 1_800],
    withLookup: true,
    shiftMs: 0,
    settleWithinMs: 100_000,
  }
  return [
    {
      name: 'kills, a carrier that can be asked',
      carrier: 'simulated',
      withinMs: isFull ? 1_800_000 : 420_000,
      play: async (stage, chance) => {
        await stage.carrier({ latencyMs: 6, receiptDelayMs: 300 })
        return told(await killWhileSending(stage, chance, killPlan), WITH_LOOKUP)
      },
    },
    {
      name: 'storms at the carrier',
      carrier: 'simulated',
      withinMs: 240_000,
      play: async (stage, chance) => {
        await stage.carrier({ latencyMs: 3, receiptDelayMs: 300 })
        return told(await sendThroughStorms(stage, chance, isFull ? 500 : 200), WITH_LOOKUP)
      },
    },
    {
      name: 'receipts twice, late and early',
      carrier: 'simulated',
      withinMs: 120_000,
      play: async (stage, chance) =>
        told(await sendThroughBadReceipts(stage, chance, isFull ? 600 : 200), {
          ...WITH_LOOKUP,
          'not delivered': ({ dump }) =>
            dump.messages.filter((message) => message.state !== 'delivered').map((message) => message.id),
        }),
    },
    {
      name: 'kills, a carrier that cannot be asked',
      carrier: 'twilio',
      withinMs: isFull ? 900_000 : 240_000,
      play: async (stage, chance) => {
        await stage.carrier({ latencyMs: 20, receiptDelayMs: 300 })
        const plan = {
          ...killPlan,
          kills: isFull ? 60 : 12,
          perFailpoint: isFull ? 4 : 1,
          freezes: 1,
          withLookup: false,
        }
        const report = await killWhileSending(stage, chance, {
          ...plan,
          bulks: isFull ? [500, 500, 500] : [300, 500],
          posts: isFull ? 500 : 100,
        })
        return told(report, {
          ...WITHOUT_LOOKUP,
          'unknown, and not in flight at a kill': ({ dump }) =>
            dump.messages
              .filter((message) => message.state === 'unknown' && !report.inFlight.has(message.id))
              .map((message) => message.id),
        })
      },
    },
    {
      name: 'kills while an import runs',
      carrier: 'simulated',
      withinMs: isFull ? 1_800_000 : 420_000,
      play: (stage, chance) => {
        const [rows, kills] = isFull ? [200_000, 60] : [14_000, 20]
        return killWhileImporting(stage, chance, { rows, kills, stepMs: 400, withinMs: isFull ? 600_000 : 200_000 })
      },
    },
    ...inboxScenarios(isFull),
  ]
}

function inboxScenarios(isFull: boolean): Scenario[] {
  const forged = (carrier: 'simulated' | 'twilio'): Scenario => ({
    name: `inbound forged and replayed, ${carrier}`,
    carrier,
    withinMs: 240_000,
    play: (stage) => hearForgeries(stage, carrier, isFull ? 10_000 : 1_000),
  })
  return [
    {
      name: 'inbound told again and again, and a month later',
      carrier: 'simulated',
      withinMs: 600_000,
      play: (stage, chance) => hearTwice(stage, chance, isFull ? 5_000 : 500),
    },
    {
      name: 'inbound while the database is away',
      carrier: 'simulated',
      withinMs: 300_000,
      play: (stage) => hearWithoutDatabase(stage, isFull ? 60_000 : 10_000),
    },
    forged('simulated'),
    forged('twilio'),
    {
      name: 'inbound whose call was lost',
      carrier: 'simulated',
      withinMs: 900_000,
      play: (stage) => hearWithLosses(stage, isFull ? 3_000 : 300, isFull),
    },
    {
      name: 'sockets that read nothing',
      carrier: 'simulated',
      withinMs: 240_000,
      play: (stage) => hearBesideStalled(stage, isFull ? 50 : 10, isFull ? 100 : 30),
    },
    {
      name: 'sockets that come back all at once',
      carrier: 'simulated',
      withinMs: 240_000,
      play: (stage) => comeBack(stage, isFull ? 2_000 : 300),
    },
  ]
}

interface Told {
  evidence: Evidence
  isSettled: boolean
  killed?: Record<string, number>
  inFlight?: Set<string>
  retried?: number
}

function told(report: Told, checks: Record<string, (evidence: Evidence) => string[]>) {
  const { evidence, isSettled, killed, inFlight, retried } = report
  const words = [
    `${evidence.dump.messages.length} texts, ${evidence.ledger.length} taken by the carrier`,
    JSON.stringify(statesIn(evidence.dump)),
    ...(killed ? [`ended ${JSON.stringify(killed)}`] : []),
    ...(inFlight ? [`${inFlight.size} in flight at an end`] : []),
    ...(retried === undefined ? [] : [`${retried} posts answered only when repeated`]),
    ...(isSettled ? [] : ['not settled in time']),
  ]
  return { problems: verdictOf(checks, evidence), words: words.join('; ') }
}

/** A database of its own for each scenario on the server of this run. */
async function freshDatabase(serverUrl: string, nth: number): Promise<string> {
  const client = new pg.Client(serverUrl)
  await client.connect()
  try {
    const { rows } = await client.query<{ fsync: string; commit: string }>(
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`,
    )
    if (rows[0]?.fsync !== 'on' || rows[0].commit !== 'on') throw new Error('fault runs need a durable PostgreSQL')
    await client.query(`create database faults_${nth}`)
  } finally {
    await client.end()
  }
  const url = new URL(serverUrl)
  url.pathname = `/faults_${nth}`
  return url.href
}
