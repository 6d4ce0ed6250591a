import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { editBroadcast, readBroadcast } from '@crewline/contract/broadcasts'
import { deleteCelebration, saveCelebration } from '@crewline/contract/celebrations'
import { placeHold, releaseHold } from '@crewline/contract/legal-holds'
import { previewRetention, retention } from '@crewline/contract/retention'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { draft, launch, sendOut } from '../../../test/kit/broadcasts.ts'
import { makeContact, type TestContact } from '../../../test/kit/cast.ts'
import { addPerson, at, celebrateAt, contentOf, makeCelebration, turnOnAt } from '../../../test/kit/celebrations.ts'
import { photo, upload } from '../../../test/kit/files.ts'
import { daysAgo } from '../../../test/kit/old-data.ts'
import { keepFor, purge } from '../../../test/kit/retention.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { beginPurges, passPurges } from './index.ts'

const DAY_MS = 86_400_000

let t: TestApp
let serial = 7200
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const ann = () => t.as(t.acme.ann)
const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const newContact = (name: string) =>
  makeContact(t.process.kernel, t.acme.id, name, `+1415555${String((serial += 1)).padStart(4, '0')}`)
const storedFiles = async () => (await readdir(join(t.process.kernel.config.dataDir, 'files', t.acme.id))).length
const uploadPhoto = async () => (await upload(t, t.acme.ann, await photo())).body.file.id
const mediaOf = async (contactId: string) =>
  (
    await sql<{ media: { state: string; name: string }[] }>`
      select media from message where contact_id = ${contactId} and media is not null order by id`.execute(db())
  ).rows.map(({ media }) => media[0])

/** Moves a file, and the runs that sent it, to so many days ago. */
async function age(fileId: string, days: number): Promise<void> {
  const at = daysAgo(t, days)
  await sql`update file set created_at = ${at} where id = ${fileId}`.execute(db())
  await sql`
    update broadcast_run set planned_at = ${at}, started_at = ${at}, finished_at = ${at}
    where content -> 'message' -> 'mediaIds' @> to_jsonb(${fileId}::text)`.execute(db())
  await sql`
    update broadcast set sent_at = ${at} where content -> 'message' -> 'mediaIds' @> to_jsonb(${fileId}::text)`.execute(
    db(),
  )
}

/** Runs the purges of a night in so many days to their end. */
async function purgeIn(days: number): Promise<void> {
  const later = at(t.process.kernel, daysAgo(t, -days))
  await beginPurges(later)
  while (await passPurges(later, { isImmediate: true }));
}

/** Sends a broadcast with a photo, so many days ago. */
async function sendPhoto(people: TestContact[], days: number): Promise<{ id: string; fileId: string }> {
  const fileId = await uploadPhoto()
  const made = await draft(
    t,
    people.map(({ id }) => id),
    { message: { body: 'The new gate', mediaIds: [fileId] } },
  )
  expect((await launch(t, made)).http).toBe(200)
  await sendOut(t)
  await age(fileId, days)
  return { id: made.id, fileId }
}

const previewed = async (months: number) =>
  (await ann().call(previewRetention, { query: { class: 'attachments', months } })).body

