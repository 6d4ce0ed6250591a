import { contactMerges, mergeContacts, undoMerge } from '@crewline/contract/privacy'
import { createContact, editContact, readContact } from '@crewline/contract/contacts'
import { MERGE_UNDO_MS } from '@crewline/contract/limits'
import { sendMessage } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { limitTo, makeGroup, makeUser, makeContact, type TestUser, type TestContact } from '../../../test/kit/cast.ts'
import { nativeCall } from '../../../test/kit/hooks.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { collectUnmatched, deleteMergeUndo } from './index.ts'

let t: TestApp
let ana: TestContact
let twin: TestContact
let nth = 100
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())
beforeEach(async () => {
  ana = await makeContact(t.process.kernel, t.acme.id, 'Ana', `+1415555${3000 + (nth += 1)}`)
  twin = await makeContact(t.process.kernel, t.acme.id, 'Anna', `+1415555${3000 + (nth += 1)}`)
})

const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const merge = (keepId: string, otherId: string, take: string[] = [], user: TestUser = t.acme.ann) =>
  t.as(user).call(mergeContacts, { body: { keepId, otherId, take } })
const undo = (id: string, user: TestUser = t.acme.ann) => t.as(user).call(undoMerge, { params: { id } })
const undoable = (id: string, user: TestUser = t.acme.ann) => t.as(user).call(contactMerges, { query: { id } })
const edit = (id: string, body: object) => t.as(t.acme.ann).call(editContact, { query: { id }, body })
const read = async (id: string) => (await t.as(t.acme.ann).call(readContact, { query: { id } })).body.contact

async function receiveText(phone: string, body: string): Promise<void> {
  const id = `txt_${t.process.kernel.world.id()}`
  const call = nativeCall(t.acme.line, { type: 'inbound', id, from: phone, to: t.acme.line.phone, body })
  const answer = await fetch(`${t.process.address}/hooks/simulated/${t.acme.line.id}`, { method: 'POST', ...call })
  expect(answer.status).toBe(200)
}
const threadOf = async (id: string) =>
  (
    await sql<{ body: string }>`
      select body from message where contact_id = ${id} and body <> '' and kind = 'text' order by id`.execute(db())
  ).rows.map((row) => row.body)

/**
 * Returns all rows about these contacts, without times, counts maintained by groups, and who added a member and when.
 */
async function rowsAbout(ids: string[]): Promise<Record<string, unknown[]>> {
  const tables = {
    contact: 'id',
    ...{ conversation: 'contact_id', conversation_tag: 'contact_id', unread: 'contact_id', draft: 'contact_id' },
    ...{ conversation_mute: 'contact_id', group_member: 'contact_id', group_pin: 'contact_id', message: 'contact_id' },
    ...{ voicemail: 'contact_id', missed_call: 'contact_id' },
  }
  const result: Record<string, unknown[]> = {}
  for (const [table, column] of Object.entries(tables)) {
    const rows = await sql<{ row: unknown }>`
      select to_jsonb(r) - array['updated_at', 'counted', 'last_at', 'joined_at', 'joined_by', 'joined_cause', 'revision'] as row from ${sql.table(table)} r where ${sql.ref(column)} = any(${ids}::uuid[]) order by 1`.execute(
      db(),
    )
    result[table] = rows.rows.map(({ row }) => row)
  }
  return result
}

/** Gives both contacts messages, and groups, a tag, a draft, a mute and a missed call. */
async function busyPair(): Promise<void> {
  await receiveText(twin.phone, 'Hello from the other number')
  await receiveText(ana.phone, 'Hello')
  await receiveText(twin.phone, 'Are you there?')
  const { kernel } = t.process
  await makeGroup(kernel, t.acme.id, `Night ${nth}`, [twin.id])
  await makeGroup(kernel, t.acme.id, `Both ${nth}`, [ana.id, twin.id])
  const tagId = kernel.world.id()
  const ids = { org: t.acme.id, person: t.acme.ann.id }
  await sql`insert into tag (org_id, id, name, color, created_at) values (${ids.org}, ${tagId}, ${`Tag ${nth}`}, 'red', now())`.execute(
    db(),
  )
  await sql`insert into conversation_tag (org_id, contact_id, tag_id, last_at) values (${ids.org}, ${twin.id}, ${tagId}, now())`.execute(
    db(),
  )
  await sql`insert into draft (org_id, user_id, contact_id, body, written_at) values (${ids.org}, ${ids.person}, ${twin.id}, 'Not sent', now())`.execute(
    db(),
  )
  await sql`insert into conversation_mute (org_id, user_id, contact_id) values (${ids.org}, ${ids.person}, ${twin.id})`.execute(
    db(),
  )
  await sql`insert into missed_call (org_id, line_id, call_id, contact_id, at) values (${ids.org}, ${t.acme.line.id}, ${tagId}, ${twin.id}, now())`.execute(
    db(),
  )
}

