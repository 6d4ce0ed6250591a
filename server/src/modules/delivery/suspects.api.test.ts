import { sendMessage } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeContact } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { carriersOf, Permits, type Carrier } from '../carriers/index.ts'
import { LineDrain } from './drain.ts'
import { handOffAlone } from './suspects.ts'

let t: TestApp
beforeAll(async () => {
  // Without a sender: only the test hands off.
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

/** Texts a new contact; returns the id of the queued message. */
async function text(nth: number): Promise<string> {
  const { id } = await makeContact(t.process.kernel, t.acme.id, `Worker${nth}`, `+1415555${7_100 + nth}`)
  return (await t.as(t.acme.ann).call(sendMessage, { body: { contactId: id, body: `Text ${nth}` } })).body.message.id
}

test('hands off a text by itself when two of its attempts ended without an outcome', async () => {
  const ids = []
  for (let nth = 0; nth < 6; nth++) ids.push(await text(nth))
  const suspects = [ids[1], ids[4]]
  const db = t.process.kernel.database.ofOrg(t.acme.id)
  await sql`update message set attempts = 2 where id = any(${suspects}::uuid[])`.execute(db)
  const { kernel } = t.process
  const carrier = carriersOf(kernel.config, kernel.world).get('simulated') as Carrier
  const submit = carrier.submit.bind(carrier)
  const open = new Set<string>()
  const together = new Map<string, Set<string>>()
  carrier.submit = async (account, submission, timeoutMs) => {
    open.add(submission.reference)
    for (const id of open) together.set(id, new Set([...(together.get(id) ?? []), ...open]))
    try {
      return await submit(account, submission, timeoutMs)
    } finally {
      open.delete(submission.reference)
    }
  }
  try {
    await new LineDrain(kernel, t.acme.id, t.acme.line.id).run()
  } finally {
    carrier.submit = submit
  }
  expect([...together.keys()].sort()).toEqual([...ids].sort())
  for (const id of suspects) expect([...(together.get(id as string) ?? [])]).toEqual([id])
  for (const id of ids.filter((other) => !suspects.includes(other)))
    expect([...(together.get(id) ?? [])].filter((other) => suspects.includes(other))).toEqual([])
})

test('takes no connection while a text waits for its turn, and sends nothing when its line was stopped meanwhile', async () => {
  const id = await text(6)
  const { kernel } = t.process
  const db = kernel.database.ofOrg(t.acme.id)
  await sql`update message set attempts = 2 where id = ${id}`.execute(db)
  const carrier = carriersOf(kernel.config, kernel.world).get('simulated') as Carrier
  const { maxOpenSubmissions } = carrier
  // As with a carrier whose texts take a connection before they are marked.
  Object.assign(carrier, { maxOpenSubmissions: carrier.concurrency })
  const acquire = vi.spyOn(Permits.prototype, 'acquire')
  const drain = new LineDrain(kernel, t.acme.id, t.acme.line.id)
  let running: Promise<void> | undefined
  const othersTurn = async () => {
    acquire.mockClear()
    running = drain.run()
    await t.until(async () => acquire.mock.calls.length > 0)
    const free = carrier.permits.take(10_000)
    carrier.permits.release(free)
    expect(free).toBe(carrier.concurrency)
    drain.stop()
  }
  try {
    await handOffAlone(kernel, othersTurn, async () => {})
    await running
    const stateOf = async () =>
      (await sql<{ state: string }>`select state from message where id = ${id}`.execute(db)).rows[0]?.state
    expect(await stateOf()).toBe('queued')
    await new LineDrain(kernel, t.acme.id, t.acme.line.id).run()
    expect(await stateOf()).not.toBe('queued')
  } finally {
    acquire.mockRestore()
    Object.assign(carrier, { maxOpenSubmissions })
  }
})
