import { fileURLToPath } from 'node:url'
import { checkBroadcasts } from './broadcast-checkers.ts'
import { BroadcastDriver, gatherBroadcasts } from './broadcast-driver.ts'
import type { Chance } from './chance.ts'
import { runChecks, WITH_LOOKUP, type Evidence } from './checkers.ts'
import { gather, pause, settled } from './driver.ts'
import type { Outcome } from './inbound-storms.ts'
import { inWords, judgeInbound, judgeSoak, trendsIn, type Sample } from './soak-checkers.ts'
import { SoakLoad } from './soak-load.ts'
import { lineOf, Sampler, type Watched } from './soak-samples.ts'
import type { TestEnvironment } from './test-environment.ts'

const PRODUCT = fileURLToPath(new URL('./product.ts', import.meta.url))
const SAMPLE_MS = 30_000
const SETTLE_MS = 300_000

/** How long a run lasts and how many texts arrive in a second; everything else follows from that. */
export interface SoakPlan {
  minutes: number
  inboundPerSecond: number
}

/** The time limit of a run, in ms. */
export const soakLimit = ({ minutes }: SoakPlan): number => minutes * 60_000 + SETTLE_MS + 300_000

/** The processes of an installation in parts: what serves, what works in the background and what sends. */
async function startParts(environment: TestEnvironment): Promise<Watched[]> {
  const parts = []
  for (const name of ['web', 'worker', 'sender']) {
    const env = { ROLES: name, ...(name === 'web' ? {} : { PORT: '0' }) }
    const { child, match } = await environment.run(PRODUCT, env, /^READY (\S+)/)
    parts.push({ name, child, address: match[1] as string })
  }
  return parts
}

/**
 * Runs the product under a steady mixed load and samples it: memory and file descriptors must not grow, nothing may stay
 * past its deadline, and every text must be where it belongs at the end, once.
 */
export async function soak(environment: TestEnvironment, chance: Chance, plan: SoakPlan): Promise<Outcome> {
  const parts = await startParts(environment)
  const broadcasts = new BroadcastDriver(environment, chance)
  const load = new SoakLoad(environment, broadcasts, chance)
  const sampler = new Sampler(environment, parts)
  const samples: Sample[] = []
  let seen = 0
  const take = async () => {
    const sample = await sampler.take()
    samples.push(sample)
    const news = load.refused.slice(seen, seen + 3)
    seen = load.refused.length
    console.log(`       ${[lineOf(sample), ...news.map((what) => `REFUSED ${what}`)].join('; ')}`)
  }
  let isOver = false
  const sampling = (async () => {
    for (let nextAt = performance.now() + SAMPLE_MS; !isOver; nextAt += SAMPLE_MS) {
      while (!isOver && performance.now() < nextAt) await pause(500)
      if (!isOver) await take().catch((error: unknown) => load.refused.push(`a sample: ${(error as Error).message}`))
    }
  })()
  console.log(`       ${parts.map(({ name, child }) => `${name} is process ${child.pid}`).join(', ')}`)
  await load.drive(plan.minutes * 60_000, plan.inboundPerSecond)
  isOver = true
  await sampling
  const isSettled = await settled(environment, { withLookup: true, withinMs: SETTLE_MS })
  const problems = {
    ...judgeSoak(samples),
    ...judgeInbound({ accepted: load.accepted, received: await threads(environment) }),
    ...prefixed('replies', runChecks(WITH_LOOKUP, repliesIn(await gather(environment, load.driver.driven)))),
    ...prefixed('broadcasts', checkBroadcasts(await gatherBroadcasts(environment, broadcasts))),
    ...listed('refused', load.refused),
    ...listed('errors in the log', parts.flatMap(errorsOf)),
    ...listed('not settled', isSettled ? [] : ['texts are still on their way']),
  }
  return { problems, summary: summaryOf(plan, samples, load) }
}

/** Every text of a person, with the number of the contact in whose thread it is. */
async function threads({ sql }: TestEnvironment): Promise<{ phone: string; body: string }[]> {
  const { rows } = await sql.query<{ phone: string; body: string }>(
    `select c.phone, m.body from message m join contact c on c.org_id = m.org_id and c.id = m.contact_id
     where m.direction = 'in'`,
  )
  return rows
}

/** The evidence without the texts of broadcasts, many of which have the same words. */
function repliesIn({ dump, ledger, driven }: Evidence): Evidence {
  const isReply = ({ body }: { body: string }) => body.startsWith('posted ')
  const messages = dump.messages.filter(isReply)
  const ids = new Set(messages.map(({ id }) => id))
  const history = dump.history.filter(({ id }) => ids.has(id))
  return { dump: { ...dump, messages, history }, ledger: ledger.filter(isReply), driven }
}

function prefixed(name: string, problems: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(problems).map(([check, cases]) => [`${name}: ${check}`, cases]))
}

function listed(name: string, cases: string[]): Record<string, string[]> {
  return cases.length > 0 ? { [name]: cases } : {}
}

function errorsOf({ name, child }: Watched): string[] {
  return child
    .outputLines()
    .filter((line) => /"level":[56]0/.test(line))
    .map((line) => `${name}: ${line.slice(0, 300)}`)
}

function summaryOf({ minutes, inboundPerSecond }: SoakPlan, samples: Sample[], load: SoakLoad): string {
  const done = [...load.done].map(([what, n]) => `${what} ${n}`).join(', ')
  const trends = trendsIn(samples).map(
    ({ name, rss, heap, fds, meanRss, cpu }) =>
      `${name}: RSS ${inWords(rss)} MiB/h around ${meanRss.toFixed(0)}, heap ${inWords(heap)} MiB/h, fds ${inWords(fds)}/h, ${cpu.toFixed(0)} % of a core`,
  )
  return `${minutes} minutes at ${inboundPerSecond} texts a second in: ${done}; ${load.events} events at browsers; second half of ${samples.length} samples: ${trends.join('; ')}`
}
