import { auditEntries } from '@crewline/contract/audit'
import { createBroadcast, deleteBroadcast } from '@crewline/contract/broadcasts'
import { createContact } from '@crewline/contract/contacts'
import { createForm, deleteForm } from '@crewline/contract/forms'
import { createNewsIssue, deleteNewsIssue } from '@crewline/contract/news'
import { deleteOptInPage, saveOptInPage } from '@crewline/contract/opt-in'
import { eraseContact, mergeContacts } from '@crewline/contract/privacy'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemScope } from '../../../test/kit/scopes.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const ann = () => t.as(t.acme.ann)
/** The page that the newest entry of the audit log names for an object. */
const pageOf = async (objectId: string) =>
  (await ann().call(auditEntries, { query: { objectId } })).body.data[0]?.object?.page

const newContact = async (firstname: string) =>
  (await ann().call(createContact, { body: { firstname } })).body.contact.id

const OPT_IN_PAGE = {
  name: 'Gate',
  url: 'gate-audit',
  title: { en: 'Get shift news by text' },
  fields: [{ source: 'firstname' as const, required: true }],
  frequency: { count: 4, per: 'week' as const },
  termsUrl: 'https://acme.example/terms',
  privacyUrl: 'https://acme.example/privacy',
  doubleOptIn: true,
  verifyPhone: false,
  duplicate: 'update' as const,
  actions: [],
}

test('names the page of a contact until the contact is merged or erased', async () => {
  const [kept, twin, gone] = [await newContact('Kay'), await newContact('Kai'), await newContact('Gus')]
  expect(await Promise.all([kept, twin, gone].map(pageOf))).toEqual(['contact', 'contact', 'contact'])
  expect((await ann().call(mergeContacts, { body: { keepId: kept, otherId: twin, take: [] } })).http).toBe(200)
  expect((await ann().call(eraseContact, { body: { contactId: gone, reason: 'asked', confirm: true } })).http).toBe(200)
  expect(await Promise.all([kept, twin, gone].map(pageOf))).toEqual(['contact', null, null])
})

test('names the page of broadcasts, forms, news and opt-in pages until they are deleted', async () => {
  const { broadcast } = (
    await ann().call(createBroadcast, { body: { name: 'Picnic', message: { body: 'Bring a hat.' } } })
  ).body
  const questions = [{ id: 'q1', type: 'long_text' as const, label: { en: 'Which meal?' } }]
  const { form } = (await ann().call(createForm, { body: { name: 'Meal', title: { en: 'Meal' }, questions } })).body
  const { issue } = (await ann().call(createNewsIssue, { body: { content: { title: 'Gate', language: 'en' } } })).body
  const { page } = (await ann().call(saveOptInPage, { query: {}, body: OPT_IN_PAGE })).body
  const ids = [broadcast.id, form.id, issue.id, page.id]
  expect(await Promise.all(ids.map(pageOf))).toEqual(['broadcast', 'form', 'news', 'opt_in_page'])
  await ann().call(deleteBroadcast, { query: { id: broadcast.id } })
  await ann().call(deleteForm, { params: { id: form.id } })
  await ann().call(deleteNewsIssue, { params: { id: issue.id } })
  await ann().call(deleteOptInPage, { query: { id: page.id } })
  expect(await Promise.all(ids.map(pageOf))).toEqual([null, null, null, null])
})

test('names the page of an import once its file has arrived', async () => {
  const scope = systemScope(t.process.kernel, t.acme)
  const id = scope.world.id()
  await scope.tx(async (tx) => {
    await sql`insert into import (org_id, id, user_id, file_name, bytes, state, created_at)
      values (${t.acme.id}, ${id}, ${t.acme.ann.id}, 'crew.csv', 9, 'uploading', now())`.execute(tx.db)
    tx.audit('import.uploaded', id, { fileName: 'crew.csv' })
  })
  expect(await pageOf(id)).toBeNull()
  await sql`update import set state = 'matching' where id = ${id}`.execute(scope.db)
  expect(await pageOf(id)).toBe('import')
})
