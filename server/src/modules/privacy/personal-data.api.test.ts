import { mergeContacts, personalData } from '@crewline/contract/privacy'
import { createContact } from '@crewline/contract/contacts'
import { createCustomField } from '@crewline/contract/fields'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitTo, makeGroup, makeUser, makeContact, type TestUser } from '../../../test/kit/cast.ts'
import { nativeCall } from '../../../test/kit/hooks.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { pagesOf } from '../../../test/kit/pdf-words.ts'

let t: TestApp
let id: string
let sam: TestUser
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  await t.as(t.acme.ann).call(createCustomField, { body: { name: 'Shift', type: 'text' } })
  await t.as(t.acme.ann).call(createCustomField, { body: { name: 'Clinic', type: 'text', sensitive: true } })
  const { body } = await t.as(t.acme.ann).call(createContact, {
    body: {
      ...{ firstname: 'Zoë', lastname: 'Quist', phone: '+14155552771', birthday: '1990-04-23' },
      customFields: { shift: 'Night shift', clinic: 'Dr. Heal' },
    },
  })
  id = body.contact.id
  const twin = await makeContact(t.process.kernel, t.acme.id, 'Twin', '+14155552772')
  await receiveText('+14155552772', 'From the other phone')
  await receiveText('+14155552771', 'Cannot come today')
  await receiveText('+14155552771', 'STOP')
  await t.as(t.acme.ann).call(mergeContacts, { body: { keepId: id, otherId: twin.id } })
  const crew = await makeGroup(t.process.kernel, t.acme.id, 'Dock crew', [id])
  sam = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Sam', lastname: 'Acme', role: 'manager' })
  await limitTo(t.process.kernel, sam, [crew])
})
afterAll(() => t.close())

async function receiveText(phone: string, body: string): Promise<void> {
  const call = nativeCall(t.acme.line, {
    ...{ type: 'inbound', id: `txt_${t.process.kernel.world.id()}`, from: phone, to: t.acme.line.phone, body },
  })
  await fetch(`${t.process.address}/hooks/simulated/${t.acme.line.id}`, { method: 'POST', ...call })
}
const take = (user: TestUser, format: string, of = id) =>
  fetch(`${t.process.address}/api${personalData.path}?id=${of}&format=${format}`, {
    headers: { authorization: `Bearer ${user.token}` },
  })

test('exports fields, messages, consent, groups and activity as JSON, including merged contacts', async () => {
  const answer = await take(t.acme.ann, 'json')
  expect(answer.status).toBe(200)
  const data = (await answer.json()) as Record<string, unknown[]> & { related: Record<string, unknown[]> }
  expect(data['attributes']).toEqual(
    expect.arrayContaining([
      { field: 'First name', value: 'Zoë' },
      { field: 'Birthday', value: '1990-04-23' },
      { field: 'Shift', value: 'Night shift' },
      { field: 'Clinic', value: 'Dr. Heal' },
    ]),
  )
  expect(data['messages']).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ direction: 'in', body: 'From the other phone', from: '+14155552772' }),
      expect.objectContaining({ direction: 'in', body: 'Cannot come today' }),
    ]),
  )
  expect(data.related['groups']).toEqual([expect.objectContaining({ group: 'Dock crew' })])
  expect(data.related['consent']).toEqual([expect.objectContaining({ action: 'opt_out', wording: 'STOP' })])
  expect(data.related['merges']).toHaveLength(1)
  expect(data['activity']).toContainEqual(expect.objectContaining({ kind: 'merged' }))
  const audited = await sql`
    select from audit_entry where action = 'contact.personal-data-taken' and target = ${id}`.execute(
    t.process.kernel.database.ofOrg(t.acme.id),
  )
  expect(audited.rows).toHaveLength(1)
})

test('exports the same data as PDF', async () => {
  const answer = await take(t.acme.ann, 'pdf')
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  const text = (await pagesOf(Buffer.from(await answer.arrayBuffer()))).join('\n')
  for (const expected of ['Zoë', 'Night shift', 'Cannot come today', 'Dock crew', 'opted out'])
    expect(text).toContain(expected)
  // The JSON contains codes for programs; the PDF shows labels.
  for (const code of ['opt_out', 'natural_language', ': true', ': false']) expect(text).not.toContain(code)
})

test('includes sensitive fields only with the permission, and rejects contacts out of sight', async () => {
  const text = await (await take(sam, 'json')).text()
  expect(text).toContain('Night shift')
  expect(text).not.toContain('Dr. Heal')
  expect(text).not.toContain('1990')
  expect((await take(sam, 'json', t.acme.bob.id)).status).toBe(404)
  expect((await take(t.beta.ann, 'json')).status).toBe(404)
  expect((await take(t.acme.vic, 'json')).status).toBe(422)
})
