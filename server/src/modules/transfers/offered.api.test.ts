import { eraseContact } from '@crewline/contract/privacy'
import { TRANSFER_UNDO_MS } from '@crewline/contract/transfer-limits'
import { createContact, editContact } from '@crewline/contract/contacts'
import {
  acceptTransfer,
  arrivedTexts,
  declineTransfer,
  transferOffers,
  undoTransfer,
} from '@crewline/contract/transfers'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestUser } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import {
  audited,
  known,
  liveWith,
  makeFamily,
  optOut,
  read,
  receiveText,
  someone,
  system,
  transfer,
  twinOf,
  type TestFamily,
} from '../../../test/kit/transfers.ts'

let t: TestApp
let family: TestFamily
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  family = await makeFamily(t)
})
afterAll(() => t.close())
const undo = (user: TestUser, id: string) => t.as(user).call(undoTransfer, { params: { id } })
const accept = (user: TestUser, id: string, joinExisting = false) =>
  t.as(user).call(acceptTransfer, { params: { id }, body: { joinExisting } })
const offersFor = async (user: TestUser) => (await t.as(user).call(transferOffers, {})).body.offers

/** Someone, and a contact of the sibling with the same number. */
const pair = async () => {
  const eva = await someone(t, family.kid)
  return [eva, await twinOf(t, family.sis, eva)] as const
}
beforeEach(() => sql`delete from rate_limit`.execute(system(t)))

describe('a transfer by a member of one organization only', () => {
  test('waits until someone there accepts it', async () => {
    const { kid, sis } = family
    const eva = await someone(t, kid)
    const { body } = await transfer(t, kid.ann, { contactId: eva.id, toId: sis.id })
    expect(body.transfer).toMatchObject({ state: 'offered', doneAt: null, undoUntil: null })
    expect([await liveWith(t, sis, eva.phone), (await read(t, kid.ann, eva.id)).archived]).toEqual([[], false])
    const offer = (await offersFor(sis.ann)).find(({ id }) => id === body.transfer.id)
    expect(offer).toMatchObject({
      from: kid.name,
      by: `Ann ${kid.name}`,
      contact: { firstname: 'Eva', phone: eva.phone },
      existing: null,
    })
    const taken = await accept(sis.ann, body.transfer.id)
    expect(taken.http).toBe(200)
    expect(await liveWith(t, sis, eva.phone)).toMatchObject([{ id: taken.body.contactId, source: 'transfer' }])
    expect((await known(t, kid.ann, eva.id)).transfers).toMatchObject([{ state: 'done' }])
    const entry = (await audited(t, kid, 'contact.transferred-out')).find(({ target }) => target === eva.id)
    expect(entry).toMatchObject({ organization: sis.name, by: `Ann ${sis.name}` })
    expect((await accept(sis.ann, body.transfer.id)).http).toBe(404)
  })

  test('can be declined there and withdrawn here, and then is over', async () => {
    const { kid, sis } = family
    const [eva, gil] = [await someone(t, kid), await someone(t, kid)]
    const declined = (await transfer(t, kid.ann, { contactId: eva.id, toId: sis.id })).body.transfer
    const withdrawn = (await transfer(t, kid.ann, { contactId: gil.id, toId: sis.id })).body.transfer
    expect((await t.as(sis.ann).call(declineTransfer, { params: { id: declined.id } })).http).toBe(200)
    expect((await undo(kid.ann, withdrawn.id)).body).toMatchObject({ contactId: gil.id })
    expect((await known(t, kid.ann, eva.id)).transfers).toMatchObject([{ state: 'declined' }])
    expect((await known(t, kid.ann, gil.id)).transfers).toMatchObject([{ state: 'withdrawn' }])
    for (const { id } of [declined, withdrawn]) expect((await accept(sis.ann, id)).http).toBe(404)
    expect((await undo(kid.ann, withdrawn.id)).body.code).toBe('undo_over')
  })

  test('is one offer at a time', async () => {
    const { mom, kid, sis } = family
    const eva = await someone(t, kid)
    const first = await transfer(t, kid.ann, { contactId: eva.id, toId: sis.id })
    expect((await transfer(t, kid.ann, { contactId: eva.id, toId: sis.id })).body).toEqual(first.body)
    expect((await transfer(t, kid.ann, { contactId: eva.id, toId: mom.id })).body.code).toBe('outdated')
  })

  test('cannot be accepted by the organization that offers, by a third, or by an agent', async () => {
    const { mom, kid, sis } = family
    const eva = await someone(t, kid)
    const { id } = (await transfer(t, kid.ann, { contactId: eva.id, toId: sis.id })).body.transfer
    for (const user of [kid.ann, mom.ann, t.acme.ann]) expect((await accept(user, id)).http).toBe(404)
    expect((await accept(sis.gus, id)).body.code).toBe('not_permitted')
    for (const user of [mom.ann, t.acme.ann, sis.ann]) expect((await undo(user, id)).http).toBe(404)
  })

  test('accepted and withdrawn at once, is one of the two', async () => {
    const { kid, sis } = family
    for (let n = 0; n < 3; n += 1) {
      const eva = await someone(t, kid)
      const { id } = (await transfer(t, kid.ann, { contactId: eva.id, toId: sis.id })).body.transfer
      const [accepted, withdrawn] = await Promise.all([accept(sis.ann, id), undo(kid.ann, id)])
      const [live, { archived }] = [await liveWith(t, sis, eva.phone), await read(t, kid.ann, eva.id)]
      // Withdrawn after it was accepted, it is taken back.
      if (withdrawn.http === 200) expect([live, archived]).toEqual([[], false])
      else expect([accepted.http, live.length, archived]).toEqual([200, 1, true])
    }
  })

  test('says nothing about the people of the destination to who offers', async () => {
    const { kid, sis } = family
    const [eva, twin] = await pair()
    const answer = await transfer(t, kid.ann, { contactId: eva.id, toId: sis.id })
    expect(answer).toMatchObject({ http: 200, body: { transfer: { state: 'offered' } } })
    const { id } = answer.body.transfer
    const offer = (await offersFor(sis.ann)).find((one) => one.id === id)
    expect(offer).toMatchObject({ existing: 'Evelyn Worker' })
    expect((await accept(sis.ann, id)).body.code).toBe('phone_taken')
    expect((await accept(sis.ann, id, true)).body).toMatchObject({ contactId: twin.id })
  })
})

