import type { FailureCode } from '@crewline/contract/failures'
import { OUTBOX_WAIT_MS } from '@crewline/contract/limits'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Browser } from '../../../testing/browser.ts'
import { text as message } from '../../../testing/people.ts'
import { buildOutbox, type Post } from './outbox.ts'
import { WAITED_TOO_LONG, type PendingText, type TextExtras } from './outbox-rules.ts'

const owner = { userId: 'u', organizationId: 'o' }
const extras: TextExtras = {
  mediaIds: ['f'],
  scheduledAt: '2026-01-02T08:00:00Z',
  timeZone: 'America/Chicago',
  cancelIfReply: true,
  translation: { text: 'Hola', to: 'es' },
  seenMessageId: 'm',
}

function page(answer: (text: PendingText) => Awaited<ReturnType<Post['send']>>) {
  const sent: PendingText[] = []
  const outbox = buildOutbox()
  outbox.open({
    ...owner,
    send(text) {
      sent.push(text)
      return Promise.resolve(answer(text))
    },
  })
  return { outbox, sent }
}

const accepted = ({ clientMessageId, contactId, at }: PendingText) => ({
  message: message('1', contactId, at, { clientMessageId, direction: 'out' }),
})
const refused = (code: FailureCode) => () => ({ refusal: { status: 409, code, message: 'No.', token: 't' } })
const settle = async () => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('the outbox', () => {
  it('keeps the extras of a message across a reload, under the same key', async () => {
    vi.stubGlobal('localStorage', new Browser().storage)
    const before = page(refused('recipient_opted_out'))
    const key = before.outbox.send('maria', 'Hi', extras)
    await settle()
    const after = page(accepted)
    expect(after.outbox.pending()).toMatchObject([{ clientMessageId: key, body: 'Hi', state: 'failed', ...extras }])
    after.outbox.retry(key)
    await settle()
    expect(after.sent).toMatchObject([{ clientMessageId: key, ...extras }])
    expect(after.outbox.pending()).toEqual([])
  })

  it('reads a message that an older version stored with only its text', async () => {
    const browser = new Browser()
    vi.stubGlobal('localStorage', browser.storage)
    const storedText = {
      clientMessageId: 'k',
      contactId: 'maria',
      body: 'Hi',
      at: new Date().toISOString(),
      state: 'sending',
      tries: 0,
    }
    browser.storage.setItem('crewline/v1/outbox/u/o', JSON.stringify([storedText]))
    const { sent } = page(accepted)
    await settle()
    expect(sent).toMatchObject([{ clientMessageId: 'k', body: 'Hi' }])
  })

  it('sends no message automatically that waited too long, and sends it on request', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.stubGlobal('localStorage', new Browser().storage)
    vi.stubGlobal('navigator', { onLine: false })
    const before = page(() => ({ refusal: { status: 0, code: 'offline', message: '', token: null } }))
    const key = before.outbox.send('maria', 'Come at once')
    const dated = before.outbox.send('maria', 'Next week', { scheduledAt: new Date(Date.now() + 9e8).toISOString() })
    await settle()
    expect(before.outbox.pending()).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }])
    vi.setSystemTime(Date.now() + OUTBOX_WAIT_MS + 1)
    // A new login, or the device wakes up with its page open.
    const after = page(accepted)
    before.outbox.wake()
    await settle()
    expect(before.outbox.pending()).toMatchObject([{ state: 'failed', refusal: { code: WAITED_TOO_LONG } }, {}])
    expect(before.sent.map(({ body }) => body)).toEqual(['Come at once', 'Next week', 'Next week'])
    expect(after.sent.map(({ clientMessageId }) => clientMessageId)).toEqual([dated])
    const failedText = {
      clientMessageId: key,
      body: 'Come at once',
      state: 'failed',
      refusal: { code: WAITED_TOO_LONG },
    }
    expect(after.outbox.pending()).toMatchObject([failedText])
    after.outbox.retry(key)
    await settle()
    expect(after.sent.at(-1)).toMatchObject({ clientMessageId: key, body: 'Come at once' })
    expect(after.outbox.pending()).toEqual([])
  })

  it('returns a refused message complete, and only once', async () => {
    vi.stubGlobal('localStorage', new Browser().storage)
    const { outbox } = page(refused('answered_meanwhile'))
    const key = outbox.send('maria', 'Hi', extras)
    await settle()
    expect(outbox.takeOut(key)).toMatchObject({ body: 'Hi', ...extras, refusal: { code: 'answered_meanwhile' } })
    expect(outbox.takeOut(key)).toBeUndefined()
  })

  it('sends an edited message under the first key, and asks before sending both', async () => {
    vi.stubGlobal('localStorage', new Browser().storage)
    const before = page(refused('not_permitted'))
    const key = before.outbox.send('maria', 'Come at six')
    await settle()
    expect(before.outbox.edit(key)).toMatchObject({ body: 'Come at six' })
    expect(before.outbox.pending()).toEqual([])
    // The page is reloaded; the first message had arrived.
    const after = page((text) => (text.clientMessageId === key ? refused('key_reused')() : accepted(text)))
    after.outbox.send('ben', 'Hello')
    after.outbox.send('maria', 'Come at five', { resendOf: 'm' })
    after.outbox.send('maria', 'Come at seven')
    await settle()
    const keys = new Map(after.sent.map(({ body, clientMessageId }) => [body, clientMessageId === key]))
    expect(keys).toEqual(
      new Map([
        ['Hello', false],
        ['Come at five', false],
        ['Come at seven', true],
      ]),
    )
    const [refusedText] = after.outbox.pending()
    expect(refusedText).toMatchObject({ body: 'Come at seven', state: 'failed', refusal: { code: 'key_reused' } })
    // The first message has that key.
    expect(refusedText?.clientMessageId).not.toBe(key)
    after.outbox.retry(refusedText?.clientMessageId ?? '')
    await settle()
    expect(after.sent.at(-1)?.body).toBe('Come at seven')
    expect(after.outbox.pending()).toEqual([])
  })

  it('reuses the key only once: the next message is a new one', async () => {
    vi.stubGlobal('localStorage', new Browser().storage)
    let answer: (text: PendingText) => Awaited<ReturnType<Post['send']>> = refused('not_permitted')
    const { outbox, sent } = page((text) => answer(text))
    const key = outbox.send('maria', 'Come at six')
    await settle()
    outbox.edit(key)
    answer = accepted
    outbox.send('maria', 'Come at seven')
    outbox.send('maria', 'Bring boots')
    await settle()
    expect(sent.map(({ clientMessageId }) => clientMessageId === key)).toEqual([true, true, false])
  })
})
