import { sendMessage } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitTo, makeGroup, makeOrg, makeUser } from '../../../test/kit/cast.ts'
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

test('closes the socket on a changed role, so that it reconnects', async () => {
  const vic = await t.connectClient(t.acme.vic)
  const closed = new Promise((resolve) => vic.socket.once('disconnect', resolve))
  await sql`update member set role = 'agent' where user_id = ${t.acme.vic.id}`.execute(system())
  await closed
  expect(vic.all('session-revoked')).toEqual([])
  const reopened = await t.connectClient(t.acme.vic)
  expect(reopened.socket.connected).toBe(true)
})

test('keeps the socket of a past-due organization, without its data, and tells it when that begins and ends', async () => {
  const { kernel } = t.process
  const org = await makeOrg(kernel, 'Late', 8)
  const setStatus = (status: string) =>
    sql`update organization set status = ${status} where id = ${org.id}`.execute(system())
  const send = (body: string) => t.as(org.ann).call(sendMessage, { body: { contactId: org.bob.id, body } })
  const client = await t.connectClient(org.gus)
  await send('Before')
  await client.next('outgoing-message', { message: { body: 'Before' } })
  const { body } = await send('Just before')
  await client.next('outgoing-message', { message: { body: 'Just before' } })
  await setStatus('past_due')
  await client.next('organization-status', { status: 'past_due' })
  const late = await t.connectClient(org.vic)
  client.socket.emit('getUsage')
  // An event of the organization that is published meanwhile reaches neither.
  await sql`insert into event_log (org_id, name, payload, at)
    values (${org.id}, 'message.queued', ${JSON.stringify({ ids: [body.message.id] })}::jsonb, now())`.execute(system())
  // Events are read in order: when a later one has arrived, the earlier one was dealt with.
  const other = await t.connectClient(t.beta.ann)
  await t.as(t.beta.ann).call(sendMessage, { body: { contactId: t.beta.bob.id, body: 'Later' } })
  await other.next('outgoing-message', { message: { body: 'Later' } })
  await setStatus('active')
  for (const member of [client, late]) await member.next('organization-status', { status: 'active' })
  await send('After')
  for (const member of [client, late]) await member.next('outgoing-message', { message: { body: 'After' } })
  expect(client.all('usage')).toEqual([])
  const bodies = (of: typeof client) =>
    (of.all('outgoing-message') as { message: { body: string } }[]).flatMap(({ message }) => message.body || [])
  expect(bodies(client)).toEqual(['Before', 'Just before', 'After'])
  expect(bodies(late)).toEqual(['After'])
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
