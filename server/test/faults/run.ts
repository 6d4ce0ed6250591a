import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../../src/kernel/db/embedded.ts'
import { broadcastThroughFaults, type BroadcastPlan } from './broadcasts.ts'
import { chanceOf, type Chance } from './chance.ts'
import { statesIn, runChecks, WITH_LOOKUP, WITHOUT_LOOKUP, type Evidence } from './checkers.ts'
import { receiveWithFullDisk, sendWhileClocksStep } from './clocks.ts'
import { killWhileImporting } from './imports.ts'
import {
  receiveForgeries,
  receiveTwice,
  receiveWithLosses,
  receiveWithoutDatabase,
  type Outcome,
} from './inbound-storms.ts'
import { sendPoison } from './poison.ts'
import { sendRepeated } from './repeated.ts'
import { killWhileSending, type KillPlan } from './kills.ts'
import { restartInTurn } from './restarts.ts'
import { restoreWhileSending } from './restore.ts'
import { reconnectAfterRestart, receiveWithStalled } from './sockets.ts'
import { showProgress } from './progress.ts'
import { soak, soakLimit, type SoakPlan } from './soak.ts'
import { startTestEnvironment, type TestEnvironment } from './test-environment.ts'
import { sendThroughBadReceipts, sendThroughStorms } from './storms.ts'

export interface FaultOptions {
  isFull: boolean
  seed: number
  /** Name parts of the scenarios to run; all when empty. */
  only: string[]
  /** Of the part that runs for hours, which starts only by its name. */
  soak: SoakPlan
}

interface Scenario {
  name: string
  carrier: 'simulated' | 'twilio'
  /** Time limit of every scenario, in ms: a hang is a failure. */
  withinMs: number
  /** Contacts of the organization; 600 by default. */
  contacts?: number
  /** How many texts its slow and its fast line send in a second; 20 and 300 by default. */
  pace?: { slow: number; fast: number }
  /** Prints its own lines of progress. */
  isReporting?: boolean
  play(environment: TestEnvironment, chance: Chance): Promise<Outcome>
}

