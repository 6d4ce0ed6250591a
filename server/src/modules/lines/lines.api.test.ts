import { addLine, editLine, linePause, lines, releaseLine } from '@crewline/contract/lines'
import { sendMessage } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TELNYX_PUBLIC_KEY } from '../../../test/kit/hooks.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { lineById } from './index.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const owner = () => t.as(t.acme.ann)
const all = async () => (await owner().call(lines)).body.lines
const newNumber = (phone: string, more: object = {}) =>
  owner().call(addLine, { body: { phone, label: 'Night', carrier: 'simulated', ...more } })
const newest = () => t.carrier.sent().then((sent) => sent.at(-1))

test('lists the lines, their webhook addresses, and the available carriers', async () => {
  const { body } = await owner().call(lines)
  expect(body.carriers).toEqual(['twilio', 'telnyx', 'simulated'])
  expect(body.lines).toEqual([
    expect.objectContaining({
      ...{ id: t.acme.line.id, phone: t.acme.line.phone, state: 'active', isDefault: true, pausedReason: null },
      webhookUrl: `${t.process.kernel.config.publicUrl}/hooks/simulated/${t.acme.line.id}`,
      voiceUrl: `${t.process.kernel.config.publicUrl}/hooks/simulated/${t.acme.line.id}/voice`,
      health: expect.objectContaining({ score: 'unknown' }) as object,
    }),
  ])
  expect(JSON.stringify(body)).not.toContain(t.acme.line.credentials.key)
})

test('adds a line that receives messages immediately', async () => {
  const { body } = await newNumber('(312) 555-0151')
  expect(body.line).toMatchObject({
    ...{ phone: '+13125550151', phoneDisplay: '(312) 555-0151', label: 'Night', type: 'local', textsPerSecond: 1 },
    ...{ state: 'active', isDefault: false },
  })
  await t.carrier.texts('+14155559901', 'To the new number', '+13125550151')
  const system = t.process.kernel.database.asSystem('tests look for a text')
  await t.until(async () => {
    const result =
      await sql`select from message where body = 'To the new number' and line_id = ${body.line.id}`.execute(system)
    return result.rows.length === 1
  })
})

test('derives the rate limit from the line type unless one is given', async () => {
  const added = await newNumber('800 555 0152', { type: 'toll_free' })
  expect(added.body.line.textsPerSecond).toBe(3)
  const code = await newNumber('12345', { type: 'short_code', label: 'Code' })
  expect(code.body.line).toMatchObject({ phone: '12345', phoneDisplay: '12345', textsPerSecond: 100 })
  expect((await newNumber('312 555 0153', { textsPerSecond: 7.5 })).body.line.textsPerSecond).toBe(7.5)
})

test('refuses an invalid or taken number with a field error', async () => {
  expect((await newNumber('12')).body).toMatchObject({
    code: 'phone_invalid',
    fieldErrors: { phone: expect.any(String) },
  })
  expect((await newNumber('+13125550142', { type: 'short_code' })).body.code).toBe('phone_invalid')
  expect((await newNumber(t.beta.line.phone)).body).toMatchObject({ code: 'phone_taken' })
})

test('verifies an account at the carrier before saving anything', async () => {
  const twilio = { carrier: 'twilio' as const, account: `AC${'a'.repeat(32)}`, key: 'b'.repeat(32) }
  expect((await newNumber('312 555 0161', { carrier: 'twilio' })).body).toMatchObject({
    code: 'invalid',
    fieldErrors: { account: expect.any(String), key: expect.any(String) },
  })
  expect((await newNumber('312 555 0161', { ...twilio, key: 'wrong' })).body).toMatchObject({
    code: 'carrier_refused',
    fieldErrors: { key: expect.any(String) },
  })
  expect((await newNumber('312 555 0161', twilio)).body.line).toMatchObject({ carrier: 'twilio' })
  expect((await newNumber('312 555 0162', { ...twilio, key: 'c'.repeat(32) })).body.code).toBe('carrier_refused')
  expect((await all()).map((line) => line.phone)).not.toContain('+13125550162')
})

