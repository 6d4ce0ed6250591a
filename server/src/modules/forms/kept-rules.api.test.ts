import { changeForm, createForm, publishForm, setFormState } from '@crewline/contract/forms'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeContact } from '../../../test/kit/cast.ts'
import { keepFor, purge } from '../../../test/kit/retention.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { personalMark } from '../../kernel/pages/personal.ts'

// What changes for answers after a form was published: its rules, and how long answers are kept.
let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const CONTENT = {
  name: 'Survey',
  title: { en: 'Survey' },
  languages: ['en' as const],
  questions: [{ id: 'q1', type: 'short_text' as const, label: { en: 'How are you?' } }],
}
async function publish(changes: object = {}) {
  const ann = t.as(t.acme.ann)
  const { id, link } = (await ann.call(createForm, { body: { ...CONTENT, ...changes } })).body.form
  await ann.call(publishForm, { params: { id }, body: { version: 1 } })
  return { id, path: new URL(link).pathname }
}
const republish = async (id: string, changes: object) => {
  const ann = t.as(t.acme.ann)
  await ann.call(changeForm, { params: { id }, body: { version: 1, ...CONTENT, ...changes } })
  expect((await ann.call(publishForm, { params: { id }, body: { version: 2 } })).http).toBe(200)
}
const answer = async (path: string, fields: Record<string, string> = {}) => {
  const body = new URLSearchParams({ version: '1', 'a.q1': 'Fine', ...fields })
  return (await fetch(`${t.process.address}${path}`, { method: 'POST', body })).text()
}
const countOf = async (id: string) =>
  (await sql`select from form_response where form_id = ${id}`.execute(db())).rows.length

describe('a page of an earlier version', () => {
  test('takes no answer of a person who is not invited since', async () => {
    const { id, path } = await publish({ access: 'anyone' })
    await answer(path)
    expect(await countOf(id)).toBe(1)
    await republish(id, { access: 'invited' })
    await answer(path)
    expect(await countOf(id)).toBe(1)
  })

  test('takes one answer of each person when this was decided since', async () => {
    const { id, path } = await publish({ oncePerPerson: false })
    const rex = await makeContact(t.process.kernel, t.acme.id, 'Rex', '+14155592001')
    const until = new Date(t.process.kernel.world.now().getTime() + 60_000)
    const p = personalMark(t.process.kernel, { orgId: t.acme.id, path, contactId: rex.id, until })
    await answer(path, { p })
    await republish(id, { oncePerPerson: true })
    await answer(path, { p })
    expect(await countOf(id)).toBe(1)
  })
})

describe('an anonymous answer', () => {
  const age = (id: string, column: 'created_at' | 'updated_at', days: number) =>
    sql`update form set ${sql.ref(column)} = now() - make_interval(days => ${days}) where id = ${id}`.execute(db())

  test('is kept while its form is open, and for the whole period after its end', async () => {
    const ids: string[] = []
    for (let form = 0; form < 3; form += 1) {
      const { id, path } = await publish({ anonymous: true })
      await age(id, 'created_at', 400)
      await answer(path)
      ids.push(id)
    }
    const [open, justClosed, longClosed] = ids as [string, string, string]
    for (const id of [justClosed, longClosed])
      await t.as(t.acme.ann).call(setFormState, { params: { id }, body: { to: 'closed' } })
    await age(open, 'updated_at', 300)
    await age(longClosed, 'updated_at', 300)
    await keepFor(t, 'form_answers', 3)
    await purge(t)
    expect([await countOf(open), await countOf(justClosed), await countOf(longClosed)]).toEqual([1, 1, 0])
    // A form whose closing time passed has ended then, although its state still says open.
    const closesAt = new Date(Date.now() - 200 * 86_400_000).toISOString()
    await sql`
      with old as (delete from form_version where form_id = ${open} returning *)
      insert into form_version (org_id, form_id, version, content, published_at)
      select org_id, form_id, version, content || jsonb_build_object('closesAt', ${closesAt}::text), published_at from old`.execute(
      db(),
    )
    await purge(t)
    expect(await countOf(open)).toBe(0)
    await keepFor(t, 'form_answers', null)
  })
})
