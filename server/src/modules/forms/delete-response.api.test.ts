import {
  createForm,
  deleteFormResponse,
  formMissing,
  formResponses,
  formSummary,
  publishForm,
  setFormKiosk,
  type Form,
} from '@crewline/contract/forms'
import { placeHold, releaseHold } from '@crewline/contract/legal-holds'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitTo, makeContact, makeGroup, makeUser, type TestContact } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { personalMark } from '../../kernel/pages/personal.ts'

let t: TestApp
let photo: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  t = await testApp({ roles: 'web', settings: { TRUSTED_PROXIES: '1' } })
  photo = new Uint8Array(
    await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c00' } })
      .jpeg()
      .toBuffer(),
  )
})
afterAll(() => t.close())

let nth = 0
const newContact = () =>
  makeContact(t.process.kernel, t.acme.id, 'Rex', `+1415562${String((nth += 1)).padStart(4, '0')}`)

async function publish(changes: object = {}): Promise<Form & { path: string }> {
  const ann = t.as(t.acme.ann)
  const body = {
    name: 'Swap',
    title: { en: 'Swap' },
    questions: [
      { id: 'q1', type: 'yes_no' as const, label: { en: 'Ready?' }, required: true },
      { id: 'q2', type: 'file' as const, label: { en: 'Photo' } },
    ],
    ...changes,
  }
  const { id } = (await ann.call(createForm, { body })).body.form
  const { form } = (await ann.call(publishForm, { params: { id }, body: { version: 1 } })).body
  return { ...form, path: new URL(form.link).pathname }
}

/** Answers a form, with a photo; as a contact through a personal link. */
async function respond({ path }: { path: string }, contact?: TestContact): Promise<string> {
  const body = new FormData()
  body.append('version', '1')
  body.append('a.q1', 'yes')
  body.append('u.q2', new Blob([photo], { type: 'image/jpeg' }), 'dock.jpg')
  const until = new Date(t.process.kernel.world.now().getTime() + 60_000)
  if (contact)
    body.append('p', personalMark(t.process.kernel, { orgId: t.acme.id, path, contactId: contact.id, until }))
  const headers = { 'x-forwarded-for': `10.6.${(nth += 1) % 250}.1`, 'accept-language': 'en' }
  return (await fetch(`${t.process.address}${path}`, { method: 'POST', headers, body })).text()
}

const list = async ({ id }: Form, user = t.acme.ann) =>
  (await t.as(user).call(formResponses, { params: { id }, query: {} })).body.data
const remove = (form: Form, responseId: string, again: 'yes' | 'no' = 'no', user = t.acme.ann) =>
  t.as(user).call(deleteFormResponse, { params: { id: form.id, responseId }, query: { again } })
const fileStates = async (ids: string[]) =>
  (
    await sql<{ state: string }>`
      select state from file where id = any(${ids}::uuid[])`.execute(t.process.kernel.database.ofOrg(t.acme.id))
  ).rows

