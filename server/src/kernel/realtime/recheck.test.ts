import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitTo, makeGroup, makeUser } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { tokenHash } from '../secrets/tokens.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web', settings: { SOCKET_RECHECK_SECONDS: '1' } })
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests change sessions behind the back of the product')

test('closes the socket of a session that ended unnoticed at the next recheck and keeps the others', async () => {
  const [ann, gus] = [await t.connectClient(t.acme.ann), await t.connectClient(t.acme.gus)]
  const closed = new Promise((resolve) => ann.socket.once('disconnect', resolve))
  await sql`update session set revoked_at = now() where token_hash = ${tokenHash(t.acme.ann.token)}`.execute(system())
  await ann.next('session-revoked')
  await closed
  expect(gus.socket.connected).toBe(true)
})

test('closes the socket on a changed role or a past-due account, so that it reconnects', async () => {
  const [vic, owner] = [await t.connectClient(t.acme.vic), await t.connectClient(t.beta.ann)]
  const closed = [vic, owner].map((client) => new Promise((resolve) => client.socket.once('disconnect', resolve)))
  await sql`update member set role = 'agent' where user_id = ${t.acme.vic.id}`.execute(system())
  await sql`update organization set status = 'past_due' where id = ${t.beta.id}`.execute(system())
  await Promise.all(closed)
  expect(vic.all('session-revoked')).toEqual([])
  const reopened = await t.connectClient(t.acme.vic)
  expect(reopened.socket.connected).toBe(true)
  await expect(t.connectClient(t.beta.ann)).rejects.toThrow('session_invalid')
})

test('closes the socket when visibility or groups change, but not for the same groups', async () => {
  const { kernel } = t.process
  const users = await Promise.all(
    ['Kept', 'Moved', 'Narrowed'].map((firstname) =>
      makeUser(kernel, t.acme.id, { firstname, lastname: 'Acme', role: 'agent' }),
    ),
  )
  const [unchanged, moved, narrowed] = users as [(typeof users)[0], (typeof users)[0], (typeof users)[0]]
  const days = await makeGroup(kernel, t.acme.id, 'Days', [t.acme.bob.id])
  const nights = await makeGroup(kernel, t.acme.id, 'Nights', [t.acme.cat.id])
  await limitTo(kernel, unchanged, [days])
  await limitTo(kernel, moved, [days])
  const unchangedClient = await t.connectClient(unchanged)
  const closed = [moved, narrowed].map(async (user) => {
    const client = await t.connectClient(user)
    await limitTo(kernel, user, [nights])
    await new Promise((resolve) => client.socket.once('disconnect', resolve))
    expect(client.all('session-revoked')).toEqual([])
  })
  await Promise.all(closed)
  expect(unchangedClient.socket.connected).toBe(true)
})
