import { auditEntries } from '@crewline/contract/audit'
import { saveContactView } from '@crewline/contract/contact-lists'
import { createReply, deleteReply } from '@crewline/contract/replies'
import { createView } from '@crewline/contract/saved-views'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from './kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

test('the audit log names saved replies and views that are shared, and not those of one member alone', async () => {
  const [ann, gus] = [t.as(t.acme.ann), t.as(t.acme.gus)]
  for (const [api, name, shared] of [
    [ann, 'Team', true],
    [gus, 'Secret', false],
  ] as const) {
    const reply = await api.call(createReply, { body: { name: `${name} reply`, body: 'Thanks.', shared } })
    expect((await api.call(deleteReply, { query: { id: reply.body.reply.id } })).http).toBe(200)
    expect((await api.call(createView, { body: { name: `${name} view`, shared } })).http).toBe(200)
    expect((await api.call(saveContactView, { body: { name: `${name} list`, shared, audience: {} } })).http).toBe(200)
  }
  const { data } = (await ann.call(auditEntries, { query: {} })).body
  const saved = data.filter(({ action }) =>
    ['saved-reply.deleted', 'view.saved', 'contact-view.saved'].includes(action),
  )
  expect(saved).toHaveLength(6)
  const text = JSON.stringify(saved)
  for (const name of ['Team reply', 'Team view', 'Team list']) expect(text).toContain(name)
  expect(text).not.toContain('Secret')
})
