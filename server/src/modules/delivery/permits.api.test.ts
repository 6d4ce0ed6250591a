import { setTimeout as wait } from 'node:timers/promises'
import { sendMessage } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Org } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { carriersOf } from '../carriers/index.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ carrier: 'twilio' })
})
afterAll(() => t.close())

const textTo = async (org: Org, body: string) =>
  (await t.as(org.ann).call(sendMessage, { body: { contactId: org.bob.id, body } })).body.message.id

const stateOf = async (org: Org, id: string) => {
  const { rows } = await sql<{ state: string }>`select state from message where id = ${id}`.execute(
    t.process.kernel.database.ofOrg(org.id),
  )
  return rows[0]?.state
}

test('marks a text as handed over only when it has a connection to the carrier', async () => {
  const { kernel } = t.process
  const carrier = carriersOf(kernel.config, kernel.world).get('twilio')
  if (!carrier) throw new Error('there is no Twilio')
  const submit = carrier.submit.bind(carrier)
  const held: (() => void)[] = []
  carrier.submit = async (...args) => {
    await new Promise<void>((resolve) => held.push(resolve))
    return submit(...args)
  }
  // Every connection but one is in use.
  const used = carrier.permits.take(10_000) - 1
  carrier.permits.release(1)
  const first = await textTo(t.acme, 'First')
  await t.until(async () => held.length === 1)
  const second = await textTo(t.beta, 'Second')
  await wait(1_500)
  expect([await stateOf(t.acme, first), await stateOf(t.beta, second)]).toEqual(['submitting', 'queued'])
  held[0]?.()
  await t.until(async () => held.length === 2)
  expect(await stateOf(t.beta, second)).toBe('submitting')
  held[1]?.()
  await t.until(async () => (await stateOf(t.beta, second)) === 'delivered')
  carrier.permits.release(used)
  carrier.submit = submit
})
