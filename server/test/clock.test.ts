import { sendMessage } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { confirmDatabaseClock } from '../src/kernel/clock/store.ts'
import { makeLog } from '../src/kernel/log.ts'
import { releaseMisdated } from '../src/modules/messages/index.ts'
import { testApp, type TestApp } from './kit/test-app.ts'

const HOUR = 3_600_000
const YEAR = 365 * 24 * HOUR

let t: TestApp
afterEach(() => t.close())

function quietLog(lines: string[] = []) {
  return makeLog('warn', { write: (line) => void lines.push(line) })
}

test('leases lines by the clock of the database, whatever clock the machine of the sender has', async () => {
  t = await testApp({ roles: 'web', log: quietLog() })
  await t.another('sender', HOUR)
  await t.as(t.acme.ann).call(sendMessage, {
    body: { contactId: t.acme.bob.id, body: 'Sent by a sender ahead', clientMessageId: t.process.kernel.world.id() },
  })
  await t.until(async () => (await t.carrier.sent()).some((text) => text.body === 'Sent by a sender ahead'))
  const system = t.process.kernel.database.asSystem('the test reads leases')
  const leases = await sql<{ ahead: number }>`
    select extract(epoch from until - now())::float8 as ahead from line_lease`.execute(system)
  expect(leases.rows.length).toBeGreaterThan(0)
  expect(leases.rows.every(({ ahead }) => ahead <= 10)).toBe(true)
  const queued = await sql<{ ahead: number }>`
    select extract(epoch from submit_started_at - now())::float8 as ahead from message where direction = 'out'`.execute(
    system,
  )
  expect(queued.rows.every(({ ahead }) => ahead <= 1)).toBe(true)
})

test('sends from a line whose lease was written when the clock was ahead', async () => {
  t = await testApp({ roles: 'web' })
  const system = t.process.kernel.database.asSystem('the test writes a lease')
  await sql`insert into line_lease (org_id, line_id, owner, until)
    values (${t.acme.id}, ${t.acme.line.id}, ${t.process.kernel.world.id()}, now() + interval '1 hour')`.execute(system)
  await t.another('sender')
  await t.as(t.acme.ann).call(sendMessage, {
    body: { contactId: t.acme.bob.id, body: 'Sent all the same', clientMessageId: t.process.kernel.world.id() },
  })
  await t.until(async () => (await t.carrier.sent()).some((text) => text.body === 'Sent all the same'))
})

test('sends and expires nothing that has a time while the clock of the database is a year ahead', async () => {
  const lines: string[] = []
  t = await testApp({ isClockSettable: true, log: quietLog(lines) })
  const { world } = t.process.kernel
  const write = (body: string, scheduledAt?: string) =>
    t.as(t.acme.ann).call(sendMessage, {
      body: { contactId: t.acme.bob.id, body, clientMessageId: world.id(), ...(scheduledAt ? { scheduledAt } : {}) },
    })
  const soon = () => new Date(world.now().getTime() + 2 * HOUR).toISOString()
  const waiting = (await write('At its time', soon())).body.message.id
  const at = world.now().getTime()
  await t.databaseClock?.set(YEAR)
  await t.until(async () => world.isTimeInDoubt())
  expect((await readiness()).warnings).toEqual(['database_clock_stepped'])
  expect(Math.abs(world.now().getTime() - at)).toBeLessThan(HOUR)
  // What has no time is still sent.
  await write('At once')
  await t.until(async () => (await t.carrier.sent()).some((text) => text.body === 'At once'))
  // A process that starts now goes by the same time.
  const later = await t.another()
  expect(later.kernel.world.isTimeInDoubt()).toBe(true)
  expect(Math.abs(later.kernel.world.now().getTime() - at)).toBeLessThan(HOUR)
  // A text that is due by now is still not judged.
  await sql`update message set due_at = due_at - interval '3 days' where id = ${waiting}`.execute(system())
  const acme = t.process.kernel.database.ofOrg(t.acme.id)
  await sql`update outgoing_chunk set due_at = due_at - interval '3 days' where id = ${waiting}`.execute(acme)
  await write('At once again')
  await t.until(async () => (await t.carrier.sent()).some((text) => text.body === 'At once again'))
  expect(await stateOf(waiting)).toBe('scheduled')
  await sql`update message set due_at = due_at + interval '3 days' where id = ${waiting}`.execute(system())
  await sql`update outgoing_chunk set due_at = due_at + interval '3 days' where id = ${waiting}`.execute(acme)
  await t.databaseClock?.set(0)
  await t.until(async () => !world.isTimeInDoubt() && !later.kernel.world.isTimeInDoubt())
  expect((await readiness()).warnings).toBeUndefined()
  expect(await stateOf(waiting)).toBe('scheduled')
  expect(lines.filter((line) => line.includes('the clock of the database stepped'))).toHaveLength(2)
})

