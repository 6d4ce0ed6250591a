import { sendMessage } from '@crewline/contract/messages'
import { eraseContact, mergeContacts } from '@crewline/contract/privacy'
import { acceptTransfer } from '@crewline/contract/transfers'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { liveWith, makeFamily, someone, system, transfer, type TestFamily } from '../../../test/kit/transfers.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
let family: TestFamily
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  family = await makeFamily(t)
})
afterAll(() => t.close())

/**
 * Runs two calls of which the first is stopped in the middle, where it holds its first rows, until the second waits for a
 * lock. Returns both results.
 */
async function crossed<First, Second>(first: () => Promise<First>, second: () => Promise<Second>) {
  const [isLocked, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  // Merges and erasures read holds right after they have locked the contact.
  const stopping = system(t)
    .transaction()
    .execute(async (tx) => {
      await sql`lock table legal_hold in access exclusive mode`.execute(tx)
      isLocked.resolve()
      await go.promise
    })
  await isLocked.promise
  const waiting = async () =>
    (
      await sql`select 1 from pg_locks where not granted
        and (database is null or database = (select oid from pg_database where datname = current_database()))`.execute(
        system(t),
      )
    ).rows.length
  const one = first()
  await t.until(async () => (await waiting()) === 1)
  const two = second()
  await t.until(async () => (await waiting()) === 2)
  go.resolve()
  await stopping
  return Promise.all([one, two])
}

describe('a transfer at the moment', () => {
  test.each(['erasure', 'merge'])('of the %s of a contact waits for it and finds no one', async (kind) => {
    const { kid, sis } = family
    const [eva, twin] = [await someone(t, kid), await someone(t, kid, 'Evelyn')]
    const ann = t.as(kid.ann)
    const offer = (await transfer(t, kid.ann, { contactId: eva.id, toId: sis.id })).body.transfer
    expect(offer.state).toBe('offered')
    // A merge moves texts that wait, and an erasure deletes them; a transfer cancels them before it locks the contact.
    const scheduledAt = new Date(t.process.kernel.world.now().getTime() + 86_400_000).toISOString()
    const text = { contactId: eva.id, body: 'Tomorrow', undoSeconds: 0 as const, scheduledAt }
    expect((await ann.call(sendMessage, { body: text })).http).toBe(200)
    const [changed, moved] = await crossed<{ http: number }, { http: number }>(
      () =>
        kind === 'merge'
          ? ann.call(mergeContacts, { body: { keepId: twin.id, otherId: eva.id, take: [] } })
          : ann.call(eraseContact, { body: { contactId: eva.id, reason: 'Asked for it', confirm: true } }),
      () => t.as(sis.ann).call(acceptTransfer, { params: { id: offer.id }, body: { joinExisting: false } }),
    )
    expect(changed.http).toBe(200)
    expect([404, 409, 422]).toContain(moved.http)
    expect(await liveWith(t, sis, eva.phone)).toEqual([])
  })

  test('of an erasure of someone who shares the number leaves both done', async () => {
    const { kid, sis, max } = family
    const eva = await someone(t, kid)
    const sharer = await someone(t, kid, 'Sharer')
    await sql`update contact set phone = ${eva.phone}, shares_phone = true where id = ${sharer.id}`.execute(
      t.process.kernel.database.ofOrg(kid.id),
    )
    const [erased, moved] = await crossed(
      () => t.as(kid.ann).call(eraseContact, { body: { contactId: sharer.id, reason: 'Asked for it', confirm: true } }),
      () => transfer(t, max, { contactId: eva.id, toId: sis.id }),
    )
    expect(erased.http).toBe(200)
    expect(moved.http).toBe(200)
    expect(await liveWith(t, sis, eva.phone)).toHaveLength(1)
  })

  test('of as many erasures and merges as there are people ends for everyone in one of the two', async () => {
    const { kid, sis, max } = family
    for (let round = 0; round < 12; round++) {
      const [eva, twin] = [await someone(t, kid), await someone(t, kid, 'Evelyn')]
      const other =
        round % 2 === 0
          ? () =>
              t.as(kid.ann).call(eraseContact, { body: { contactId: eva.id, reason: 'Asked for it', confirm: true } })
          : () => t.as(kid.ann).call(mergeContacts, { body: { keepId: twin.id, otherId: eva.id, take: [] } })
      const [first, second] = await Promise.all([other(), transfer(t, max, { contactId: eva.id, toId: sis.id })])
      for (const { http } of [first, second]) expect([200, 404]).toContain(http)
      expect([first.http, second.http]).toContain(200)
    }
  })
})