describe('a transfer that is taken back', () => {
  const moved = async () => {
    const { kid, sis, max } = family
    const eva = await someone(t, kid)
    await receiveText(t, kid, eva, 'Hello there')
    const { id } = (await transfer(t, max, { contactId: eva.id, toId: sis.id })).body.transfer
    const [there] = await liveWith(t, sis, eva.phone)
    return { eva, id, thereId: there!.id }
  }

  test('restores the contact here and archives the one there, without the texts that came along', async () => {
    const { kid, sis, max } = family
    const { eva, id, thereId } = await moved()
    expect((await undo(max, id)).body).toMatchObject({ contactId: eva.id })
    expect(await read(t, kid.ann, eva.id)).toMatchObject({ archived: false, phone: eva.phone })
    expect(await read(t, sis.ann, thereId)).toMatchObject({ archived: true })
    expect((await known(t, kid.ann, eva.id)).transfers).toMatchObject([{ state: 'undone', undoUntil: null }])
    expect((await known(t, sis.ann, thereId)).arrivals).toEqual([])
    expect((await t.as(sis.ann).call(arrivedTexts, { params: { id }, query: {} })).http).toBe(404)
    for (const org of [kid, sis])
      expect((await audited(t, org, 'contact.transfer-undone')).map(({ target }) => target)).toContain(
        org === kid ? eva.id : thereId,
      )
    expect((await undo(max, id)).body.code).toBe('undo_over')
  })

  test('can be sent back by the destination', async () => {
    const { kid, sis } = family
    const { eva, id, thereId } = await moved()
    expect((await undo(sis.ann, id)).body).toMatchObject({ contactId: thereId })
    expect(await read(t, kid.ann, eva.id)).toMatchObject({ archived: false })
  })

  test('brings back an opt-out that was made there meanwhile', async () => {
    const { kid, sis, max } = family
    const { eva, id, thereId } = await moved()
    await optOut(t, sis.ann, thereId)
    expect((await undo(max, id)).http).toBe(200)
    expect(await read(t, kid.ann, eva.id)).toMatchObject({ archived: false, reach: 'opted_out' })
  })

  test('is refused after a day, when the person was erased there, and when the number is taken here', async () => {
    const { kid, sis, max } = family
    const [late, erased, taken] = [await moved(), await moved(), await moved()]
    await sql`
      update contact_transfer set done_at = done_at - make_interval(secs => ${TRANSFER_UNDO_MS / 1000 + 60}) where id = ${late.id}`.execute(
      t.process.kernel.database.ofOrg(kid.id),
    )
    await t.as(sis.ann).call(eraseContact, { body: { contactId: erased.thereId, reason: 'Asked', confirm: true } })
    await t.as(kid.ann).call(createContact, { body: { firstname: 'New', phone: taken.eva.phone } })
    const codes = []
    for (const { id } of [late, erased, taken]) codes.push((await undo(max, id)).body.code)
    expect(codes).toEqual(['undo_over', 'undo_over', 'phone_taken'])
    expect(await read(t, sis.ann, taken.thereId)).toMatchObject({ archived: false })
    const rows = await sql`select from contact_arrival where id = ${erased.id}`.execute(system(t))
    expect(rows.rows).toEqual([])
  })

  test('leaves a contact that was joined where it was', async () => {
    const { kid, sis, max } = family
    const [eva, twin] = await pair()
    const body = { contactId: eva.id, toId: sis.id, joinExisting: true }
    const { id } = (await transfer(t, max, body)).body.transfer
    expect((await undo(max, id)).http).toBe(200)
    expect(await read(t, sis.ann, twin.id)).toMatchObject({ archived: false })
    expect(await read(t, kid.ann, eva.id)).toMatchObject({ archived: false })
  })
})

test('someone who comes back, returns to the contact that had left, with its conversation', async () => {
  const { kid, sis, max } = family
  const eva = await someone(t, kid)
  await transfer(t, max, { contactId: eva.id, toId: sis.id })
  const [there] = await liveWith(t, sis, eva.phone)
  await t.as(sis.ann).call(editContact, { query: { id: there!.id }, body: { lastname: 'Married' } })
  const back = (await transfer(t, sis.ann, { contactId: there!.id, toId: kid.id })).body.transfer
  expect((await accept(kid.ann, back.id)).body).toMatchObject({ contactId: eva.id })
  expect(await liveWith(t, kid, eva.phone)).toMatchObject([{ id: eva.id }])
  expect(await read(t, kid.ann, eva.id)).toMatchObject({ lastname: 'Married', archived: false })
  expect((await known(t, kid.ann, eva.id)).arrivals).toMatchObject([{ how: 'returned', from: sis.name }])
})