/** Runs every fault scenario on a dedicated durable PostgreSQL; returns how many failed. */
export async function runFaults({ isFull, seed, only, soak: plan }: FaultOptions): Promise<number> {
  console.log(`SEED=${seed}`)
  const dataDir = await mkdtemp(join(tmpdir(), 'crewline-faults-db-'))
  // Under root the database runs as another user, who must be able to enter this directory.
  await chmod(dataDir, 0o711)
  const database = await startEmbedded({ dataDir: join(dataDir, 'postgres') })
  let failed = 0
  try {
    const selected = [...(only.includes('soak') ? [soakScenario(plan)] : []), ...scenarios(isFull)].filter(
      ({ name }) => only.length === 0 || only.some((term) => name.includes(term)),
    )
    for (const [nth, scenario] of selected.entries()) {
      if (!(await playOne(scenario, await createDatabase(database.url(), nth), chanceOf(seed)))) failed += 1
    }
  } finally {
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  console.log(
    failed === 0 ? 'All scenarios passed.' : `${failed} failed. Repeat with: SEED=${seed} npm run test:faults`,
  )
  return failed
}

async function playOne(scenario: Scenario, url: string, chance: Chance): Promise<boolean> {
  const startedAt = performance.now()
  const environment = await startTestEnvironment(url, {
    carrier: scenario.carrier,
    contacts: scenario.contacts ?? 600,
    slowPerSecond: scenario.pace?.slow ?? 20,
    fastPerSecond: scenario.pace?.fast ?? 300,
  })
  let late: NodeJS.Timeout | undefined
  const stopProgress = scenario.isReporting ? undefined : await showProgress(environment, scenario.name)
  try {
    const bound = new Promise<never>((_, reject) => {
      late = setTimeout(() => reject(new Error(`not finished after ${scenario.withinMs / 1000} s`)), scenario.withinMs)
    })
    const { problems, summary } = await Promise.race([scenario.play(environment, chance), bound])
    const problemEntries = Object.entries(problems)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
    console.log(
      `${problemEntries.length > 0 ? 'FAILED' : 'ok    '} ${seconds.padStart(4)} s  ${scenario.name}: ${summary}`,
    )
    for (const [check, cases] of problemEntries)
      console.log(`         ${check} ${cases.length}: ${cases.slice(0, 5).join(', ')}${cases.length > 5 ? ', …' : ''}`)
    if (problemEntries.length > 0) await nameEvidence(environment)
    return problemEntries.length === 0
  } catch (error) {
    console.log(`FAILED         ${scenario.name}: ${(error as Error).stack}`)
    await nameEvidence(environment)
    return false
  } finally {
    clearTimeout(late)
    await stopProgress?.()
    await environment.close()
  }
}

/** Says where the ledger of the carrier and the history of a failed run are. */
async function nameEvidence(environment: TestEnvironment): Promise<void> {
  const kept = await environment.keepEvidence().catch((error: unknown) => `not kept: ${(error as Error).message}`)
  console.log(`         evidence: ${kept}`)
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
      withinMs: isFull ? 3_600_000 : 420_000,
      play: async (environment, chance) => {
        await environment.carrier({ latencyMs: 6, receiptDelayMs: 300 })
        return summarizeRun(await killWhileSending(environment, chance, killPlan), WITH_LOOKUP)
      },
    },
    {
      name: 'storms at the carrier',
      carrier: 'simulated',
      withinMs: 240_000,
      play: async (environment, chance) => {
        await environment.carrier({ latencyMs: 3, receiptDelayMs: 300 })
        return summarizeRun(await sendThroughStorms(environment, chance, isFull ? 500 : 200), WITH_LOOKUP)
      },
    },
    {
      name: 'receipts twice, late and early',
      carrier: 'simulated',
      withinMs: 120_000,
      play: async (environment, chance) =>
        summarizeRun(await sendThroughBadReceipts(environment, chance, isFull ? 600 : 200), {
          ...WITH_LOOKUP,
          'not delivered': ({ dump }) =>
            dump.messages.filter((message) => message.state !== 'delivered').map((message) => message.id),
        }),
    },
    {
      name: 'kills, a carrier that cannot be asked',
      carrier: 'twilio',
      withinMs: isFull ? 1_800_000 : 240_000,
      play: async (environment, chance) => {
        await environment.carrier({ latencyMs: 20, receiptDelayMs: 300 })
        const plan = {
          ...killPlan,
          kills: isFull ? 60 : 12,
          perFailpoint: isFull ? 4 : 1,
          freezes: 1,
          withLookup: false,
        }
        const report = await killWhileSending(environment, chance, {
          ...plan,
          bulks: isFull ? [500, 500, 500] : [300, 500],
          posts: isFull ? 500 : 100,
        })
        return summarizeRun(report, {
          ...WITHOUT_LOOKUP,
          'unknown, but not in flight at a kill': ({ dump }) =>
            dump.messages
              .filter((message) => message.state === 'unknown' && !report.inFlight.has(message.id))
              .map((message) => message.id),
        })
      },
    },
    {
      name: 'rolling restarts behind a proxy',
      carrier: 'simulated',
      withinMs: isFull ? 1_500_000 : 420_000,
      play: async (environment, chance) => {
        await environment.carrier({ latencyMs: 6, receiptDelayMs: 300 })
        const [restarts, queued, posts] = isFull ? [20, 600, 400] : [4, 300, 60]
        return restartInTurn(environment, chance, { restarts, queued, posts, settleWithinMs: 120_000 })
      },
    },
    {
      name: 'kills while an import runs',
      carrier: 'simulated',
      withinMs: isFull ? 1_800_000 : 420_000,
      play: (environment, chance) => {
        const [rows, kills] = isFull ? [200_000, 60] : [14_000, 20]
        return killWhileImporting(environment, chance, {
          rows,
          kills,
          stepMs: 400,
          withinMs: isFull ? 600_000 : 200_000,
        })
      },
    },
    {
      name: 'clocks that step',
      carrier: 'simulated',
      withinMs: 240_000,
      play: async (environment, chance) => {
        await environment.carrier({ latencyMs: 3, receiptDelayMs: 100 })
        return sendWhileClocksStep(environment, chance, isFull ? 500 : 56)
      },
    },
    {
      name: 'a backup restored while texts leave',
      carrier: 'simulated',
      withinMs: 400_000,
      play: async (environment, chance) => {
        await environment.carrier({ latencyMs: 3, receiptDelayMs: 300 })
        const [texts, optOuts, kills] = isFull ? [600, 60, 8] : [200, 20, 3]
        return restoreWhileSending(environment, chance, { texts, optOuts, kills })
      },
    },
    ...broadcastScenarios(isFull),
    {
      name: 'texts that end the process which sends them',
      carrier: 'simulated',
      // Each crash needs another start, which takes up to half a minute on a busy machine.
      withinMs: isFull ? 1_500_000 : 460_000,
      play: async (environment, chance) => {
        await environment.carrier({ latencyMs: 6, receiptDelayMs: 300 })
        const [people, poisonous] = isFull ? [600, 12] : [200, 3]
        return sendPoison(environment, chance, { people, poisonous, withinMs: isFull ? 1_400_000 : 420_000 })
      },
    },
    {
      name: 'a repeated broadcast through restarts and steps of the clock',
      carrier: 'simulated',
      withinMs: isFull ? 2_400_000 : 460_000,
      play: async (environment, chance) => {
        await environment.carrier({ latencyMs: 6, receiptDelayMs: 300 })
        return sendRepeated(environment, chance, { people: isFull ? 50 : 10, rounds: isFull ? 2 : 1 })
      },
    },
    ...inboxScenarios(isFull),
  ]
}

