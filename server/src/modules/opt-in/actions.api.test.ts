import { createCustomField } from '@crewline/contract/fields'
import { createGroup } from '@crewline/contract/groups'
import { renderOptInPage, submitOptIn } from '@crewline/contract/join'
import { optInJoins, saveOptInPage, type OptInPage } from '@crewline/contract/opt-in'
import { createTag, deleteTag } from '@crewline/contract/tags'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web,worker,sender' })
})
afterAll(() => t.close())

const me = () => t.as(t.acme.ann)

/** A page whose people prove their number by a reply. */
const pageWith = (more: object) => ({
  ...{ name: 'Gate', url: 'gate', title: { en: 'Get shift news by text' }, status: 'active' as const },
  fields: [{ source: 'firstname' as const, required: true }],
  ...{ frequency: { count: 4, per: 'week' as const }, duplicate: 'update' as const, verifyPhone: false },
  ...{ termsUrl: 'https://acme.example/terms', privacyUrl: 'https://acme.example/privacy', doubleOptIn: true },
  actions: [],
  ...more,
})

/** Sends the form of a page, replies YES, and waits until the person joined. */
async function join({ id, url }: OptInPage, phone: string): Promise<void> {
  const shown = await t.as(null).call(renderOptInPage, { query: { url, lang: 'en' } })
  const consent = { accepted: true as const, version: shown.body.page.consent.version }
  const values = { firstname: 'Mia' }
  const sent = await t.as(null).call(submitOptIn, { body: { url, phone, values, consent, lang: 'en' } })
  expect(sent).toMatchObject({ http: 200, body: { result: 'pending_confirmation' } })
  await t.drain()
  await t.carrier.texts(phone, 'Yes', t.acme.line.phone)
  const joins = async () => (await me().call(optInJoins, { query: { id } })).body.data
  await t.until(async () => (await joins())[0]?.state === 'joined')
}

test('a person joins although the tag, the group and the fields of the page were deleted since', async () => {
  const tagId = (await me().call(createTag, { body: { name: 'New hire' } })).body.tag.id
  const groupId = (await me().call(createGroup, { body: { name: 'New hires' } })).body.group.id
  const field = (await me().call(createCustomField, { body: { name: 'Badge', type: 'text' } })).body.customField
  const source = `custom.${field.key}`
  const body = pageWith({
    fields: [
      { source: 'firstname' as const, required: true },
      { source, required: true },
    ],
    actions: [
      { type: 'add_to_group' as const, groupId },
      { type: 'add_tag' as const, tagId },
      { type: 'set_field' as const, field: source, value: 'none' },
    ],
  })
  const { page } = (await me().call(saveOptInPage, { query: {}, body })).body
  expect((await me().call(deleteTag, { query: { id: tagId } })).http).toBe(200)
  // Members cannot delete these while the page names them.
  const db = t.process.kernel.database.ofOrg(t.acme.id)
  await sql`update contact_group set archived_at = now() where id = ${groupId}`.execute(db)
  await sql`update custom_field set deleted_at = now() where id = ${field.id}`.execute(db)
  await join(page, '+14155570001')
})

test('a page cannot name a group that an HR system keeps, and people join a page that does', async () => {
  const groupId = (await me().call(createGroup, { body: { name: 'Maintenance' } })).body.group.id
  const body = pageWith({ url: 'gate-2', actions: [{ type: 'add_to_group' as const, groupId }] })
  const { page } = (await me().call(saveOptInPage, { query: {}, body })).body
  const db = t.process.kernel.database.ofOrg(t.acme.id)
  await sql`update contact_group set type = 'hris' where id = ${groupId}`.execute(db)
  expect(await me().call(saveOptInPage, { query: {}, body: { ...body, url: 'gate-3' } })).toMatchObject({
    http: 400,
    body: { fieldErrors: { actions: 'This group can’t be used. Choose another.' } },
  })
  await join(page, '+14155570002')
})