describe('deleting one response', () => {
  test('removes it with its files from the list and the charts, and is audited', async () => {
    const form = await publish()
    await respond(form)
    const contact = await newContact()
    await respond(form, contact)
    const [named, unknown] = await list(form)
    expect(named?.contactId).toBe(contact.id)
    const fileIds = named?.files.map(({ id }) => id) ?? []
    expect(await fileStates(fileIds)).toEqual([{ state: 'ready' }])
    expect((await remove(form, named?.id ?? '')).http).toBe(200)
    expect((await list(form)).map(({ id }) => id)).toEqual([unknown?.id])
    const { body: summary } = await t.as(t.acme.ann).call(formSummary, { params: { id: form.id } })
    expect(summary).toMatchObject({ responses: 1, questions: [{ answered: 1 }, { answered: 1 }] })
    expect(await fileStates(fileIds)).toEqual([{ state: 'refused' }])
    const audited = await sql`
      select detail from audit_entry where org_id = ${t.acme.id} and action = 'form.response_deleted' and target = ${form.id}`.execute(
      t.process.kernel.database.ofOrg(t.acme.id),
    )
    expect(audited.rows).toEqual([{ detail: { response: named?.id, contact: contact.id, mayAnswerAgain: false } }])
    expect((await remove(form, named?.id ?? '')).http).toBe(404)
  })

  test('lets the person answer again only when the member says so', async () => {
    const form = await publish()
    const contact = await newContact()
    await respond(form, contact)
    await remove(form, (await list(form))[0]?.id ?? '')
    expect(await respond(form, contact)).toContain('already answered')
    const other = await newContact()
    await respond(form, other)
    await remove(form, (await list(form))[0]?.id ?? '', 'yes')
    expect(await respond(form, other)).toContain('Thank you')
    expect((await t.as(t.acme.ann).call(formMissing, { params: { id: form.id } })).body.data).toEqual([])
  })

  test('lets no one answer again whose own answer is still stored', async () => {
    const db = t.process.kernel.database.ofOrg(t.acme.id)
    const form = await publish()
    const contact = await newContact()
    await sql`update contact set employee_id = 'D-1' where id = ${contact.id}`.execute(db)
    const ann = t.as(t.acme.ann)
    const { kiosk } = (await ann.call(setFormKiosk, { params: { id: form.id }, body: { idleSeconds: 30 } })).body.form
    await respond(form, contact)
    const body = new URLSearchParams({ version: '1', badge: 'D-1', 'a.q1': 'no' })
    await fetch(`${t.process.address}${new URL(kiosk?.link ?? '').pathname}`, { method: 'POST', body })
    const all = await list(form)
    expect(new Map(all.map(({ via, contactId }) => [via, contactId]))).toEqual(
      new Map([
        ['kiosk', contact.id],
        ['link', contact.id],
      ]),
    )
    await remove(form, all.find(({ via }) => via === 'kiosk')?.id ?? '', 'yes')
    expect(await respond(form, contact)).toContain('already answered')
    await remove(form, all.find(({ via }) => via === 'link')?.id ?? '', 'yes')
    expect(await respond(form, contact)).toContain('Thank you')
  })

  test('is refused for an anonymous form, in another form, without the permission, and beyond the member’s groups', async () => {
    const form = await publish()
    const [mine, other] = [await newContact(), await newContact()]
    await respond(form, mine)
    await respond(form, other)
    const all = await list(form)
    const idOf = (contact: TestContact) => all.find(({ contactId }) => contactId === contact.id)?.id ?? ''
    const { kernel } = t.process
    const gus = await makeUser(kernel, t.acme.id, { firstname: 'Gia', lastname: 'Lee', role: 'manager' })
    await limitTo(kernel, gus, [await makeGroup(kernel, t.acme.id, 'Mine', [mine.id])])
    expect((await remove(form, idOf(other), 'no', gus)).http).toBe(404)
    expect((await remove(await publish(), idOf(other))).http).toBe(404)
    const viewer = await makeUser(kernel, t.acme.id, { firstname: 'Vi', lastname: 'Lee', role: 'viewer' })
    expect((await remove(form, idOf(mine), 'no', viewer)).body).toMatchObject({ code: 'not_permitted' })
    const files = (await list(form, gus)).flatMap((response) => response.files.map(({ id }) => id))
    expect(await fileStates(files)).toEqual([{ state: 'ready' }])
    expect((await remove(form, idOf(mine), 'no', gus)).http).toBe(200)
    expect(await fileStates(files)).toEqual([{ state: 'refused' }])

    const secret = await publish({
      anonymous: true,
      questions: [{ id: 'q1', type: 'yes_no', label: { en: 'Ready?' } }],
    })
    await fetch(`${t.process.address}${secret.path}`, {
      method: 'POST',
      body: new URLSearchParams({ version: '1', 'a.q1': 'yes' }),
    })
    const hidden = await sql<{ id: string }>`select id from form_response where form_id = ${secret.id}`.execute(
      kernel.database.ofOrg(t.acme.id),
    )
    expect(hidden.rows).toHaveLength(1)
    expect((await remove(secret, hidden.rows[0]?.id ?? '')).http).toBe(404)
  })

  test('waits for the end of a legal hold', async () => {
    const form = await publish()
    const contact = await newContact()
    await respond(form, contact)
    const id = (await list(form))[0]?.id ?? ''
    const ann = t.as(t.acme.ann)
    const hold = (
      await ann.call(placeHold, {
        body: { name: 'Claim', reason: 'A claim', covers: 'contacts', contactIds: [contact.id], groupIds: [] },
      })
    ).body.hold
    expect((await remove(form, id)).body).toMatchObject({ code: 'on_legal_hold' })
    expect(await list(form)).toHaveLength(1)
    await ann.call(releaseHold, { params: { id: hold.id }, body: { reason: 'Settled' } })
    expect((await remove(form, id)).http).toBe(200)
  })
})
