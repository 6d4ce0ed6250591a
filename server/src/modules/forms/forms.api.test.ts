import type { FormContent } from '@crewline/contract/form-content'
import {
  changeForm,
  createForm,
  deleteForm,
  duplicateForm,
  forms,
  previewForm,
  publishForm,
  setFormState,
  type Form,
} from '@crewline/contract/forms'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const CONTENT = {
  name: 'Shift swap',
  title: { en: 'Swap a shift' },
  questions: [{ id: 'q1', type: 'short_text' as const, label: { en: 'Which shift?' }, required: true }],
}

async function create(changes: object = {}): Promise<Form> {
  return (await t.as(t.acme.ann).call(createForm, { body: { ...CONTENT, ...changes } })).body.form
}
const contentOf = ({
  id: _id,
  status: _status,
  archived: _archived,
  link: _link,
  kiosk: _kiosk,
  version: _version,
  publishedVersion: _published,
  responses: _responses,
  createdAt: _created,
  updatedAt: _updated,
  ...content
}: Form): FormContent => content

const auditOf = async (id: string) =>
  (
    await sql<{ action: string }>`select action from audit_entry where target = ${id} order by id`.execute(
      t.process.kernel.database.ofOrg(t.acme.id),
    )
  ).rows.map(({ action }) => action)

