import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitTo, makeGroup, makePerson } from '../../../test/kit/cast.ts'
import { house, type House } from '../../../test/kit/house.ts'
import { tokenHash } from '../secrets/tokens.ts'

let t: House
beforeAll(async () => {
  t = await house({ roles: 'web', settings: { SOCKET_RECHECK_SECONDS: '1' } })
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests change sessions behind the back of the product')

test('a session that died unheard closes its socket at the next recheck; others stay', async () => {
  const [ann, gus] = [await t.heard(t.acme.ann), await t.heard(t.acme.gus)]
  const closed = new Promise((resolve) => ann.socket.once('disconnect', resolve))
  await sql`update session set revoked_at = now() where token_hash = ${tokenHash(t.acme.ann.token)}`.execute(system())
  await ann.next('session-revoked')
  await closed
  expect(gus.socket.connected).toBe(true)
})

test('a changed role or a past-due account closes the socket, so that it comes back by the door', async () => {
  const [vic, owner] = [await t.heard(t.acme.vic), await t.heard(t.beta.ann)]
  const closed = [vic, owner].map((ear) => new Promise((resolve) => ear.socket.once('disconnect', resolve)))
  await sql`update member set role = 'agent' where person_id = ${t.acme.vic.id}`.execute(system())
  await sql`update organization set standing = 'past_due' where id = ${t.beta.id}`.execute(system())
  await Promise.all(closed)
  expect(vic.all('session-revoked')).toEqual([])
  const again = await t.heard(t.acme.vic)
  expect(again.socket.connected).toBe(true)
  await expect(t.heard(t.beta.ann)).rejects.toThrow('session_invalid')
})

test('other groups, or groups instead of everybody, close the socket; the same groups do not', async () => {
  const { kernel } = t.process
  const people = await Promise.all(
    ['Kept', 'Moved', 'Narrowed'].map((firstname) =>
      makePerson(kernel, t.acme.id, { firstname, lastname: 'Acme', role: 'agent' }),
    ),
  )
  const [kept, moved, narrowed] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]]
  const days = await makeGroup(kernel, t.acme.id, 'Days', [t.acme.bob.id])
  const nights = await makeGroup(kernel, t.acme.id, 'Nights', [t.acme.cat.id])
  await limitTo(kernel, kept, [days])
  await limitTo(kernel, moved, [days])
  const stays = await t.heard(kept)
  const closed = [moved, narrowed].map(async (person) => {
    const ear = await t.heard(person)
    await limitTo(kernel, person, [nights])
    await new Promise((resolve) => ear.socket.once('disconnect', resolve))
    expect(ear.all('session-revoked')).toEqual([])
  })
  await Promise.all(closed)
  expect(stays.socket.connected).toBe(true)
})
