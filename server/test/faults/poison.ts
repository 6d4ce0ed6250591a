import { checkBroadcasts, quarantinedAmong, type BroadcastEvidence } from './broadcast-checkers.ts'
import { BroadcastDriver, gatherBroadcasts } from './broadcast-driver.ts'
import { openWork } from './broadcasts.ts'
import type { Chance } from './chance.ts'
import { EndedEarly, type Child } from './child.ts'
import { pause } from './driver.ts'
import type { Outcome } from './inbound-storms.ts'
import type { TestEnvironment } from './test-environment.ts'

/** Most attempts of a text that ends each process that hands it off. */
const ATTEMPTS_MAX = 3

/**
 * Sends a broadcast in which some texts end the process at their hand-off, every time. They must be quarantined after
 * three attempts each, and all others must arrive.
 */
export async function sendPoison(
  environment: TestEnvironment,
  chance: Chance,
  { people, poisonous, withinMs }: { people: number; poisonous: number; withinMs: number },
): Promise<Outcome> {
  const driver = new BroadcastDriver(environment, chance)
  const crew = environment.contacts.slice(0, people)
  const phones = new Set<string>()
  while (phones.size < poisonous) phones.add(chance.pick(crew).phone)
  const env = { FAILPOINTS: [...phones].map((phone) => `submit.to ${phone}:kill`).join(';') }
  let crashes = 0
  let isOver = false
  const open = async (): Promise<Child | undefined> => {
    try {
      return await environment.product(env)
    } catch (error) {
      if (!(error instanceof EndedEarly)) throw error
      return undefined
    }
  }
  const supervise = async () => {
    while (!isOver) {
      const child = await open()
      await Promise.race([child?.ended, until(() => isOver)])
      if (isOver) child?.signal('SIGKILL')
      else crashes += 1
    }
  }
  const supervised = supervise()
  supervised.catch(() => (isOver = true))
  await driver.send(
    crew.map((contact) => contact.id),
    environment.fast.id,
  )
  const end = performance.now() + withinMs
  while (!isOver && performance.now() < end && (await openWork(environment.sql, driver.silent)).length > 0)
    await pause(250)
  const left = await openWork(environment.sql, driver.silent)
  const evidence = await gatherBroadcasts(environment, driver)
  const attempts = await attemptsOf(environment, [...phones])
  isOver = true
  await supervised
  const problems = { ...checkBroadcasts(evidence), ...checkPoison(evidence, { phones, attempts, crashes }) }
  if (left.length > 0) problems['not settled in time'] = left
  return {
    problems,
    summary: `${people} texts, ${poisonous} of them end the process: ${crashes} crashes, ${quarantinedAmong(evidence).length} quarantined`,
  }
}

/** Finds poisonous texts that were not quarantined, others that were, texts tried too often, and too few crashes. */
export function checkPoison(
  evidence: BroadcastEvidence,
  { phones, attempts, crashes }: { phones: ReadonlySet<string>; attempts: Map<string, number>; crashes: number },
): Record<string, string[]> {
  const quarantined = new Set(quarantinedAmong(evidence).map((message) => message.to))
  const found: Record<string, string[]> = {
    'not quarantined': [...phones].filter((phone) => !quarantined.has(phone)),
    'quarantined without cause': [...quarantined].filter((phone) => !phones.has(phone)),
    'tried too often': [...attempts].filter(([, n]) => n > ATTEMPTS_MAX).map(([phone, n]) => `${phone} ${n}`),
    // Every poisonous text ends at least its last process by itself.
    'too few crashes': crashes < phones.size ? [String(crashes)] : [],
  }
  return Object.fromEntries(Object.entries(found).filter(([, cases]) => cases.length > 0))
}

/** How often the processes began to hand off the texts to these phones, as the history shows. */
async function attemptsOf({ sql }: TestEnvironment, phones: string[]): Promise<Map<string, number>> {
  const { rows } = await sql.query<{ phone: string; n: number }>(
    `select m.phone_to as phone, count(*)::int as n from fault_history h join message m on m.id = h.id
     where h.now = 'submitting' and m.phone_to = any($1) group by 1`,
    [phones],
  )
  return new Map(rows.map(({ phone, n }) => [phone, n]))
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(50)
}