describe('a file of a broadcast', () => {
  test('is deleted with its bytes after the period of attachments, and each text and the broadcast say so', async () => {
    const people = [await newContact('Gate'), await newContact('Fence')]
    const { id } = await sendPhoto(people, 100)
    await sendPhoto(people, 10)
    const before = await storedFiles()
    expect(await previewed(2)).toMatchObject({ count: 1, held: 0 })
    await keepFor(t, 'attachments', 2)
    await purge(t)
    expect(await storedFiles()).toBe(before - 2)
    for (const person of people)
      expect(await mediaOf(person.id)).toMatchObject([{ state: 'deleted', name: '' }, { state: 'ready' }])
    const { broadcast } = (await ann().call(readBroadcast, { params: { id } })).body
    expect(broadcast.media).toMatchObject([{ state: 'deleted', name: '', url: null }])
    const [run] = (await ann().call(retention, {})).body.runs
    expect(run?.counts).toEqual([{ class: 'attachments', deleted: 1, held: 0 }])
    await keepFor(t, 'attachments', null)
  })

  test('goes with the messages when only they have a period', async () => {
    const { fileId } = await sendPhoto([await newContact('Only texts')], 500)
    await keepFor(t, 'messages', 12)
    await purge(t)
    const { rows } = await sql<{ state: string; name: string; content: string | null }>`
      select state, name, content_key as content from file where id = ${fileId}`.execute(db())
    expect(rows).toEqual([{ state: 'refused', name: '', content: null }])
    await keepFor(t, 'messages', null)
  })

  test('stays while a hold covers one of the people who got it, and is deleted afterward', async () => {
    const [covered, other] = [await newContact('Covered'), await newContact('Not covered')]
    await sendPhoto([covered, other], 100)
    const body = { name: 'Case', reason: 'Letter', covers: 'contacts' as const, contactIds: [covered.id] }
    const { hold } = (await ann().call(placeHold, { body })).body
    await keepFor(t, 'attachments', 2)
    expect(await previewed(2)).toMatchObject({ count: 0, held: 1 })
    await purge(t)
    expect(await mediaOf(other.id)).toMatchObject([{ state: 'ready' }])
    await ann().call(releaseHold, { params: { id: hold.id }, body: { reason: 'Settled' } })
    await purge(t)
    expect(await mediaOf(other.id)).toMatchObject([{ state: 'deleted' }])
    await keepFor(t, 'attachments', null)
  })

  test('stays while a draft names it, and is deleted at once when the draft loses it', async () => {
    const contact = await newContact('Draft')
    const fileId = await uploadPhoto()
    const made = await draft(t, [contact.id], { message: { body: 'Later', mediaIds: [fileId] } })
    await age(fileId, 900)
    await sql`update broadcast set updated_at = ${daysAgo(t, 900)} where id = ${made.id}`.execute(db())
    await keepFor(t, 'attachments', 2)
    await purge(t)
    const stateOf = async () =>
      (await sql<{ state: string }>`select state from file where id = ${fileId}`.execute(db())).rows[0]?.state
    expect(await stateOf()).toBe('ready')
    const message = { ...made.message, mediaIds: [] }
    expect((await ann().call(editBroadcast, { query: { id: made.id }, body: { message } })).http).toBe(200)
    expect(await stateOf()).toBe('refused')
    await keepFor(t, 'attachments', null)
  })
})

describe('a file of a celebration', () => {
  test('stays while the celebration has it; once replaced it is deleted after its period, and sent texts say so', async () => {
    const [first, second] = [await uploadPhoto(), await uploadPhoto()]
    const id = await makeCelebration(t, { mediaIds: [first] })
    const day = `${new Date(t.process.kernel.world.now().getTime() + DAY_MS).toISOString().slice(0, 10)}T12:00:00Z`
    const person = await addPerson(t, 'Cake', { birthday: `1990-${day.slice(5, 10)}`, timezone: 'UTC' })
    await turnOnAt(t, id, new Date(Date.parse(day) - DAY_MS / 2))
    await celebrateAt(t, new Date(day))
    expect(await mediaOf(person)).toMatchObject([{ id: first, state: 'ready' }])
    await sql`update file set created_at = ${daysAgo(t, 900)} where id = ${first}`.execute(db())
    await keepFor(t, 'attachments', 2)
    await purge(t)
    expect(await mediaOf(person)).toMatchObject([{ state: 'ready' }])
    const saved = await ann().call(saveCelebration, {
      query: { id },
      body: { ...contentOf({ mediaIds: [second] }), version: 1 },
    })
    expect(saved.http).toBe(200)
    await purge(t)
    expect(await mediaOf(person)).toMatchObject([{ state: 'ready' }])
    await purgeIn(100)
    expect(await mediaOf(person)).toMatchObject([{ id: first, state: 'deleted', name: '' }])
    expect((await ann().call(deleteCelebration, { query: { id } })).http).toBe(200)
    await sql`update celebration set deleted_at = ${daysAgo(t, 100)} where id = ${id}`.execute(db())
    await purge(t)
    const { rows } = await sql<{ state: string }>`
      select state from file where id = any(${[first, second]}::uuid[])`.execute(db())
    expect(rows).toEqual([{ state: 'refused' }, { state: 'refused' }])
    await keepFor(t, 'attachments', null)
  })
})
