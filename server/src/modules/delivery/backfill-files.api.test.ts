import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { conversation } from '@crewline/contract/inbox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeContact, type TestContact } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { photo } from '../../../test/kit/files.ts'
import { backfill } from './backfill.ts'

const HALF_AN_HOUR = 30 * 60_000
let t: TestApp
beforeAll(async () => {
  t = await testApp({ carrier: 'twilio' })
})
afterAll(() => t.close())

/** The requests for lists of files while something runs, and how many of them were open at once. */
async function listsOfFiles(run: () => Promise<unknown>): Promise<{ total: number; atOnce: number }> {
  const seen = { total: 0, atOnce: 0 }
  const open = new Set<object>()
  const begun = (message: unknown) => {
    const { request } = message as { request: { path: string } }
    if (!request.path.includes('/Media.json')) return
    seen.total += 1
    open.add(request)
    seen.atOnce = Math.max(seen.atOnce, open.size)
  }
  const ended = (message: unknown) => void open.delete((message as { request: object }).request)
  subscribe('undici:request:create', begun)
  subscribe('undici:request:trailers', ended)
  await run()
  unsubscribe('undici:request:create', begun)
  unsubscribe('undici:request:trailers', ended)
  return seen
}

const received = async (contact: TestContact) =>
  (await t.as(t.acme.ann).call(conversation, { params: { id: contact.id } })).body.messages

test('requests the files of missed messages several at a time, and those of stored messages not at all', async () => {
  const contact = await makeContact(t.process.kernel, t.acme.id, 'Fay', '+14155558201')
  const files = [{ bytes: await photo(), mime: 'image/jpeg' }]
  await t.carrier.behaves({ lostCallbacksPct: 100 })
  for (let n = 0; n < 6; n += 1)
    await t.carrier.sendsFiles(contact.phone, files, { body: `File ${n}`, to: t.acme.line.phone })
  await t.carrier.behaves({ lostCallbacksPct: 0 })
  // A backfill that the carrier does not answer leaves its line to the next one.
  const missed = await t.until(async () => {
    let count = 0
    const lists = await listsOfFiles(async () => (count = await backfill(t.process.kernel, HALF_AN_HOUR)))
    return count > 0 && { ...lists, count }
  })
  expect(missed).toMatchObject({ count: 6, total: 6 })
  expect(missed.atOnce).toBeGreaterThan(1)
  const messages = await received(contact)
  expect(messages.map((message) => [message.body, message.media.length])).toEqual(
    Array.from({ length: 6 }, (_, n) => [`File ${n}`, 1]),
  )
  expect(await listsOfFiles(() => backfill(t.process.kernel, HALF_AN_HOUR))).toEqual({ total: 0, atOnce: 0 })
})