test('adds a number of Telnyx with its API key and public key, and says that calls are not answered', async () => {
  const account = `KEY${'A'.repeat(32)}`
  const telnyx = { carrier: 'telnyx' as const, key: `${account}_secret`, publicKey: TELNYX_PUBLIC_KEY }
  expect((await newNumber('312 555 0194', { carrier: 'telnyx' })).body).toMatchObject({
    code: 'invalid',
    fieldErrors: { key: expect.any(String), publicKey: expect.any(String) },
  })
  for (const publicKey of ['short', `${TELNYX_PUBLIC_KEY}x`, `-----BEGIN PUBLIC KEY-----`])
    expect((await newNumber('312 555 0194', { ...telnyx, publicKey })).body).toMatchObject({
      code: 'invalid',
      fieldErrors: { publicKey: expect.any(String) },
    })
  expect((await newNumber('312 555 0194', { ...telnyx, key: 'wrong' })).body).toMatchObject({
    code: 'carrier_refused',
    fieldErrors: { key: expect.any(String) },
  })
  const { line } = (await newNumber('312 555 0194', telnyx)).body
  expect(line).toMatchObject({
    carrier: 'telnyx',
    webhookUrl: `${t.process.kernel.config.publicUrl}/hooks/telnyx/${line.id}`,
    voiceUrl: null,
  })
  await t.carrier.texts('+14155559902', 'To Telnyx', '+13125550194')
  const db = t.process.kernel.database.ofOrg(t.acme.id)
  const arrived = () => sql`select from message where body = 'To Telnyx' and line_id = ${line.id}`.execute(db)
  await t.until(async () => (await arrived()).rows.length === 1)
  const edit = (body: object) => owner().call(editLine, { query: { id: line.id }, body })
  expect((await edit({ key: `${account}_another` })).body.code).toBe('carrier_refused')
  // With another public key nothing of Telnyx is believed any more.
  expect((await edit({ publicKey: Buffer.alloc(32, 7).toString('base64') })).http).toBe(200)
  const stored = await lineById(db, t.process.kernel.encryption, line.id)
  expect(stored?.credentials).toEqual({
    account,
    key: telnyx.key,
    secret: Buffer.alloc(32, 7).toString('base64'),
  })
  await owner().call(releaseLine, { query: { id: line.id } })
})

test('refuses an account or key that no header can carry, with a message beside the field', async () => {
  for (const wrong of ['sécret', 'two words', 'a\u0001b', '密码'])
    for (const field of ['account', 'key']) {
      const answer = await newNumber('312 555 0178', { account: 'one', key: 'two', [field]: wrong })
      expect(answer).toMatchObject({ http: 400, body: { code: 'invalid' } })
      expect(Object.keys(answer.body.fieldErrors ?? {})).toEqual([field])
    }
})

test('stores secrets encrypted', async () => {
  const system = t.process.kernel.database.asSystem('tests look at secrets')
  const result = await sql<{ credentials: string }>`select credentials from line`.execute(system)
  for (const { credentials } of result.rows) expect(credentials).toMatch(/^v1\.[\w-]+$/)
})

test('has one default line for new conversations; existing ones keep their line', async () => {
  const { bob, cat, line } = t.acme
  const send = (contactId: string, body: string) => owner().call(sendMessage, { body: { contactId, body } })
  await send(bob.id, 'From the old default')
  await t.drain()
  const otherLine = (await all()).find((row) => row.phone === '+13125550151')
  await owner().call(editLine, { query: { id: otherLine?.id ?? '' }, body: { isDefault: true } })
  const after = await all()
  expect(after.filter((row) => row.isDefault).map((row) => row.id)).toEqual([otherLine?.id])
  expect(after[0]?.id).toBe(otherLine?.id)
  await send(cat.id, 'From the new default')
  await t.drain()
  expect(await newest()).toMatchObject({ body: 'From the new default', from: '+13125550151' })
  await send(bob.id, 'Still from the old')
  await t.drain()
  expect(await newest()).toMatchObject({ body: 'Still from the old', from: line.phone })
})

