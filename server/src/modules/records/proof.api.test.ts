import { auditEntries } from '@crewline/contract/audit'
import { conversationProof } from '@crewline/contract/records'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeContact, makeUser } from '../../../test/kit/cast.ts'
import { addOldText, daysAgo } from '../../../test/kit/old-data.ts'
import { pagesOf } from '../../../test/kit/pdf-words.ts'
import { nativeCall } from '../../../test/kit/hooks.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

async function proofOf(contactId: string): Promise<string> {
  const query = new URLSearchParams({ contactId })
  const answer = await fetch(`${t.process.address}/api${conversationProof.path}?${query.toString()}`, {
    headers: { authorization: `Bearer ${t.acme.ann.token}` },
  })
  expect(answer.status).toBe(200)
  return (await pagesOf(Buffer.from(await answer.arrayBuffer()))).join('\n')
}

test('proves consent with its wording, each message with its delivery, and who wrote it', async () => {
  const contact = await makeContact(t.process.kernel, t.acme.id, 'Proven', '+14155557301')
  await addOldText(t, contact, { at: daysAgo(t, 3), body: 'Gate 4 is open', state: 'delivered' })
  const id = `txt_${t.process.kernel.world.id()}`
  const call = nativeCall(t.acme.line, {
    type: 'inbound',
    id,
    from: contact.phone,
    to: t.acme.line.phone,
    body: 'STOP',
  })
  await fetch(`${t.process.address}/hooks/simulated/${t.acme.line.id}`, { method: 'POST', ...call })
  const words = await proofOf(contact.id)
  expect(words).toContain('Proof of a conversation')
  expect(words).toContain('Proven Worker')
  expect(words).toContain('Opted out, by a keyword in a text')
  expect(words).toContain('STOP')
  expect(words).toContain('Gate 4 is open')
  expect(words).toContain('Delivered')
  expect(words).toContain('Last report')
  expect(words).toMatch(/1 \/ \d/)
  const { body } = await t.as(t.acme.ann).call(auditEntries, { query: { objectId: contact.id } })
  expect(body.data.map(({ action }) => action)).toContain('conversation.proof-taken')
})

test('is refused for unknown contacts, days that end before they begin, and roles that may not export', async () => {
  const contact = await makeContact(t.process.kernel, t.acme.id, 'Refused', '+14155557302')
  const theirs = await makeContact(t.process.kernel, t.beta.id, 'Theirs', '+14155557303')
  const ann = t.as(t.acme.ann)
  expect((await ann.call(conversationProof, { query: { contactId: theirs.id } })).http).toBe(404)
  const days = { from: '2026-02-02', to: '2026-02-01' }
  expect(
    (await ann.call(conversationProof, { query: { contactId: contact.id, ...days } })).body.fieldErrors,
  ).toHaveProperty('to')
  const agent = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Al', lastname: 'A', role: 'agent' })
  expect((await t.as(agent).call(conversationProof, { query: { contactId: contact.id } })).body.code).toBe(
    'not_permitted',
  )
})
