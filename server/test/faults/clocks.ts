import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeClockSettable } from '../kit/settable-clock.ts'
import type { Chance } from './chance.ts'
import { Driver, pause } from './driver.ts'
import { outOfOrder, received, stream, until } from './inbound-driver.ts'
import type { Outcome } from './inbound-storms.ts'
import type { TestEnvironment } from './test-environment.ts'

const HOUR_MS = 3_600_000
const YEAR_MS = 365 * 24 * HOUR_MS
/** Most log lines of a process whose clock steps a year and back: a few warnings, and their repeats. */
const LINES_MAX = 60

/**
 * Lets the clocks of the machine and the database step a year ahead and back, with a kill in between, and then only the
 * clock of the machine. Texts that have a time wait, all others are sent, and no line stays silent.
 */
export async function sendWhileClocksStep(
  environment: TestEnvironment,
  chance: Chance,
  scheduled: number,
): Promise<Outcome> {
  const { slow, fast, contacts, sql } = environment
  const clock = await makeClockSettable(environment.databaseUrl)
  const file = join(environment.dataDir, '..', 'clock')
  const setMachine = (aheadMs: number) => writeFile(file, String(aheadMs))
  const open = () => environment.product({ CLOCK_SHIFT_FILE: file })
  const driver = new Driver(environment, chance)
  const countIn = async (states: string[]) => {
    const { rows } = await sql.query<{ n: number }>('select count(*)::int as n from message where state = any($1)', [
      states,
    ])
    return rows[0]?.n ?? 0
  }
  const isSent = async () => (await countIn(['queued', 'submitting'])) === 0
  const isInDoubt = async () => {
    const answer = await fetch(`${environment.address}/readyz`).then(async (it) => (await it.json()) as object)
    return 'warnings' in answer
  }
  const problems: Record<string, string[]> = { expired: [], 'not sent': [], 'not noticed': [], 'log lines': [] }
  const check = async (when: string) => {
    const expired = await countIn(['expired', 'cancelled', 'suppressed'])
    const waiting = await countIn(['scheduled', 'held'])
    if (expired > 0 || waiting !== scheduled) problems['expired']?.push(`${when}: ${expired} gone, ${waiting} waiting`)
  }
  const sendAll = async (when: string) => {
    await driver.queue(chance.pick([slow, fast]), contacts.slice(0, 100))
    await until(isSent, 30_000).catch(() => problems['not sent']?.push(when))
  }

  await setMachine(0)
  let child = await open()
  for (let n = 0; n < scheduled; n++) await schedule(environment, n)
  const step = async (name: string, aheadMs: number) => {
    await Promise.all([clock.set(aheadMs), setMachine(aheadMs)])
    await until(isInDoubt, 10_000).catch(() => problems['not noticed']?.push(name))
    await sendAll(name)
    await pause(8_000)
    await check(name)
    const lines = child.outputLines().length
    if (lines > LINES_MAX) problems['log lines']?.push(`${name}: ${lines}`)
  }
  await step('a year ahead', YEAR_MS)
  child.signal('SIGKILL')
  await child.ended
  child = await open()
  await sendAll('killed while ahead')
  await check('killed while ahead')
  await Promise.all([clock.set(0), setMachine(0)])
  await until(async () => !(await isInDoubt()), 10_000).catch(() => problems['not noticed']?.push('back'))
  await sendAll('back')
  await step('an hour back', -HOUR_MS)
  await Promise.all([clock.set(0), setMachine(0)])

  // The clock of a machine alone is wrong, its process dies with its leases, and the clock is put right.
  await setMachine(HOUR_MS)
  child.signal('SIGKILL')
  await child.ended
  child = await open()
  await driver.queue(slow, contacts.slice(0, 100))
  await pause(1_500)
  child.signal('SIGKILL')
  await child.ended
  await setMachine(0)
  child = await open()
  await sendAll('machine put right')
  await check('machine put right')
  const found = Object.entries(problems).filter(([, cases]) => cases.length > 0)
  return {
    problems: Object.fromEntries(found),
    summary: `${scheduled} scheduled texts through five steps, ${await countIn(['delivered', 'submitted', 'sent'])} others sent`,
  }
}

async function schedule(environment: TestEnvironment, nth: number): Promise<void> {
  const { address, members, contacts } = environment
  const answer = await fetch(`${address}/api/message`, {
    method: 'POST',
    headers: { authorization: `Bearer ${members[nth % members.length]?.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      contactId: contacts[nth % contacts.length]?.id,
      body: `Scheduled ${nth}`,
      clientMessageId: environment.kernel.world.id(),
      scheduledAt: new Date(environment.kernel.world.now().getTime() + 3 * HOUR_MS).toISOString(),
    }),
  })
  if (!answer.ok) throw new Error(`a scheduled text answered ${answer.status}: ${await answer.text()}`)
}

/**
 * Lets every write of a message or a quarantined event fail as on a full disk, while reads succeed and messages arrive
 * from a carrier that never retries.
 */
export async function receiveWithFullDisk(environment: TestEnvironment, fullMs: number): Promise<Outcome> {
  const { sql } = environment
  const child = await environment.product()
  const tables = ['message', 'quarantined_event']
  await sql.query(`create function fill_disk() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
  const streamed = await stream(environment, 50, async () => {
    await pause(3_000)
    for (const table of tables)
      await sql.query(`create trigger fill_disk before insert on ${table} for each row execute function fill_disk()`)
    await pause(fullMs)
    for (const table of tables) await sql.query(`drop trigger fill_disk on ${table}`)
    await pause(3_000)
  })
  const startedAt = performance.now()
  await until(async () => (await received(environment)).length >= streamed.sent.length, 60_000).catch(() => {})
  const seconds = (performance.now() - startedAt) / 1000
  const there = await received(environment)
  const [isThere, isAccepted] = [new Set(there), new Set(streamed.accepted)]
  const { rows } = await sql.query<{ n: number }>('select count(*)::int as n from quarantined_event')
  const lines = child.outputLines().length
  const problems: Record<string, string[]> = {
    'not answered 200': streamed.sent.filter((body) => !isAccepted.has(body)),
    lost: streamed.sent.filter((body) => !isThere.has(body)),
    'received twice': there.length === isThere.size ? [] : [`${there.length - isThere.size}`],
    'out of order': outOfOrder(environment, there),
    quarantined: rows[0]?.n ? [String(rows[0].n)] : [],
    'log lines': lines > LINES_MAX ? [String(lines)] : [],
  }
  return {
    problems: Object.fromEntries(Object.entries(problems).filter(([, cases]) => cases.length > 0)),
    summary: `${streamed.sent.length} messages, disk full for ${fullMs / 1000} s; all received ${seconds.toFixed(1)} s after the last; ${lines} log lines`,
  }
}
