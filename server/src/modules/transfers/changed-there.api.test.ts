import { createContact, editContact } from '@crewline/contract/contacts'
import { mergeContacts } from '@crewline/contract/privacy'
import { transferOffers, undoTransfer } from '@crewline/contract/transfers'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestUser } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import {
  joinToo,
  known,
  liveWith,
  makeFamily,
  optOut,
  read,
  receiveText,
  someone,
  system,
  transfer,
  type TestFamily,
} from '../../../test/kit/transfers.ts'

let t: TestApp
let family: TestFamily
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  family = await makeFamily(t)
  await joinToo(t, family.sis.ann, family.mom.id, 'manager')
})
afterAll(() => t.close())
beforeEach(() => sql`delete from rate_limit`.execute(system(t)))

const undo = (user: TestUser, id: string) => t.as(user).call(undoTransfer, { params: { id } })
const moved = async () => {
  const { kid, sis, max } = family
  const eva = await someone(t, kid)
  const { id } = (await transfer(t, max, { contactId: eva.id, toId: sis.id })).body.transfer
  const [there] = await liveWith(t, sis, eva.phone)
  return { eva, id, thereId: there!.id }
}

describe('taking a transfer back', () => {
  test('is refused when the person was merged there, and leaves the contact that was kept', async () => {
    const { sis, max } = family
    const { id, thereId } = await moved()
    const { body } = await t.as(sis.ann).call(createContact, { body: { firstname: 'Kept' } })
    const keepId = body.contact.id
    const merged = await t.as(sis.ann).call(mergeContacts, { body: { keepId, otherId: thereId, take: [] } })
    expect(merged.http).toBe(200)
    expect((await undo(max, id)).body.code).toBe('undo_over')
    expect(await read(t, sis.ann, keepId)).toMatchObject({ archived: false })
  })

  test('is refused when the person went on to a third organization, so that no one is in two', async () => {
    const { mom, sis, max } = family
    const { eva, id, thereId } = await moved()
    expect((await transfer(t, sis.ann, { contactId: thereId, toId: mom.id })).body.transfer.state).toBe('done')
    expect((await undo(max, id)).body.code).toBe('undo_over')
    expect(await liveWith(t, family.kid, eva.phone)).toEqual([])
    expect(await liveWith(t, mom, eva.phone)).toHaveLength(1)
  })

  test('withdraws an offer of the person to a third organization', async () => {
    const { mom, sis, max } = family
    const { id, thereId } = await moved()
    await sql`
      insert into contact_transfer (org_id, id, contact_id, to_org_id, to_name, state, with_messages, by_user, at)
      values (${sis.id}, ${t.process.kernel.world.id()}, ${thereId}, ${mom.id}, 'Mom', 'offered', false, ${sis.ann.id}, now())`.execute(
      t.process.kernel.database.ofOrg(sis.id),
    )
    expect((await undo(max, id)).http).toBe(200)
    expect((await known(t, sis.ann, thereId)).transfers).toMatchObject([{ state: 'withdrawn' }])
    expect((await t.as(mom.ann).call(transferOffers, {})).body.offers).toEqual([])
  })

  test('brings back the opt-out of the number, also when the person has another number there by now', async () => {
    const { kid, sis, max } = family
    const { eva, id, thereId } = await moved()
    await optOut(t, sis.ann, thereId)
    await t.as(sis.ann).call(editContact, { query: { id: thereId }, body: { phone: '+14155568999' } })
    expect((await undo(max, id)).http).toBe(200)
    expect(await read(t, kid.ann, eva.id)).toMatchObject({ phone: eva.phone, reach: 'opted_out' })
  })
})

test('a STOP at the moment of a transfer comes along, or is handled after it', async () => {
  const { kid, sis, max } = family
  for (let n = 0; n < 4; n += 1) {
    const eva = await someone(t, kid)
    await receiveText(t, kid, eva, 'Hello')
    const [answer] = await Promise.all([
      transfer(t, max, { contactId: eva.id, toId: sis.id }),
      receiveText(t, kid, eva, 'STOP'),
    ])
    expect(answer.http).toBe(200)
    expect(await read(t, kid.ann, eva.id)).toMatchObject({ reach: 'opted_out' })
  }
})

test('someone in an HR system does not leave, also when that system locks no field', async () => {
  const { kid, sis, max } = family
  const eva = await someone(t, kid)
  const inKid = t.process.kernel.database.ofOrg(kid.id)
  await sql`
    insert into hr_connection (org_id, state, provider_id, created_at) values (${kid.id}, 'connected', 'gusto', now())`.execute(
    inKid,
  )
  await sql`
    insert into hr_person (org_id, external_id, contact_id, state) values (${kid.id}, 'p-1', ${eva.id}, 'linked')`.execute(
    inKid,
  )
  const ask = async () => (await transfer(t, max, { contactId: eva.id, toId: sis.id })).body
  expect(await ask()).toMatchObject({ code: 'managed_elsewhere' })
  await sql`update hr_person set state = 'left' where org_id = ${kid.id}`.execute(inKid)
  expect((await ask()).transfer).toMatchObject({ state: 'done' })
})
