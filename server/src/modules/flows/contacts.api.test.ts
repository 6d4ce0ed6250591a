import { eraseContact, mergeContacts, undoMerge } from '@crewline/contract/privacy'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeContact, type TestContact } from '../../../test/kit/cast.ts'
import { askContacts, receiveText } from '../../../test/kit/flows.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { answeredWith, flowResults, missingOf } from './index.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

let nth = 0
const someone = () => makeContact(t.process.kernel, t.acme.id, 'Rex', `+1415556${String((nth += 1)).padStart(4, '0')}`)
const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const says = (contact: TestContact, body: string) => receiveText(t.process, t.acme, contact.phone, body)
const chose = (flowId: string, key: string) => answeredWith(db(), { flowId, stepId: 'yes_no', key }, null, 10)

test('a household answers as the contact who was asked', async () => {
  const owner = await someone()
  const shares = await someone()
  await sql`update contact set phone = ${owner.phone}, shares_phone = true where id = ${shares.id}`.execute(db())
  const flowId = await askContacts(t.process, t.acme, [{ ...shares, phone: owner.phone }])
  await says(owner, 'yes')
  expect([await chose(flowId, '1'), await missingOf(db(), flowId, null, 10)]).toEqual([[shares.id], []])
})

test('no one answers for the contact who had their number before', async () => {
  const [asked, heir] = [await someone(), await someone()]
  const flowId = await askContacts(t.process, t.acme, [asked])
  await sql`update contact set phone = ${`${asked.phone.slice(0, -4)}9999`} where id = ${asked.id}`.execute(db())
  await sql`update contact set phone = ${asked.phone} where id = ${heir.id}`.execute(db())
  await says(asked, 'yes')
  expect([await chose(flowId, '1'), await missingOf(db(), flowId, null, 10)]).toEqual([[], [asked.id]])
  await receiveText(t.process, t.acme, `${asked.phone.slice(0, -4)}9999`, 'yes')
  expect(await chose(flowId, '1')).toEqual([asked.id])
})

test('a merge keeps one answer of the two contacts, and its undo brings both back', async () => {
  const [kept, other] = [await someone(), await someone()]
  const [both, onlyOther] = [
    await askContacts(t.process, t.acme, [kept, other]),
    await askContacts(t.process, t.acme, [other]),
  ]
  await says(other, '2')
  await says(other, 'yes')
  expect([await chose(onlyOther, '2'), await chose(both, '1')]).toEqual([[other.id], [other.id]])
  const merged = await t.as(t.acme.ann).call(mergeContacts, { body: { keepId: kept.id, otherId: other.id } })
  expect(merged.http).toBe(200)
  expect([await chose(onlyOther, '2'), await chose(both, '1')]).toEqual([[kept.id], [kept.id]])
  expect(await flowResults(db(), both)).toMatchObject({ asked: 1, answered: 1 })
  const undone = await t.as(t.acme.ann).call(undoMerge, { params: { id: merged.body.mergeId } })
  expect(undone.http).toBe(200)
  expect([await chose(onlyOther, '2'), await chose(both, '1')]).toEqual([[other.id], [other.id]])
  expect([await missingOf(db(), both, null, 10), await flowResults(db(), both)]).toMatchObject([
    [kept.id],
    { asked: 2, answered: 1 },
  ])
})

test('an erasure removes the answers of the contact, but no anonymous answer', async () => {
  const rex = await someone()
  const named = await askContacts(t.process, t.acme, [rex])
  await says(rex, '1')
  await askContacts(t.process, t.acme, [rex], { isAnonymous: true })
  await says(rex, '1')
  const stored = () =>
    sql<{ n: number }>`
    select count(*)::int as n from flow_answer where contact_id is null`.execute(db())
  expect((await stored()).rows).toEqual([{ n: 1 }])
  await t.as(t.acme.ann).call(eraseContact, { body: { contactId: rex.id, reason: 'Asked for it', confirm: true } })
  expect(await flowResults(db(), named)).toMatchObject({ asked: 0, answered: 0, steps: [{ count: 0 }] })
  expect((await stored()).rows).toEqual([{ n: 1 }])
})