/** The broadcasts in parts of a few minutes each, every part with its own choices and all kinds of faults. */
function broadcastScenarios(isFull: boolean): Scenario[] {
  const parts = isFull ? 8 : 2
  const plan: BroadcastPlan = {
    people: isFull ? 5_000 : 600,
    freezes: 1,
    expansions: 1,
    countings: 1,
    perFailpoint: 1,
    kills: isFull ? 8 : 6,
    cuts: 2,
    frozen: 1,
    outagesMs: isFull ? [60_000] : [12_000],
    workers: 2,
    shuffled: isFull ? 100 : 40,
    lost: isFull ? 100 : 40,
    optOuts: isFull ? 15 : 10,
    paused: 1,
    stopped: 1,
    lifeMs: [50, 2_500],
    shiftMs: 0,
    settleWithinMs: isFull ? 900_000 : 240_000,
  }
  const scenario = (name: string, of: BroadcastPlan, nth: number): Scenario => ({
    name,
    carrier: 'simulated',
    withinMs: isFull ? 1_500_000 : 470_000,
    contacts: of.people,
    // A broadcast takes twenty seconds on the slow line: several rounds, but with seven of them still minutes.
    pace: { slow: of.people / 20, fast: isFull ? 600 : 300 },
    play: async (environment, chance) => {
      // Every part makes other choices.
      for (let skipped = 0; skipped < nth; skipped++) chance.next()
      await environment.carrier({ latencyMs: 6, receiptDelayMs: 300 })
      return broadcastThroughFaults(environment, chance, of)
    },
  })
  // Enough faults that texts and opt-outs cross in every way, and few enough that most people write while texts leave.
  const none = { freezes: 0, expansions: 0, countings: 0, perFailpoint: 0, frozen: 0, outagesMs: [] }
  const optOuts = { ...plan, ...none, kills: 4, cuts: 1, paused: 0, stopped: 0, optOuts: isFull ? 500 : 60 }
  return [
    ...Array.from({ length: parts }, (_, nth) =>
      scenario(`broadcasts through kills, cuts, pauses, stops and opt-outs, ${nth + 1} of ${parts}`, plan, nth),
    ),
    scenario('broadcasts while one in ten people writes STOP', optOuts, 0),
  ]
}

function inboxScenarios(isFull: boolean): Scenario[] {
  const forged = (carrier: 'simulated' | 'twilio'): Scenario => ({
    name: `inbound forged and replayed, ${carrier}`,
    carrier,
    withinMs: 240_000,
    play: (environment) => receiveForgeries(environment, carrier, isFull ? 10_000 : 1_000),
  })
  return [
    {
      name: 'inbound repeated again and again, and a month later',
      carrier: 'simulated',
      withinMs: 600_000,
      play: (environment, chance) => receiveTwice(environment, chance, isFull ? 5_000 : 500),
    },
    {
      name: 'inbound while the database is away',
      carrier: 'simulated',
      withinMs: 300_000,
      play: (environment) => receiveWithoutDatabase(environment, isFull ? 60_000 : 10_000),
    },
    {
      name: 'inbound while the disk of the database is full',
      carrier: 'simulated',
      withinMs: 180_000,
      play: (environment) => receiveWithFullDisk(environment, isFull ? 60_000 : 10_000),
    },
    forged('simulated'),
    forged('twilio'),
    {
      name: 'inbound whose webhook was lost',
      carrier: 'simulated',
      withinMs: 900_000,
      play: (environment) => receiveWithLosses(environment, isFull ? 3_000 : 300, isFull),
    },
    {
      name: 'sockets that read nothing',
      carrier: 'simulated',
      withinMs: 240_000,
      play: (environment) => receiveWithStalled(environment, isFull ? 50 : 10, isFull ? 100 : 30),
    },
    {
      name: 'sockets that come back all at once',
      carrier: 'simulated',
      withinMs: 240_000,
      play: (environment) => reconnectAfterRestart(environment, isFull ? 2_000 : 300),
    },
  ]
}

function soakScenario(plan: SoakPlan): Scenario {
  return {
    name: `soak, ${plan.minutes} minutes of a mixed load`,
    carrier: 'simulated',
    withinMs: soakLimit(plan),
    isReporting: true,
    play: async (environment, chance) => {
      await environment.carrier({ latencyMs: 50, receiptDelayMs: 500 })
      return soak(environment, chance, plan)
    },
  }
}

interface RunReport {
  evidence: Evidence
  isSettled: boolean
  killed?: Record<string, number>
  inFlight?: Set<string>
  retried?: number
}

function summarizeRun(report: RunReport, checks: Record<string, (evidence: Evidence) => string[]>) {
  const { evidence, isSettled, killed, inFlight, retried } = report
  const parts = [
    `${evidence.dump.messages.length} messages, ${evidence.ledger.length} accepted by the carrier`,
    JSON.stringify(statesIn(evidence.dump)),
    ...(killed ? [`ended ${JSON.stringify(killed)}`] : []),
    ...(inFlight ? [`${inFlight.size} in flight when a process ended`] : []),
    ...(retried === undefined ? [] : [`${retried} posts answered only on a retry`]),
    ...(isSettled ? [] : ['not settled in time']),
  ]
  return { problems: runChecks(checks, evidence), summary: parts.join('; ') }
}

/** Creates a separate database for each scenario on the server of this run. */
async function createDatabase(serverUrl: string, nth: number): Promise<string> {
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