describe('merging two contacts', () => {
  test('moves messages, groups, calls and drafts to the kept contact, with the chosen fields', async () => {
    await edit(twin.id, { jobTitle: 'Welder', location: 'Dock 4' })
    await edit(ana.id, { location: 'Dock 1' })
    await busyPair()
    const client = await t.connectClient(t.acme.gus)
    const { http, body } = await merge(ana.id, twin.id, ['jobTitle'])
    expect(http).toBe(200)
    expect(body.contact).toMatchObject({ id: ana.id, jobTitle: 'Welder', location: 'Dock 1', phone: ana.phone })
    expect(body.contact.groups).toHaveLength(2)
    expect(await threadOf(ana.id)).toEqual(['Hello from the other number', 'Hello', 'Are you there?'])
    const rows = await rowsAbout([twin.id])
    expect(Object.entries(rows).filter(([table, all]) => table !== 'contact' && all.length > 0)).toEqual([])
    const { conversation, unread, draft, missed_call: calls } = await rowsAbout([ana.id])
    expect(conversation).toEqual([expect.objectContaining({ last_preview: 'Are you there?', archived: false })])
    expect(unread).toContainEqual(expect.objectContaining({ user_id: t.acme.ann.id, count: 3 }))
    expect(draft).toEqual([expect.objectContaining({ body: 'Not sent' })])
    expect(calls).toHaveLength(1)
    await client.next('contact-updated', { contact: { id: ana.id } })
  })

  test('routes both numbers to the kept contact and keeps an opt-out of either', async () => {
    await receiveText(twin.phone, 'STOP')
    expect((await merge(ana.id, twin.id, ['phone'])).body.contact).toMatchObject({
      phone: twin.phone,
      reach: 'opted_out',
    })
    await receiveText(ana.phone, 'From the old phone')
    expect(await threadOf(ana.id)).toContain('From the old phone')
    expect((await t.as(t.acme.ann).call(sendMessage, { body: { contactId: ana.id, body: 'Hi' } })).body.code).toBe(
      'recipient_opted_out',
    )
  })

  test('includes contacts merged earlier', async () => {
    const last = await makeContact(t.process.kernel, t.acme.id, 'Last', `+1415555${3000 + (nth += 1)}`)
    await merge(ana.id, twin.id)
    await merge(last.id, ana.id)
    await receiveText(twin.phone, 'Who am I?')
    expect(await threadOf(last.id)).toEqual(['Who am I?'])
  })

  test('moves a message that arrives during the merge', async () => {
    await receiveText(twin.phone, 'In between')
    const [summary] = (await rowsAbout([twin.id]))['conversation'] ?? []
    await merge(ana.id, twin.id)
    await sql`update message set contact_id = ${twin.id} where contact_id = ${ana.id}`.execute(db())
    await sql`insert into conversation select r.* from jsonb_populate_record(null::conversation, ${JSON.stringify({ ...(summary as object), last_at: new Date() })}::jsonb) r`.execute(
      db(),
    )
    expect(await collectUnmatched(t.process.kernel)).toBe(1)
    expect(await threadOf(ana.id)).toEqual(['In between'])
    expect((await rowsAbout([twin.id]))['conversation']).toEqual([])
    expect(await collectUnmatched(t.process.kernel)).toBe(0)
  })

  test('rejects an invalid merge and changes nothing', async () => {
    await edit(twin.id, { employeeId: `E${nth}` })
    expect((await merge(ana.id, ana.id)).http).toBe(400)
    expect((await merge(ana.id, twin.id, ['archived'])).http).toBe(400)
    expect((await merge(ana.id, twin.id, ['custom.none'])).http).toBe(400)
    expect((await merge(ana.id, t.process.kernel.world.id())).http).toBe(404)
    await sql`update contact set locked = '{"employeeId":"Finch"}' where id = ${ana.id}`.execute(db())
    expect((await merge(ana.id, twin.id, ['employeeId'])).body).toMatchObject({ code: 'managed_elsewhere' })
    expect((await read(twin.id)).archived).toBe(false)
    await merge(ana.id, twin.id)
    expect((await merge(ana.id, twin.id)).http).toBe(404)
    expect((await edit(twin.id, { archived: false })).http).toBe(404)
  })

  test('merges only once when both directions are requested concurrently', async () => {
    const answers = await Promise.all([merge(ana.id, twin.id), merge(twin.id, ana.id), merge(ana.id, twin.id)])
    expect(answers.map(({ http }) => http).sort((a, b) => a - b)).toEqual([200, 404, 404])
    expect((await rowsAbout([ana.id, twin.id]))['contact']).toContainEqual(
      expect.objectContaining({ archived_at: null, merged_into: null }),
    )
  })

  test('rejects contacts out of sight or of another organization', async () => {
    const { kernel } = t.process
    const sam = await makeUser(kernel, t.acme.id, { firstname: 'Sam', lastname: 'Acme', role: 'manager' })
    await limitTo(kernel, sam, [await makeGroup(kernel, t.acme.id, `Some ${nth}`, [ana.id])])
    expect((await merge(ana.id, twin.id, [], sam)).http).toBe(404)
    expect((await merge(twin.id, ana.id, [], sam)).http).toBe(404)
    expect((await merge(ana.id, twin.id, [], t.beta.ann)).http).toBe(404)
    const { mergeId } = (await merge(twin.id, ana.id)).body
    expect((await undo(mergeId, t.beta.ann)).http).toBe(404)
    expect((await merge(ana.id, twin.id, [], t.acme.vic)).http).not.toBe(200)
  })
})

