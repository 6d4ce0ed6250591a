import { consentHistory } from '@crewline/contract/consent'
import { editContact } from '@crewline/contract/contacts'
import { undoTransfer } from '@crewline/contract/transfers'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import {
  joinToo,
  makeFamily,
  optOut,
  read,
  receiveText,
  someone,
  system,
  transfer,
  type TestFamily,
} from '../../../test/kit/transfers.ts'
import { followOptOuts } from './index.ts'

let t: TestApp
let family: TestFamily
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  family = await makeFamily(t)
})
afterAll(() => t.close())
beforeEach(() => sql`delete from rate_limit`.execute(system(t)))

/** Follows until no change of consent waits: events are read only when every older transaction has ended. */
const follow = () =>
  t.until(async () => {
    while (await followOptOuts(t.process.kernel));
    const { rows } = await sql`
      select from event_log l join event_cursor c on c.follower = 'transfers' and (l.xid, l.seq) > (c.xid, c.seq)
      where l.name = 'consent.changed' limit 1`.execute(system(t))
    return rows.length === 0
  })
async function moved(toId = family.sis.id) {
  const eva = await someone(t, family.kid)
  const { body } = await transfer(t, family.max, { contactId: eva.id, toId })
  const { rows } = await sql<{ id: string }>`
    select became_id as id from contact_transfer where id = ${body.transfer.id}`.execute(system(t))
  return { eva, transferId: body.transfer.id, arrivedId: rows[0]?.id ?? '' }
}
const optedOutIn = async (orgId: string, phone: string) =>
  (
    await sql<{
      opted_out: boolean
    }>`select opted_out from consent where org_id = ${orgId} and phone = ${phone}`.execute(system(t))
  ).rows[0]?.opted_out ?? false

test('a STOP to the former number reaches the organization that the person went to, once', async () => {
  const { kid, sis } = family
  const { eva, arrivedId } = await moved()
  expect(await optedOutIn(sis.id, eva.phone)).toBe(false)
  await receiveText(t, kid, eva, 'STOP')
  await t.until(async () => {
    await follow()
    return optedOutIn(sis.id, eva.phone)
  })
  expect((await read(t, sis.ann, arrivedId)).reach).toBe('opted_out')
  const { events } = (await t.as(sis.ann).call(consentHistory, { query: { contactId: arrivedId } })).body
  const outs = events.filter(({ action }) => action === 'opt_out')
  expect(outs).toMatchObject([{ method: 'transfer', wording: expect.stringContaining(kid.name) as unknown }])
  await follow()
  expect((await t.as(sis.ann).call(consentHistory, { query: { contactId: arrivedId } })).body.events).toEqual(events)
})

test('a START to the former number changes nothing where the person went', async () => {
  const { kid, sis } = family
  const { eva } = await moved()
  await receiveText(t, kid, eva, 'STOP')
  await t.until(async () => {
    await follow()
    return optedOutIn(sis.id, eva.phone)
  })
  await receiveText(t, kid, eva, 'START')
  await t.until(async () => !(await optedOutIn(kid.id, eva.phone)))
  await follow()
  expect(await optedOutIn(sis.id, eva.phone)).toBe(true)
})

test('an opt-out after a transfer was taken back stays where it was made', async () => {
  const { kid, sis } = family
  const { eva, transferId } = await moved()
  expect((await t.as(family.max).call(undoTransfer, { params: { id: transferId } })).http).toBe(200)
  await receiveText(t, kid, eva, 'STOP')
  await t.until(() => optedOutIn(kid.id, eva.phone))
  await follow()
  expect(await optedOutIn(sis.id, eva.phone)).toBe(false)
})

test('a START where the person went outweighs the former opt-out, also when the log is read again', async () => {
  const { kid, sis } = family
  const { eva } = await moved()
  await receiveText(t, kid, eva, 'STOP')
  await t.until(async () => {
    await follow()
    return optedOutIn(sis.id, eva.phone)
  })
  await receiveText(t, sis, eva, 'START')
  await t.until(async () => !(await optedOutIn(sis.id, eva.phone)))
  await sql`update event_cursor set xid = '0', seq = 0 where follower = 'transfers'`.execute(system(t))
  await follow()
  expect(await optedOutIn(kid.id, eva.phone)).toBe(true)
  expect(await optedOutIn(sis.id, eva.phone)).toBe(false)
})

test('an opt-out of a number that the departed contact was given later goes nowhere', async () => {
  const { kid, sis } = family
  const { eva } = await moved()
  const stranger = await someone(t, sis, 'Sven')
  const edited = await t.as(kid.ann).call(editContact, { query: { id: eva.id }, body: { phone: stranger.phone } })
  expect(edited.http).toBe(200)
  expect((await optOut(t, kid.ann, eva.id)).http).toBe(200)
  await follow()
  expect(await optedOutIn(kid.id, stranger.phone)).toBe(true)
  expect(await optedOutIn(sis.id, stranger.phone)).toBe(false)
})

test('an opt-out of a person who came back stays where they are', async () => {
  const { kid, sis } = family
  const { eva, arrivedId } = await moved()
  await joinToo(t, sis.ann, kid.id, 'manager')
  expect((await transfer(t, sis.ann, { contactId: arrivedId, toId: kid.id })).body.transfer.state).toBe('done')
  await receiveText(t, kid, eva, 'STOP')
  await t.until(() => optedOutIn(kid.id, eva.phone))
  await follow()
  expect(await optedOutIn(sis.id, eva.phone)).toBe(false)
})

test('an offer emails those who may accept it, once an hour, and names no person', async () => {
  const { kid, mom } = family
  const [eva, gil] = [await someone(t, kid, 'Evangelina'), await someone(t, kid, 'Gilberto')]
  for (const { id } of [eva, gil]) await transfer(t, kid.ann, { contactId: id, toId: mom.id })
  const mails = await t.until(async () => {
    const sent = await t.mailsTo(mom.ann.email)
    // What is handed over is deleted, so a second email would be here too.
    const { rows } = await sql`select from mail limit 1`.execute(system(t))
    return rows.length === 0 && sent.filter(({ subject }) => subject.includes('wants to transfer'))
  })
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain(kid.name)
  expect(mails[0]?.text).not.toContain('Evangelina')
  expect(await t.mailsTo(mom.gus.email)).toEqual([])
})