describe('a form', () => {
  test('is listed by its status; one whose time is over is closed', async () => {
    const ann = t.as(t.acme.ann)
    const [draft, open, closed, over] = [await create(), await create(), await create(), await create()]
    for (const { id } of [open, closed, over]) await ann.call(publishForm, { params: { id }, body: { version: 1 } })
    await ann.call(setFormState, { params: { id: closed.id }, body: { to: 'closed' } })
    await sql`
      with old as (delete from form_version where form_id = ${over.id} returning *)
      insert into form_version (org_id, form_id, version, content, published_at)
      select org_id, form_id, version, content || '{"closesAt":"2020-01-01T00:00:00.000Z"}', published_at from old`.execute(
      t.process.kernel.database.ofOrg(t.acme.id),
    )
    const idsOf = async (status: 'draft' | 'open' | 'closed') =>
      (await ann.call(forms, { query: { status, pageSize: 200 } })).body.data.map(({ id }) => id)
    expect(await idsOf('draft')).toContain(draft.id)
    expect(await idsOf('open')).toContain(open.id)
    expect(await idsOf('open')).not.toContain(over.id)
    expect(await idsOf('closed')).toEqual(expect.arrayContaining([closed.id, over.id]))
  })

  test('is a draft until it is published; then each change needs publishing again', async () => {
    const ann = t.as(t.acme.ann)
    const form = await create()
    expect(form).toMatchObject({ status: 'draft', version: 1, publishedVersion: null, responses: 0 })
    expect(form.link).toMatch(/\/public\/forms\/[a-z2-9]{10}$/)
    const params = { id: form.id }
    const published = await ann.call(publishForm, { params, body: { version: 1 } })
    expect(published.body.form).toMatchObject({ status: 'open', publishedVersion: 1 })
    const changed = await ann.call(changeForm, {
      params,
      body: { ...contentOf(form), title: { en: 'Swap' }, version: 1 },
    })
    expect(changed.body.form).toMatchObject({ version: 2, publishedVersion: 1, title: { en: 'Swap' } })
    expect((await ann.call(publishForm, { params, body: { version: 1 } })).body).toMatchObject({ code: 'outdated' })
    expect(await ann.call(changeForm, { params, body: { ...contentOf(form), version: 1 } })).toMatchObject({
      http: 409,
      body: { code: 'outdated' },
    })
    await ann.call(publishForm, { params, body: { version: 2 } })
    expect(await auditOf(form.id)).toEqual(['form.created', 'form.published', 'form.changed', 'form.published'])
  })

  test('is published only without loops and dead ends, which are named beside their question', async () => {
    const options = ['a', 'b'].map((id) => ({ id, label: { en: id } }))
    const form = await create({
      title: {},
      questions: [
        ...CONTENT.questions,
        { id: 'q2', type: 'choice', label: { en: 'Again?' }, options, jumps: [{ on: 'a', to: 'q1' }] },
        { id: 'q3', type: 'choice', label: { en: 'Which?' }, options: [] },
      ],
    })
    const refused = await t.as(t.acme.ann).call(publishForm, { params: { id: form.id }, body: { version: 1 } })
    expect(refused).toMatchObject({
      http: 422,
      body: {
        code: 'form_incomplete',
        fieldErrors: {
          title: 'Write a title in each language of the form.',
          'questions.q2': 'An answer leads back, so the form could repeat forever. Choose a later question.',
          'questions.q3': 'Add at least two answers.',
        },
      },
    })
  })

  test('is closed, opened again, archived, duplicated and deleted', async () => {
    const ann = t.as(t.acme.ann)
    const form = await create({ name: 'Life' })
    const params = { id: form.id }
    const set = async (to: 'open' | 'closed' | 'archived' | 'unarchived') =>
      (await ann.call(setFormState, { params, body: { to } })).body
    expect(await set('open')).toMatchObject({ code: 'form_incomplete' })
    await ann.call(publishForm, { params, body: { version: 1 } })
    expect((await set('closed')).form).toMatchObject({ status: 'closed', archived: false })
    expect((await set('open')).form).toMatchObject({ status: 'open' })
    expect((await set('archived')).form).toMatchObject({ status: 'closed', archived: true })
    const listed = async (archived: 'yes' | 'no') =>
      (await ann.call(forms, { query: { archived, search: 'life' } })).body.data.map(({ id }) => id)
    expect([await listed('no'), await listed('yes')]).toEqual([[], [form.id]])
    expect((await set('unarchived')).form).toMatchObject({ status: 'closed', archived: false })
    const copy = (await ann.call(duplicateForm, { params, body: {} })).body.form
    expect(copy).toMatchObject({ name: 'Life (2)', status: 'draft', questions: form.questions })
    expect(copy.link).not.toBe(form.link)
    await ann.call(deleteForm, { params })
    expect((await ann.call(forms, { query: { id: form.id } })).http).toBe(404)
    expect((await ann.call(deleteForm, { params })).http).toBe(404)
  })

  test('cannot change between answers with and without names once it is published', async () => {
    const form = await create({ anonymous: true })
    const params = { id: form.id }
    const ann = t.as(t.acme.ann)
    await ann.call(publishForm, { params, body: { version: 1 } })
    const refused = await ann.call(changeForm, { params, body: { ...contentOf(form), anonymous: false, version: 1 } })
    expect(refused).toMatchObject({ http: 400, body: { fieldErrors: { anonymous: expect.any(String) } } })
  })

  test('refuses groups and fields that do not exist, beside their place', async () => {
    const ann = t.as(t.acme.ann)
    const unknown = await ann.call(createForm, { body: { ...CONTENT, groupIds: [t.process.kernel.world.id()] } })
    expect(unknown).toMatchObject({ http: 404, body: { fieldErrors: { groupIds: expect.any(String) } } })
    const refused = await ann.call(createForm, {
      body: {
        ...CONTENT,
        questions: [{ ...CONTENT.questions[0], id: 'q1', type: 'short_text', saveTo: 'custom.unknown' }],
      },
    })
    expect(refused).toMatchObject({
      http: 400,
      body: { fieldErrors: { 'questions.q1': expect.any(String) } },
    })
  })

  test('is previewed as people will see it, with the page of one question', async () => {
    const questions = [
      { id: 'q1', type: 'yes_no' as const, label: { en: 'Hurt?' }, jumps: [{ on: 'no', to: 'end' }] },
      { id: 'q2', type: 'short_text' as const, label: { en: 'Where <exactly>?' } },
    ]
    const body = { ...CONTENT, questions, language: 'en' as const }
    const shown = async (questionId?: string) =>
      (await t.as(t.acme.ann).call(previewForm, { body: { ...body, ...(questionId && { questionId }) } })).body.html
    expect(await shown()).toContain('Hurt?')
    expect(await shown()).not.toContain('Where')
    expect(await shown('q2')).toContain('Where &#60;exactly&#62;?')
  })

  test('belongs to its organization', async () => {
    const form = await create()
    const params = { id: form.id }
    const beta = t.as(t.beta.ann)
    expect((await beta.call(forms, { query: { id: form.id } })).http).toBe(404)
    expect((await beta.call(publishForm, { params, body: { version: 1 } })).http).toBe(404)
    expect((await beta.call(deleteForm, { params })).http).toBe(404)
  })
})