describe('undoing a merge', () => {
  test.each([{ take: [] }, { take: ['phone', 'jobTitle', 'firstname', 'employeeId', 'language', 'birthday'] }])(
    'restores both contacts exactly: %j',
    async ({ take }) => {
      await edit(twin.id, { jobTitle: 'Welder', employeeId: `E${nth}`, birthday: '1990-04-23', language: 'es' })
      await busyPair()
      const before = await rowsAbout([ana.id, twin.id])
      const { mergeId } = (await merge(ana.id, twin.id, take)).body
      const { http, body } = await undo(mergeId)
      expect(http).toBe(200)
      expect(body.other).toMatchObject({ id: twin.id, archived: false, phone: twin.phone, jobTitle: 'Welder' })
      expect(await rowsAbout([ana.id, twin.id])).toEqual(before)
      expect((await undo(mergeId)).body.code).toBe('merge_over')
    },
  )

  test('leaves changes made since with the kept contact', async () => {
    await busyPair()
    const { mergeId } = (await merge(ana.id, twin.id)).body
    await edit(ana.id, { jobTitle: 'Painter' })
    await receiveText(twin.phone, 'Since then')
    await undo(mergeId)
    expect((await read(ana.id)).jobTitle).toBe('Painter')
    expect(await threadOf(ana.id)).toEqual(['Hello', 'Since then'])
    expect(await threadOf(twin.id)).toEqual(['Hello from the other number', 'Are you there?'])
    const { conversation } = await rowsAbout([ana.id])
    expect(conversation).toEqual([expect.objectContaining({ last_preview: 'Since then' })])
  })

  test('restores the number of a household as shared', async () => {
    const { body } = await t
      .as(t.acme.ann)
      .call(createContact, { body: { firstname: 'Son', phone: twin.phone, sharesPhone: true } })
    const { mergeId } = (await merge(ana.id, twin.id)).body
    expect((await read(body.contact.id)).sharesPhone).toBe(false)
    expect((await undo(mergeId)).http).toBe(200)
    expect((await read(body.contact.id)).sharesPhone).toBe(true)
  })

  test('explains its refusal when another contact has the number or the time limit has passed', async () => {
    const { mergeId } = (await merge(ana.id, twin.id)).body
    const { body } = await t.as(t.acme.ann).call(createContact, { body: { firstname: 'Newt', phone: twin.phone } })
    expect((await undo(mergeId)).body).toMatchObject({ code: 'phone_taken', message: expect.stringContaining('Newt') })
    await edit(body.contact.id, { phone: '' })
    await sql`update contact_merge set at = at - make_interval(secs => ${MERGE_UNDO_MS / 1000 + 60})`.execute(db())
    expect((await undo(mergeId)).body.code).toBe('merge_over')
    expect(await deleteMergeUndo(t.process.kernel)).toBeGreaterThan(0)
    expect((await rowsAbout([twin.id]))['contact']).toEqual([expect.objectContaining({ merged_into: ana.id })])
  })

  test('requires undoing a later merge of the kept contact first', async () => {
    const last = await makeContact(t.process.kernel, t.acme.id, 'Last', `+1415555${3000 + (nth += 1)}`)
    const first = (await merge(ana.id, twin.id)).body.mergeId
    const second = (await merge(last.id, ana.id)).body.mergeId
    expect((await undo(first)).http).not.toBe(200)
    expect((await undo(second)).http).toBe(200)
    expect((await undo(first)).http).toBe(200)
  })

  test('is offered for a day, only to members who may undo it', async () => {
    const last = await makeContact(t.process.kernel, t.acme.id, 'Last', `+1415555${3000 + (nth += 1)}`)
    const { mergeId, undoUntil } = (await merge(ana.id, twin.id, ['firstname'])).body
    const { body } = await undoable(ana.id)
    expect(body.merges).toEqual([
      { id: mergeId, name: expect.stringContaining('Anna'), at: expect.any(String), by: 'Ann Acme', undoUntil },
    ])
    expect((await undoable(ana.id, t.acme.vic)).body.code).toBe('not_permitted')
    expect((await undoable(ana.id, t.beta.ann)).http).toBe(404)
    expect((await undoable(twin.id)).body.merges).toEqual([])
    // Once the contact is merged into another one, that merge must be undone first.
    const later = (await merge(last.id, ana.id)).body.mergeId
    expect((await undoable(ana.id)).body.merges).toEqual([])
    expect((await undoable(last.id)).body.merges).toMatchObject([{ id: later }])
    await undo(later)
    expect((await undoable(last.id)).body.merges).toEqual([])
    expect((await undoable(ana.id)).body.merges).toMatchObject([{ id: mergeId }])
    await sql`update contact_merge set at = at - make_interval(secs => ${MERGE_UNDO_MS / 1000 + 60}) where id = ${mergeId}`.execute(
      db(),
    )
    expect((await undoable(ana.id)).body.merges).toEqual([])
  })

  test('lets a member of some groups undo only merges of their own, without revealing other contacts', async () => {
    const { kernel } = t.process
    const sam = await makeUser(kernel, t.acme.id, { firstname: 'Sam', lastname: 'Acme', role: 'manager' })
    const last = await makeContact(kernel, t.acme.id, 'Last', `+1415555${3000 + (nth += 1)}`)
    await limitTo(kernel, sam, [await makeGroup(kernel, t.acme.id, `Seen ${nth}`, [ana.id, twin.id])])
    const { mergeId } = (await merge(ana.id, last.id)).body
    expect((await undoable(ana.id, sam)).body.merges).toEqual([])
    expect((await undoable(last.id, sam)).http).toBe(404)
    expect((await undo(mergeId, sam)).http).toBe(404)
    expect((await read(last.id)).archived).toBe(true)
    const scopedMergeId = (await merge(ana.id, twin.id, [], sam)).body.mergeId
    expect((await undoable(ana.id, sam)).body.merges).toMatchObject([{ id: scopedMergeId, by: 'Sam Acme' }])
    expect((await undo(scopedMergeId, sam)).body.other).toMatchObject({ id: twin.id, archived: false })
    expect((await undo(mergeId)).http).toBe(200)
  })
})
