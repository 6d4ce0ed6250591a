import { editContact } from '@crewline/contract/contacts'
import { contactNaming, setContactNaming } from '@crewline/contract/naming'
import { mergeContacts, undoMerge } from '@crewline/contract/privacy'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitTo, makeGroup, makeUser } from '../../../test/kit/cast.ts'
import { addPerson, makeCelebration, turnOnAt } from '../../../test/kit/celebrations.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const namingOf = async (contactId: string, user = t.acme.ann) =>
  (await t.as(user).call(contactNaming, { query: { contactId } })).body
const setNaming = (contactId: string, isNamed: boolean, user = t.acme.ann) =>
  t.as(user).call(setContactNaming, { query: { contactId }, body: { isNamed } })

test('a contact is named until a member who edits contacts sets otherwise, with one audit entry for each change', async () => {
  const id = await addPerson(t, 'Ana', {})
  expect(await namingOf(id)).toMatchObject({ isNamed: true, isUsed: false })
  const celebration = await makeCelebration(t, { copyToNews: true })
  await turnOnAt(t, celebration, new Date())
  expect(await namingOf(id)).toMatchObject({ isNamed: true, isUsed: true })
  // Saying it twice is one change.
  for (const isNamed of [false, false]) expect((await setNaming(id, isNamed)).body).toMatchObject({ isNamed: false })
  // No edit of the contact touches it.
  await t.as(t.acme.ann).call(editContact, { query: { id }, body: { firstname: 'Anna', birthday: '06-10' } })
  expect(await namingOf(id)).toMatchObject({ isNamed: false })
  expect((await setNaming(id, true)).body).toMatchObject({ isNamed: true })
  const audited = await sql<{ action: string }>`
    select action from audit_entry where action in ('contact.named', 'contact.unnamed') order by id`.execute(db())
  expect(audited.rows.map(({ action }) => action)).toEqual(['contact.unnamed', 'contact.named'])
})

test('members set it only for contacts whom they see, and other organizations never', async () => {
  const mine = await addPerson(t, 'Mine', {})
  const other = await addPerson(t, 'Other', {})
  const lin = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Lin', lastname: 'Lim', role: 'manager' })
  await limitTo(t.process.kernel, lin, [await makeGroup(t.process.kernel, t.acme.id, 'Mine', [mine])])
  expect((await setNaming(mine, false, lin)).http).toBe(200)
  expect((await setNaming(other, false, lin)).http).toBe(404)
  expect((await setNaming(mine, true, t.beta.ann)).http).toBe(404)
  expect([await namingOf(mine), await namingOf(other)]).toMatchObject([{ isNamed: false }, { isNamed: true }])
})

test.each([
  ['the merged contact', [false, true], [false, true]],
  ['the kept contact', [true, false], [true, false]],
  ['both contacts', [false, false], [false, false]],
] as const)('what %s asked for applies to the merged person, and an undo returns it', async (_who, before, after) => {
  const [from, to] = [await addPerson(t, 'Rosa', {}), await addPerson(t, 'Rosa', {})]
  await setNaming(from, before[0])
  await setNaming(to, before[1])
  const merged = await t.as(t.acme.ann).call(mergeContacts, { body: { keepId: to, otherId: from, take: [] } })
  expect(merged.http).toBe(200)
  expect(await namingOf(to)).toMatchObject({ isNamed: false })
  await t.as(t.acme.ann).call(undoMerge, { params: { id: merged.body.mergeId } })
  expect([(await namingOf(from)).isNamed, (await namingOf(to)).isNamed]).toEqual(after)
})