test('a paused line sends nothing new, shows who paused it, and works again after resuming', async () => {
  const { bob, line } = t.acme
  const edited = await owner().call(editLine, { query: { id: line.id }, body: { paused: true } })
  expect(edited.body.line).toMatchObject({ state: 'paused', pausedReason: 'Paused by Ann Acme.' })
  const inSpanish = await owner().call(lines, { headers: { 'accept-language': 'es' } })
  expect(inSpanish.body.lines.find((row) => row.id === line.id)?.pausedReason).toBe('En pausa por Ann Acme.')
  await owner().call(sendMessage, { body: { contactId: bob.id, body: 'Around the pause' } })
  await t.drain()
  expect(await newest()).toMatchObject({ body: 'Around the pause', from: '+13125550151' })
  const resumed = await owner().call(editLine, { query: { id: line.id }, body: { paused: false } })
  expect(resumed.body.line).toMatchObject({ state: 'active', pausedReason: null })
})

test('reports that messages wait only when every line is paused', async () => {
  const isWaiting = async () => (await t.as(t.acme.gus).call(linePause)).body.allPaused
  expect(await isWaiting()).toBe(false)
  const working = (await all()).filter(({ state }) => state === 'active')
  for (const [nth, { id }] of working.entries()) {
    await owner().call(editLine, { query: { id }, body: { paused: true } })
    expect(await isWaiting()).toBe(nth === working.length - 1)
  }
  for (const { id } of working) await owner().call(editLine, { query: { id }, body: { paused: false } })
  expect(await isWaiting()).toBe(false)
})

test('edits label and rate limit, and credentials only after the carrier accepts them', async () => {
  const night = (await all()).find((row) => row.carrier === 'twilio')
  const id = night?.id ?? ''
  const edit = (body: object) => owner().call(editLine, { query: { id }, body })
  expect((await edit({ label: 'Warehouse', textsPerSecond: 2 })).body.line).toMatchObject({
    ...{ label: 'Warehouse', textsPerSecond: 2 },
  })
  expect((await edit({ key: 'd'.repeat(32) })).body.code).toBe('carrier_refused')
  expect((await edit({ key: 'b'.repeat(32) })).body.line).toMatchObject({ label: 'Warehouse' })
})

test('a released line disappears, passes on the default, and can be added again; the last one stays', async () => {
  const before = await all()
  const first = before[0]
  expect((await owner().call(releaseLine, { query: { id: first?.id ?? '' } })).http).toBe(200)
  const after = await all()
  expect(after.map((row) => row.id)).not.toContain(first?.id)
  expect(after.filter((row) => row.isDefault)).toHaveLength(1)
  expect((await owner().call(releaseLine, { query: { id: first?.id ?? '' } })).body.code).toBe('not_found')
  const account = `again-${t.acme.id}`
  expect((await newNumber('312 555 0163', { account, key: 'k' })).http).toBe(200)
  expect((await t.as(t.beta.ann).call(releaseLine, { query: { id: t.beta.line.id } })).body.code).toBe('last_line')
})

test('keeps one line when two members release the last two at once', async () => {
  const beta = t.as(t.beta.ann)
  const added = await beta.call(addLine, { body: { phone: '312 555 0171', label: 'Two', carrier: 'simulated' } })
  const answers = await Promise.all(
    [t.beta.line.id, added.body.line.id].map((id) => beta.call(releaseLine, { query: { id } })),
  )
  expect(new Set(answers.map((reply) => reply.http))).toEqual(new Set([200, 422]))
  expect((await beta.call(lines)).body.lines.filter((row) => row.isDefault)).toHaveLength(1)
})

test('hides lines from other organizations and from members without the permission', async () => {
  const beta = t.as(t.beta.ann)
  const { id } = t.acme.line
  expect((await beta.call(editLine, { query: { id }, body: { label: 'Mine' } })).body.code).toBe('not_found')
  expect((await beta.call(releaseLine, { query: { id } })).body.code).toBe('not_found')
  for (const user of [t.acme.gus, t.acme.vic]) expect((await t.as(user).call(lines)).body.code).toBe('not_permitted')
})

test('audits every action without secrets', async () => {
  const system = t.process.kernel.database.asSystem('tests read the audit trail')
  const result = await sql<{ action: string; detail: object }>`
    select action, detail from audit_entry where org_id = ${t.acme.id} and action like 'line.%' order by id`.execute(
    system,
  )
  expect(new Set(result.rows.map((row) => row.action))).toEqual(
    new Set(['line.added', 'line.changed', 'line.made-default', 'line.paused', 'line.resumed', 'line.released']),
  )
  expect(JSON.stringify(result.rows)).not.toContain('b'.repeat(32))
})
