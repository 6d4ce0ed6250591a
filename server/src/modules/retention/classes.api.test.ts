import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { editContact, readContact } from '@crewline/contract/contacts'
import { placeHold, releaseHold } from '@crewline/contract/legal-holds'
import { eraseContact, mergeContacts } from '@crewline/contract/privacy'
import { retention } from '@crewline/contract/retention'
import { closeSubjectRequest, logSubjectRequest } from '@crewline/contract/subject-requests'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeContact } from '../../../test/kit/cast.ts'
import { photo, upload } from '../../../test/kit/files.ts'
import { addOldText, daysAgo } from '../../../test/kit/old-data.ts'
import { keepFor, purge } from '../../../test/kit/retention.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { nextRetained, retainedDataOfModules } from '../../kernel/retained-data.ts'
import { messagesByIds } from '../messages/index.ts'
import { beginPurges, passPurges } from './index.ts'

let t: TestApp
let serial = 6200
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const newContact = (name: string) =>
  makeContact(t.process.kernel, t.acme.id, name, `+1415555${String((serial += 1)).padStart(4, '0')}`)
const storedFiles = () => readdir(join(t.process.kernel.config.dataDir, 'files', t.acme.id))

/** Adds a photo to a message as if it had come with it. */
async function attach(messageId: string, at: Date): Promise<string> {
  const { body } = await upload(t, t.acme.ann, await photo())
  const { id } = body.file
  await sql`update file set message_id = ${messageId}, claimed_at = ${at}, created_at = ${at} where id = ${id}`.execute(
    db(),
  )
  const item = {
    id,
    kind: 'image',
    name: 'photo.jpg',
    mime: 'image/jpeg',
    bytes: 9,
    width: 1,
    height: 1,
    state: 'ready',
    linkKey: 'x',
  }
  await sql`update message set media = ${JSON.stringify([item])}::jsonb where id = ${messageId}`.execute(db())
  return id
}

