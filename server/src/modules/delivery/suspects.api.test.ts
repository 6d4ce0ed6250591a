import { sendMessage } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeContact } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { carriersOf, type Carrier } from '../carriers/index.ts'
import { LineDrain } from './drain.ts'

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