test('goes by a clock that stepped once the operator confirms it', async () => {
  t = await testApp({ isClockSettable: true, log: quietLog() })
  const { world } = t.process.kernel
  const other = await t.another()
  const at = world.now().getTime()
  await t.databaseClock?.set(YEAR)
  await t.until(async () => world.isTimeInDoubt() && other.kernel.world.isTimeInDoubt())
  expect(await confirmDatabaseClock(system())).toBeGreaterThan(YEAR - HOUR)
  await t.until(async () => [t.process, other].every(({ kernel }) => kernel.world.now().getTime() - at > YEAR - HOUR))
  expect((await readiness()).warnings).toEqual(['machine_clock_differs'])
})

test('sends at once what was queued when the clock was ahead, once the clock set back is confirmed', async () => {
  t = await testApp({ isClockSettable: true, roles: 'web', log: quietLog() })
  const { world } = t.process.kernel
  await t.databaseClock?.set(-YEAR)
  await t.until(async () => world.isTimeInDoubt())
  const body = { contactId: t.acme.bob.id, body: 'Queued in the future', clientMessageId: world.id() }
  expect((await t.as(t.acme.ann).call(sendMessage, { body })).http).toBe(200)
  await confirmDatabaseClock(system())
  await releaseMisdated(t.process.kernel.database, new Date(world.now().getTime() - YEAR))
  await t.another('sender')
  await t.until(async () => (await t.carrier.sent()).some((text) => text.body === 'Queued in the future'))
})

test('notices at the start that the clock was set back while no process ran', async () => {
  t = await testApp({ isClockSettable: true, roles: 'web', log: quietLog() })
  await sql`update product_clock set seen_at = now() + interval '2 hours'`.execute(system())
  const later = await t.another('web')
  expect(later.kernel.world.isTimeInDoubt()).toBe(true)
  expect(later.kernel.world.now().getTime() - t.process.kernel.world.now().getTime()).toBeGreaterThan(HOUR)
})

test('sends nothing that has a time from a machine whose clock differs from that of the database', async () => {
  t = await testApp({ roles: 'web', log: quietLog() })
  const sender = await t.another('sender', HOUR)
  expect(sender.kernel.world.isTimeInDoubt()).toBe(true)
  expect(Math.abs(sender.kernel.world.now().getTime() - t.process.kernel.world.now().getTime())).toBeLessThan(60_000)
})

function system() {
  return t.process.kernel.database.asSystem('the test looks at texts and the clock')
}

async function stateOf(id: string): Promise<string | undefined> {
  const { rows } = await sql<{ state: string }>`select state from message where id = ${id}`.execute(system())
  return rows[0]?.state
}

/** What a ready process says of itself; one whose database answers late is not ready, which these tests are not about. */
async function readiness(): Promise<{ warnings?: string[] }> {
  return t.until(async () => {
    const answer = await fetch(`${t.process.address}/readyz`)
    return answer.ok && ((await answer.json()) as { warnings?: string[] })
  })
}
