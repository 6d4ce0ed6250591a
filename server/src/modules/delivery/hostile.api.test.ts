import { conversations } from '@crewline/contract/inbox'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nativeCall, twilioCall } from '../../../test/kit/hooks.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { spoolIsEmpty } from './spool.ts'

// Every organization has the signing secret of its own number, so it can sign any content.
const NUL = '\0'
const LONG = 'x'.repeat(70_000)

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const hooks = (suffix = '') => `${t.process.kernel.config.publicUrl}/hooks/simulated/${t.acme.line.id}${suffix}`
const post = async (url: string, call: { body: string; headers: Record<string, string> }) =>
  (await fetch(url, { method: 'POST', ...call })).status
const inbound = (change: object) => ({
  ...{ type: 'inbound', id: `txt_${t.process.kernel.world.id()}`, from: t.acme.bob.phone, to: t.acme.line.phone },
  ...{ body: 'Hello', ...change },
})

test.each<[what: string, change: object]>([
  ['NUL in the number', { from: `+1${NUL}312` }],
  ['nothing but NUL for a number', { from: NUL }],
  ['NUL in its id', { id: `a${NUL}b` }],
  ['an id of seventy thousand characters', { id: LONG }],
  ['a number of seventy thousand characters', { from: LONG }],
  ['half a character everywhere', { id: 'a\ud800', from: '\udfff', body: '\ud800' }],
  ['files at addresses that are none', { media: [{ url: `a${NUL}${LONG}`, mime: `${NUL}${LONG}` }] }],
  ['a time that never was', { at: '9999-12-31T23:59:59.999Z' }],
  ['many files', { media: Array.from({ length: 500 }, () => ({ url: '/v1/media/x', mime: 'image/png' })) }],
])('stores a signed text with %s like any other and does not block the queue', async (_label, change) => {
  expect(await post(hooks(), nativeCall(t.acme.line, inbound(change)))).toBe(200)
  // While an event waits on the disk, nothing is sent for any organization.
  expect(await spoolIsEmpty(t.process.kernel.config.dataDir)).toBe(true)
})

test('ignores invalid data in a signed status update without blocking the spool', async () => {
  for (const change of [{ id: `a${NUL}` }, { id: LONG }, { errorCode: `3${NUL}` }, { errorCode: LONG }]) {
    const statusUpdate = { type: 'status', id: 'sms_1', status: 'failed', ...change }
    for (const suffix of ['', `/${t.process.kernel.world.id()}`, `/${t.beta.bob.id}`])
      expect(await post(hooks(suffix), nativeCall(t.acme.line, statusUpdate))).toBe(200)
  }
  expect(await spoolIsEmpty(t.process.kernel.config.dataDir)).toBe(true)
})

test.each<[what: string, call: object]>([
  ['a call from NUL', { type: 'missed', id: 'c1', from: NUL }],
  ['a call with NUL for an id', { type: 'missed', id: NUL, from: '+13125550177' }],
  ['a call with a long id', { type: 'missed', id: LONG, from: '+13125550178' }],
  [
    'a recording nowhere',
    { type: 'recording', id: `r${NUL}`, from: `${NUL}a`, url: `http://169.254.169.254/${NUL}`, durationSec: 1e300 },
  ],
  ['a recording of a long id', { type: 'recording', id: LONG, from: LONG, url: LONG, durationSec: 4 }],
  ['a recording of no length', { type: 'recording', id: 'r3', from: '+13125550179', url: '', durationSec: 0 }],
])('accepts %s', async (_label, call) => {
  const url = hooks('/voice')
  expect(await post(url, nativeCall(t.acme.line, { to: t.acme.line.phone, ...call }))).toBe(200)
})

test('refuses bodies over the size limit before the signature check', async () => {
  for (const suffix of ['', '/voice', '/voice/recording'])
    expect(await post(hooks(suffix), nativeCall(t.acme.line, inbound({ body: 'x'.repeat(300_000) })))).toBe(413)
})

test('answers 404 for another carrier or a carrier name that is an inherited property', async () => {
  for (const name of ['twilio', '__proto__', 'constructor', 'toString'])
    for (const suffix of ['', '/voice', '/voice/recording']) {
      const url = hooks(suffix).replace('/simulated/', `/${name}/`)
      expect(await post(url, twilioCall(t.acme.line, url, { CallSid: 'CA1', From: t.acme.bob.phone }))).toBe(404)
    }
})

test('rejects webhooks of a released number but accepts those of a paused one', async () => {
  const system = t.process.kernel.database.asSystem('a test changes a line')
  const state = (to: string) => sql`update line set state = ${to} where id = ${t.beta.line.id}`.execute(system)
  const url = (suffix = '') => `${t.process.kernel.config.publicUrl}/hooks/simulated/${t.beta.line.id}${suffix}`
  const call = { type: 'missed', id: 'c9', from: t.beta.bob.phone, to: t.beta.line.phone }
  await state('paused')
  expect(await post(url('/voice'), nativeCall(t.beta.line, call))).toBe(200)
  await state('released')
  expect(await post(url('/voice'), nativeCall(t.beta.line, { ...call, id: 'c10' }))).toBe(404)
  await state('active')
})

test('lists senders of malformed messages like any other contact', async () => {
  const { http, body } = await t.as(t.acme.ann).call(conversations, { query: { pageSize: 100 } })
  expect(http).toBe(200)
  expect(JSON.stringify(body)).not.toContain('\\u0000')
})
