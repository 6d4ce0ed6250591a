import {
  createBroadcast,
  deleteBroadcast,
  duplicateBroadcast,
  editBroadcast,
  followUpBroadcast,
} from '@crewline/contract/broadcasts'
import type { MediaItem } from '@crewline/contract/messages'
import { createGroup, deleteGroup } from '@crewline/contract/groups'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FILES_PER_ORGANIZATION_BYTES } from '@crewline/contract/limits'
import { draft, launch, sendOut } from '../../../test/kit/broadcasts.ts'
import { photo, upload } from '../../../test/kit/files.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const me = () => t.as(t.acme.ann)

const uploaded = async () => (await upload(t, t.acme.ann, await photo())).body.file.id

async function draftWithPhoto() {
  return draft(t, [t.acme.bob.id], { message: { body: 'The new gate is on the map.', mediaIds: [await uploaded()] } })
}

async function bytesOf({ url }: Pick<MediaItem, 'url'>): Promise<Buffer> {
  const answer = await fetch(t.process.address + (url ?? ''))
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

test('copies the files of a broadcast into its duplicate and its follow-up, each with content of its own', async () => {
  const original = await draftWithPhoto()
  await launch(t, original)
  await sendOut(t)
  const duplicate = (await me().call(duplicateBroadcast, { params: { id: original.id } })).body.broadcast
  const followUp = (await me().call(followUpBroadcast, { params: { id: original.id }, body: { who: 'not_replied' } }))
    .body.broadcast
  const files = [original, duplicate, followUp].flatMap(({ media }) => media)
  expect(new Set(files.map((file) => file.id)).size).toBe(3)
  expect(files.map(({ name, mime, bytes, thumbUrl }) => ({ name, mime, bytes, hasThumb: thumbUrl !== null }))).toEqual(
    Array.from({ length: 3 }, () => ({
      name: 'photo.jpg',
      mime: 'image/jpeg',
      bytes: files[0]?.bytes,
      hasThumb: true,
    })),
  )
  const [first, ...copies] = await Promise.all(files.map(bytesOf))
  for (const copy of copies) expect(copy.equals(first ?? Buffer.alloc(0))).toBe(true)
  const withoutPhoto = { query: { id: duplicate.id }, body: { message: { ...duplicate.message, mediaIds: [] } } }
  expect((await me().call(editBroadcast, withoutPhoto)).body.broadcast.media).toEqual([])
  expect((await me().call(deleteBroadcast, { query: { id: followUp.id } })).http).toBe(200)
  const again = (await me().call(duplicateBroadcast, { params: { id: original.id } })).body.broadcast
  expect(await bytesOf(again.media[0] ?? { url: null })).toEqual(first)
})

test('refuses a duplicate when the organization has no space for its files', async () => {
  const original = await draftWithPhoto()
  const system = t.process.kernel.database.asSystem('a test fills the space of files')
  await sql`update file_space set bytes = bytes + ${FILES_PER_ORGANIZATION_BYTES} where org_id = ${t.acme.id}`.execute(
    system,
  )
  const refused = await me().call(duplicateBroadcast, { params: { id: original.id } })
  await sql`update file_space set bytes = bytes - ${FILES_PER_ORGANIZATION_BYTES} where org_id = ${t.acme.id}`.execute(
    system,
  )
  expect(refused).toMatchObject({ http: 422, body: { code: 'too_many' } })
  expect((await me().call(duplicateBroadcast, { params: { id: original.id } })).http).toBe(200)
})

const group = async (name: string) => (await me().call(createGroup, { body: { name } })).body.group.id

const remove = async (id: string) => expect((await me().call(deleteGroup, { query: { id } })).http).toBe(200)

test('duplicates a broadcast whose groups were deleted, without them', async () => {
  const [kept, deleted, excluded] = [await group('Kept'), await group('Deleted'), await group('Excluded')]
  const original = await draft(t, [], { audience: { groupIds: [deleted, kept], exclude: { groupIds: [excluded] } } })
  for (const id of [deleted, excluded]) await remove(id)
  const { body } = await me().call(duplicateBroadcast, { params: { id: original.id } })
  expect(body.broadcast.audience).toMatchObject({ groupIds: [kept], exclude: { groupIds: [] } })
})

test('sends no draft whose left-out group was deleted, and still saves other changes to it', async () => {
  const excluded = await group('Not them')
  const original = await draft(t, [], {
    audience: { contactIds: [t.acme.bob.id], exclude: { groupIds: [excluded] } },
  })
  await remove(excluded)
  const renamed = await me().call(editBroadcast, { query: { id: original.id }, body: { name: 'Payday again' } })
  expect(renamed.body.broadcast.name).toBe('Payday again')
  const refused = await launch(t, renamed.body.broadcast)
  expect(refused).toMatchObject({
    http: 422,
    body: { code: 'broadcast_incomplete', fieldErrors: { audience: 'A group was deleted. Choose again.' } },
  })
  // Groups that were chosen before everyone was chosen have no effect.
  const chosen = { query: { id: original.id }, body: { audience: { everyone: true, groupIds: [excluded] } } }
  expect((await launch(t, (await me().call(editBroadcast, chosen)).body.broadcast)).http).toBe(200)
})

test('refuses a deleted group that is named in a new draft or added to one', async () => {
  const deleted = await group('Gone')
  await remove(deleted)
  const audience = { groupIds: [deleted] }
  const refusal = { http: 400, body: { fieldErrors: { audience: 'A group was deleted. Choose again.' } } }
  expect(await me().call(createBroadcast, { body: { name: 'Payday', audience } })).toMatchObject(refusal)
  const { id } = await draft(t, [t.acme.bob.id])
  expect(await me().call(editBroadcast, { query: { id }, body: { audience } })).toMatchObject(refusal)
})
