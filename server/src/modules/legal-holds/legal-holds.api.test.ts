import { auditEntries } from '@crewline/contract/audit'
import { createCustomField, deleteCustomField } from '@crewline/contract/fields'
import { createForm, deleteForm } from '@crewline/contract/forms'
import { legalHolds, placeHold, releaseHold } from '@crewline/contract/legal-holds'
import { createRole } from '@crewline/contract/roles'
import { eraseContact, mergeContacts, undoMerge } from '@crewline/contract/privacy'
import { changeMember } from '@crewline/contract/team'
import { deleteVoicemail } from '@crewline/contract/voicemail'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeContact, makeGroup, makeUser } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { purge as purgeFields } from '../fields/purge.ts'

let t: TestApp
let serial = 4200
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const ann = () => t.as(t.acme.ann)
const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const newContact = (name: string) =>
  makeContact(t.process.kernel, t.acme.id, name, `+1415555${String((serial += 1)).padStart(4, '0')}`)
const erase = (contactId: string) =>
  ann().call(eraseContact, { body: { contactId, reason: 'Asked for it', confirm: true } })

async function placed(body: object): Promise<string> {
  const answer = await ann().call(placeHold, {
    body: { name: 'Smith v. Acme', reason: 'Letter of June 3', covers: 'contacts', ...body },
  })
  expect(answer.http).toBe(200)
  return answer.body.hold.id
}
const release = (id: string) => ann().call(releaseHold, { params: { id }, body: { reason: 'Settled' } })