describe('a purge', () => {
  test('removes attachments with their bytes, and the message says that its file was deleted', async () => {
    const contact = await newContact('Pictures')
    const at = daysAgo(t, 100)
    const messageId = await addOldText(t, contact, { at, body: 'Look' })
    await attach(messageId, at)
    const before = (await storedFiles()).length
    await keepFor(t, 'attachments', 2)
    await purge(t)
    expect(await storedFiles()).toHaveLength(before - 2)
    const [message] = await messagesByIds(db(), [messageId])
    expect(message).toMatchObject({ body: 'Look', media: [{ state: 'deleted', name: '', url: null }] })
    const { rows } = await sql<{ bytes: string }>`select bytes from file_space`.execute(db())
    expect(Number(rows[0]?.bytes)).toBe(0)
    await keepFor(t, 'attachments', null)
  })

  test('keeps the picture of a text that waits for its day', async () => {
    const contact = await newContact('Later')
    const at = daysAgo(t, 100)
    const messageId = await addOldText(t, contact, { at, state: 'scheduled' })
    await attach(messageId, at)
    await sql`
      update message set hold_reason = 'scheduled', due_at = now() + interval '9 days' where id = ${messageId}`.execute(
      db(),
    )
    const before = (await storedFiles()).length
    await keepFor(t, 'attachments', 2)
    await purge(t)
    expect(await storedFiles()).toHaveLength(before)
    expect((await messagesByIds(db(), [messageId]))[0]).toMatchObject({ media: [{ state: 'ready' }] })
    // Once it was sent, the file is an old one.
    await sql`
      update message set state = 'delivered', hold_reason = null, due_at = null where id = ${messageId}`.execute(db())
    await purge(t)
    expect(await storedFiles()).toHaveLength(before - 2)
    await keepFor(t, 'attachments', null)
  })

  test('removes the files of deleted messages from the storage', async () => {
    const contact = await newContact('With file')
    const at = daysAgo(t, 400)
    await attach(await addOldText(t, contact, { at }), at)
    const before = (await storedFiles()).length
    await keepFor(t, 'messages', 12)
    await purge(t)
    expect(await storedFiles()).toHaveLength(before - 2)
    await keepFor(t, 'messages', null)
  })

  test('removes recordings and transcripts, and form answers', async () => {
    const contact = await newContact('Caller')
    const { kernel } = t.process
    const [voicemailId, formId] = [kernel.world.id(), kernel.world.id()]
    const at = daysAgo(t, 200)
    await sql`
      insert into voicemail (org_id, id, contact_id, line_id, call_id, message_id, file_id, duration_sec, transcript, at)
      values (${t.acme.id}, ${voicemailId}, ${contact.id}, ${t.acme.line.id}, 'call', ${kernel.world.id()}, ${kernel.world.id()}, 3, 'canary', ${at})`.execute(
      db(),
    )
    await sql`insert into form (org_id, id, code, name, content, created_at, updated_at) values (${t.acme.id}, ${formId}, 'coded', 'Walk', '{}', ${at}, ${at})`.execute(
      db(),
    )
    const answer = (when: Date) =>
      sql`insert into form_response (org_id, form_id, id, version, contact_id, answers, language, via, at)
        values (${t.acme.id}, ${formId}, ${kernel.world.id()}, 1, ${contact.id}, '{}', 'en', 'link', ${when})`.execute(
        db(),
      )
    await answer(at)
    await answer(daysAgo(t, 3))
    await keepFor(t, 'voicemails', 3)
    await keepFor(t, 'form_answers', 3)
    await purge(t)
    const { rows } = await sql<{ transcript: string | null; answers: number }>`
      select v.transcript, (select count(*)::int from form_response where form_id = ${formId}) as answers
      from voicemail v where v.id = ${voicemailId} and v.deleted_at is not null`.execute(db())
    expect(rows).toEqual([{ transcript: null, answers: 1 }])
  })

  test('erases archived and terminated contacts without a recent message, and no one else', async () => {
    const [archived, terminated, active, writes] = [
      await newContact('Archived'),
      await newContact('Terminated'),
      await newContact('Active'),
      await newContact('Writes'),
    ]
    const long = daysAgo(t, 400)
    await sql`update contact set updated_at = ${long} where id = any(${[archived.id, terminated.id, active.id, writes.id]}::uuid[])`.execute(
      db(),
    )
    await sql`update contact set archived_at = ${long} where id = any(${[archived.id, writes.id]}::uuid[])`.execute(
      db(),
    )
    await sql`update contact set work = 'terminated' where id = ${terminated.id}`.execute(db())
    await addOldText(t, writes, { at: daysAgo(t, 3) })
    await keepFor(t, 'former_contacts', 6)
    await purge(t)
    const name = async (id: string) =>
      (await t.as(t.acme.ann).call(readContact, { query: { id } })).body.contact?.firstname
    expect(await name(archived.id)).not.toBe('Archived')
    expect(await name(terminated.id)).not.toBe('Terminated')
    expect(await name(active.id)).toBe('Active')
    expect(await name(writes.id)).toBe('Writes')
    await keepFor(t, 'former_contacts', null)
  })

  test('counts from the day a contact left, whatever changed later, and not while they work here again', async () => {
    const [left, recent, back] = [
      await newContact('Long-gone'),
      await newContact('Just-left'),
      await newContact('Back'),
    ]
    const long = daysAgo(t, 400)
    const ann = t.as(t.acme.ann)
    const leave = (id: string, at: Date) =>
      sql`update contact set work = 'terminated', updated_at = ${at} where id = ${id}`.execute(db())
    for (const { id } of [left, back]) await leave(id, long)
    await leave(recent.id, daysAgo(t, 3))
    await sql`update contact set updated_at = ${long} where id = ${recent.id}`.execute(db())
    await ann.call(editContact, { query: { id: left.id }, body: { jobTitle: 'Driver' } })
    await ann.call(editContact, { query: { id: back.id }, body: { work: 'active' } })
    const { rows } = await sql<{ at: Date | null }>`select left_at as at from contact where id = ${back.id}`.execute(
      db(),
    )
    expect(rows).toEqual([{ at: null }])
    await keepFor(t, 'former_contacts', 6)
    await purge(t)
    const name = async (id: string) => (await ann.call(readContact, { query: { id } })).body.contact?.firstname
    expect(await name(left.id)).not.toBe('Long-gone')
    expect(await name(recent.id)).toBe('Just-left')
    expect(await name(back.id)).toBe('Back')
    await keepFor(t, 'former_contacts', null)
  })

  test('leaves what an open request for data needs, until it is answered', async () => {
    const [asks, other] = [await newContact('Asks'), await newContact('Other')]
    const kept = await addOldText(t, asks, { at: daysAgo(t, 400) })
    const gone = await addOldText(t, other, { at: daysAgo(t, 400) })
    const ann = t.as(t.acme.ann)
    const { request } = (
      await ann.call(logSubjectRequest, {
        body: { contactId: asks.id, kind: 'access', askedBy: 'By email', askedOn: '2026-03-02', days: 30 },
      })
    ).body
    await keepFor(t, 'messages', 12)
    await purge(t)
    expect((await messagesByIds(db(), [kept, gone])).map(({ id }) => id)).toEqual([kept])
    const { runs } = (await ann.call(retention, {})).body
    expect(runs[0]?.counts).toContainEqual({ class: 'messages', deleted: 1, held: 1 })
    const answer = { outcome: 'fulfilled', reason: 'Sent by mail' } as const
    await ann.call(closeSubjectRequest, { params: { id: request.id }, body: answer })
    await purge(t)
    expect(await messagesByIds(db(), [kept])).toEqual([])
    await keepFor(t, 'messages', null)
  })

  test('leaves what a merged contact asked for, now with the kept contact', async () => {
    const [keeps, asks] = [await newContact('Keeps'), await newContact('Asks-twin')]
    const asked = await addOldText(t, asks, { at: daysAgo(t, 400) })
    const ann = t.as(t.acme.ann)
    const body = { contactId: asks.id, kind: 'access', askedBy: 'By email', askedOn: '2026-03-02', days: 30 } as const
    const { request } = (await ann.call(logSubjectRequest, { body })).body
    expect((await ann.call(mergeContacts, { body: { keepId: keeps.id, otherId: asks.id, take: [] } })).http).toBe(200)
    await keepFor(t, 'messages', 12)
    await purge(t)
    expect((await messagesByIds(db(), [asked])).map(({ contactId }) => contactId)).toEqual([keeps.id])
    const answer = { outcome: 'fulfilled', reason: 'Sent by mail' } as const
    await ann.call(closeSubjectRequest, { params: { id: request.id }, body: answer })
    await purge(t)
    expect(await messagesByIds(db(), [asked])).toEqual([])
    await keepFor(t, 'messages', null)
  })

  test('keeps nothing for a request for erasure', async () => {
    const goes = await newContact('Wants-out')
    const message = await addOldText(t, goes, { at: daysAgo(t, 400) })
    const body = { contactId: goes.id, kind: 'erasure', askedBy: 'By email', askedOn: '2026-03-02', days: 30 } as const
    expect((await t.as(t.acme.ann).call(logSubjectRequest, { body })).http).toBe(200)
    await keepFor(t, 'messages', 12)
    await purge(t)
    expect(await messagesByIds(db(), [message])).toEqual([])
    await keepFor(t, 'messages', null)
  })

  test('erases details of the audit log after two years, which the database permits no earlier', async () => {
    const { kernel } = t.process
    const add = async (at: Date) => {
      const id = kernel.world.id()
      await sql`
        insert into audit_entry (org_id, id, at, action, target, detail, salt, request_id)
        values (${t.acme.id}, ${id}, ${at}, 'tag.created', null, '{"name":"canary"}', '\\x01', 'x')`.execute(db())
      return id
    }
    const [old, recent] = [await add(daysAgo(t, 800)), await add(daysAgo(t, 700))]
    await keepFor(t, 'audit_details', 24)
    await purge(t)
    const detailOf = async (id: string) =>
      (await sql<{ detail: object }>`select detail from audit_entry where id = ${id}`.execute(db())).rows[0]?.detail
    expect(await detailOf(old)).toEqual({})
    expect(await detailOf(recent)).toEqual({ name: 'canary' })
    const early = sql`update audit_entry set detail = '{}', salt = null where id = ${recent}`.execute(db())
    await expect(early).rejects.toThrow('kept for two years')
  })

  test('leaves details of the audit log that the database does not let go yet, when the clocks change', async () => {
    const { kernel } = t.process
    const id = kernel.world.id()
    await sql`
      insert into audit_entry (org_id, id, at, action, target, detail, salt, request_id)
      values (${t.acme.id}, ${id}, now() - interval '24 months' + interval '30 minutes', 'tag.created', null, '{"name":"early"}', '\\x01', 'x')`.execute(
      db(),
    )
    const data = retainedDataOfModules().find((one) => one.class === 'audit_details')
    // The period by the local calendar may end an hour after the one by the calendar of the database.
    const { rows } = await sql<{
      before: Date
    }>`select now() - interval '24 months' + interval '1 hour' as before`.execute(db())
    const about = { orgId: t.acme.id, before: rows[0]?.before ?? new Date(0) }
    expect(data && (await nextRetained(db(), data, about))).not.toContain(id)
  })

  test('waits for a hold that is being placed, and an erasure does, too', async () => {
    const [contact, erased] = [await newContact('Contested'), await newContact('Contested too')]
    await addOldText(t, contact, { at: daysAgo(t, 900), body: 'evidence' })
    await keepFor(t, 'messages', 12)
    await beginPurges(t.process.kernel)
    const [waits, isWritten] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    // A hold that is written and not committed.
    const holding = db()
      .transaction()
      .execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`legal holds|${t.acme.id}`}, 0))`.execute(tx)
        await sql`
          insert into legal_hold (org_id, id, name, reason, covers, placed_by, placed_at)
          values (${t.acme.id}, ${t.process.kernel.world.id()}, 'Case', 'Letter', 'everyone', ${t.acme.ann.id}, now())`.execute(
          tx,
        )
        isWritten.resolve()
        await waits.promise
      })
    await isWritten.promise
    const waiting = async () =>
      (
        await sql`select 1 from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`.execute(db())
      ).rows.length
    const purging = passPurges(t.process.kernel, { isImmediate: true })
    await t.until(async () => (await waiting()) === 1)
    const erasing = t
      .as(t.acme.ann)
      .call(eraseContact, { body: { contactId: erased.id, reason: 'Asked for it', confirm: true } })
    await t.until(async () => (await waiting()) === 2)
    waits.resolve()
    await holding
    await purging
    while (await passPurges(t.process.kernel, { isImmediate: true }));
    expect((await erasing).body.code).toBe('on_legal_hold')
    const { rows } = await sql<{ body: string }>`select body from message where contact_id = ${contact.id}`.execute(
      db(),
    )
    expect(rows).toEqual([{ body: 'evidence' }])
  })

  test('deletes nothing while a hold covers everyone', async () => {
    const contact = await newContact('Everyone')
    await addOldText(t, contact, { at: daysAgo(t, 900) })
    const ann = t.as(t.acme.ann)
    const { body } = await ann.call(placeHold, { body: { name: 'All', reason: 'Letter', covers: 'everyone' } })
    expect(await beginPurges(t.process.kernel)).toBe(0)
    await ann.call(releaseHold, { params: { id: body.hold.id }, body: { reason: 'Settled' } })
  })
})