describe('a legal hold', () => {
  test('stops the erasure of its contacts until it is released', async () => {
    const { id: contactId } = await newContact('Held')
    const id = await placed({ contactIds: [contactId] })
    const refused = await erase(contactId)
    expect({ http: refused.http, code: refused.body.code }).toEqual({ http: 409, code: 'on_legal_hold' })
    expect((await release(id)).body.hold).toMatchObject({ releasedBy: 'Ann Acme', releaseReason: 'Settled' })
    expect((await release(id)).body.code).toBe('hold_released')
    expect((await erase(contactId)).http).toBe(200)
    const { body } = await ann().call(legalHolds)
    expect(body.holds.find((hold) => hold.id === id)).toMatchObject({ contactCount: 0, contacts: [] })
  })

  test('stops merges with its contacts, and the undo of one that was made before', async () => {
    const [kept, other, third] = [await newContact('Kept'), await newContact('Other'), await newContact('Third')]
    const { body: merge } = await ann().call(mergeContacts, { body: { keepId: kept.id, otherId: other.id } })
    const id = await placed({ contactIds: [kept.id] })
    const again = await ann().call(mergeContacts, { body: { keepId: third.id, otherId: kept.id } })
    expect(again.body.code).toBe('on_legal_hold')
    expect((await ann().call(undoMerge, { params: { id: merge.mergeId } })).body.code).toBe('on_legal_hold')
    await release(id)
    expect((await ann().call(undoMerge, { params: { id: merge.mergeId } })).http).toBe(200)
  })

  test('stops the purge of a deleted field that has a value of its contacts', async () => {
    const { kernel } = t.process
    const [held, free] = [await newContact('Badge'), await newContact('Locker')]
    const add = async (name: string, contact: { id: string }) => {
      const { body } = await ann().call(createCustomField, { body: { name, type: 'text' } })
      const { id, key } = body.customField
      await sql`update contact set custom = custom || jsonb_build_object(${key}::text, 'canary') where id = ${contact.id}`.execute(
        db(),
      )
      await ann().call(deleteCustomField, { params: { id } })
      await sql`update custom_field set deleted_at = deleted_at - interval '31 days' where id = ${id}`.execute(db())
      return key
    }
    const [heldKey, freeKey] = [await add('Badge', held), await add('Locker', free)]
    const customOf = async (contact: { id: string }) =>
      (await sql<{ custom: object }>`select custom from contact where id = ${contact.id}`.execute(db())).rows[0]?.custom
    const id = await placed({ contactIds: [held.id] })
    expect(await purgeFields(kernel)).toBe(1)
    expect(await customOf(held)).toHaveProperty(heldKey, 'canary')
    expect(await customOf(free)).not.toHaveProperty(freeKey)
    await release(id)
    expect(await purgeFields(kernel)).toBe(1)
    expect(await customOf(held)).not.toHaveProperty(heldKey)
  })

  test('stops the deletion of recordings', async () => {
    const { id: contactId } = await newContact('Caller')
    const { kernel } = t.process
    const [voicemailId, fileId] = [kernel.world.id(), kernel.world.id()]
    await sql`
      insert into voicemail (org_id, id, contact_id, line_id, call_id, message_id, file_id, duration_sec, at)
      values (${t.acme.id}, ${voicemailId}, ${contactId}, ${t.acme.line.id}, ${voicemailId}, ${kernel.world.id()}, ${fileId}, 3, now())`.execute(
      db(),
    )
    const id = await placed({ contactIds: [contactId] })
    const remove = () => ann().call(deleteVoicemail, { params: { id: voicemailId } })
    expect((await remove()).body.code).toBe('on_legal_hold')
    await release(id)
    expect((await remove()).http).toBe(200)
  })

  test('stops the deletion of a form with answers of its contacts on its days only', async () => {
    const { id: contactId } = await newContact('Answerer')
    const content = {
      name: 'Walk',
      title: { en: 'Walk' },
      questions: [{ id: 'q1', type: 'short_text' as const, label: { en: 'Where?' }, required: true }],
    }
    const { body } = await ann().call(createForm, { body: content })
    const formId = body.form.id
    await sql`
      insert into form_response (org_id, form_id, id, version, contact_id, answers, language, via, at)
      values (${t.acme.id}, ${formId}, ${t.process.kernel.world.id()}, 1, ${contactId}, '{}', 'en', 'link', '2026-02-10T12:00:00Z')`.execute(
      db(),
    )
    const remove = () => ann().call(deleteForm, { params: { id: formId } })
    const february = await placed({ contactIds: [contactId], from: '2026-02-10', to: '2026-02-10' })
    expect((await remove()).body.code).toBe('on_legal_hold')
    await release(february)
    const march = await placed({ contactIds: [contactId], from: '2026-03-01' })
    expect((await remove()).http).toBe(200)
    await release(march)
  })

  test('covers who is in a group, also after they leave it', async () => {
    const [stays, leaves, outside] = [
      await newContact('Stays'),
      await newContact('Leaves'),
      await newContact('Outside'),
    ]
    const groupId = await makeGroup(t.process.kernel, t.acme.id, 'Dock', [stays.id, leaves.id])
    const id = await placed({ covers: 'groups', groupIds: [groupId] })
    await sql`delete from group_member where group_id = ${groupId} and contact_id = ${leaves.id}`.execute(db())
    expect((await erase(stays.id)).body.code).toBe('on_legal_hold')
    expect((await erase(leaves.id)).body.code).toBe('on_legal_hold')
    expect((await erase(outside.id)).http).toBe(200)
    await release(id)
    expect((await erase(leaves.id)).http).toBe(200)
  })

  test('covers everyone of its own organization only', async () => {
    const id = await placed({ covers: 'everyone' })
    const { id: contactId } = await newContact('Anyone')
    expect((await erase(contactId)).body.code).toBe('on_legal_hold')
    const { id: theirs } = await makeContact(t.process.kernel, t.beta.id, 'Theirs', '+14155554301')
    const answer = await t
      .as(t.beta.ann)
      .call(eraseContact, { body: { contactId: theirs, reason: 'Asked for it', confirm: true } })
    expect(answer.http).toBe(200)
    expect((await t.as(t.beta.ann).call(legalHolds)).body.holds).toEqual([])
    await release(id)
  })

  test('is placed only after a deletion under way has ended, and is seen by the next one', async () => {
    const { id: contactId } = await newContact('Racing')
    const other = await newContact('Racing too')
    const [waits, hasBegun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const key = `legal holds|${t.acme.id}`
    // A deletion that has begun and is not committed.
    const deletion = db()
      .transaction()
      .execute(async (tx) => {
        await sql`select pg_advisory_xact_lock_shared(hashtextextended(${key}, 0))`.execute(tx)
        hasBegun.resolve()
        await waits.promise
      })
    await hasBegun.promise
    const placing = placed({ contactIds: [contactId, other.id] })
    await t.until(async () => {
      const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(db())
      return rows.length > 0
    })
    const erasing = erase(other.id)
    expect(
      (await ann().call(legalHolds)).body.holds.some((hold) => hold.contacts.some(({ id }) => id === contactId)),
    ).toBe(false)
    waits.resolve()
    await deletion
    const id = await placing
    expect((await erasing).body.code).toBe('on_legal_hold')
    await release(id)
  })

  test('is recorded in the audit log when it is placed and released', async () => {
    const { id: contactId } = await newContact('Recorded')
    const id = await placed({ contactIds: [contactId] })
    await release(id)
    const { body } = await ann().call(auditEntries, { query: { objectId: id } })
    expect(body.data.map(({ action }) => action)).toEqual(['legal-hold.released', 'legal-hold.placed'])
  })

  test('refuses a hold on no one, on days that end before they begin, and on contacts of others', async () => {
    const base = { name: 'Case', reason: 'Letter', covers: 'contacts' as const }
    const { id: theirs } = await makeContact(t.process.kernel, t.beta.id, 'Theirs', '+14155554302')
    const call = (body: object) => ann().call(placeHold, { body: { ...base, ...body } })
    expect((await call({})).body.fieldErrors).toHaveProperty('contactIds')
    expect((await call({ covers: 'groups' })).body.fieldErrors).toHaveProperty('groupIds')
    expect((await call({ covers: 'everyone', from: '2026-02-02', to: '2026-02-01' })).body.fieldErrors).toHaveProperty(
      'to',
    )
    expect((await call({ contactIds: [theirs] })).http).toBe(404)
  })

  test('is hidden from who may not manage records, and from who sees only some groups', async () => {
    const manager = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Mia', lastname: 'M', role: 'manager' })
    expect((await t.as(manager).call(legalHolds)).body.code).toBe('not_permitted')
    const groupId = await makeGroup(t.process.kernel, t.acme.id, 'Night', [])
    const system = t.process.kernel.database.asSystem('tests give roles')
    await sql`update session set proved_at = now() where user_id = ${t.acme.ann.id}`.execute(system)
    const { body } = await ann().call(createRole, { body: { name: 'Clerk', permissions: ['records.manage'] } })
    const clerk = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Lea', lastname: 'L', role: 'viewer' })
    const { rows } = await sql<{ id: string }>`select id from member where user_id = ${clerk.id}`.execute(system)
    const memberId = rows[0]?.id ?? ''
    await ann().call(changeMember, { query: { memberId }, body: { role: body.role.id } })
    expect((await t.as(clerk).call(legalHolds)).http).toBe(200)
    await ann().call(changeMember, { query: { memberId }, body: { role: body.role.id, groupIds: [groupId] } })
    expect((await t.as(clerk).call(legalHolds)).body.code).toBe('not_permitted')
  })
})
