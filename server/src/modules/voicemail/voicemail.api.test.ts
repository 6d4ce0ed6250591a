import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MessageChanged, NewVoicemail } from '@crewline/contract/events'
import { judgeOptOut, sendMessage } from '@crewline/contract/messages'
import {
  deleteVoicemail,
  editVoicemail,
  greeting,
  removeLineGreeting,
  setGreeting,
  setLineGreeting,
  voicemails,
} from '@crewline/contract/voicemail'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { limitTo, makeGroup, makeUser, makeContact, type TestContact } from '../../../test/kit/cast.ts'
import { mp3, pdf, upload, wav } from '../../../test/kit/files.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { fail } from '../../kernel/failure.ts'
import { callHandler } from '../carriers/index.ts'
import { fetchPending, mediaFetcher } from '../files/index.ts'
import { addLine, lineById, type Line } from '../lines/index.ts'
import { messagesByIds } from '../messages/views.ts'
import { listenToVoicemails } from './index.ts'

let t: TestApp
let speech: Server
/** The response of the transcription service. */
let transcription: { http: number; body: object } = { http: 200, body: { text: '', language: 'english' } }
const requests: string[] = []
let nth = 0
let line: Line

beforeAll(async () => {
  speech = createServer((request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers.authorization}`)
    request.resume()
    request.on('end', () => {
      response.writeHead(transcription.http, { 'content-type': 'application/json' })
      response.end(JSON.stringify(transcription.body))
    })
  })
  await new Promise<void>((resolve) => speech.listen(0, '127.0.0.1', resolve))
  const port = (speech.address() as AddressInfo).port
  t = await testApp({
    roles: 'web',
    settings: { TRANSCRIBE_URL: `http://127.0.0.1:${port}/v1`, TRANSCRIBE_KEY: 'key-of-tests' },
  })
  line = (await lineById(t.process.kernel.database.ofOrg(t.acme.id), t.process.kernel.encryption, t.acme.line.id))!
})
afterAll(async () => {
  await t.close()
  speech.close()
})
beforeEach(() => {
  transcription = { http: 200, body: { text: 'Hi, this is Bob, call me back.', language: 'english' } }
  fetches(() => Promise.resolve(wav({ seconds: 2 })))
})
afterEach(() => vi.restoreAllMocks())

const fetches = (fetcher: () => Promise<Buffer>) => {
  vi.restoreAllMocks()
  vi.spyOn(mediaFetcher, 'get').mockReturnValue(fetcher)
}
const system = () => t.process.kernel.database.asSystem('tests look at every row')
const handler = () => callHandler.get()
const callId = () => `CA${nth++}`
const caller = (): Promise<TestContact> =>
  makeContact(t.process.kernel, t.acme.id, 'Cal', `+1415555${String(2000 + nth++).padStart(4, '0')}`)

/** Simulates a call that leaves a message. Returns its voicemail as listed. */
async function leaves(from: string, { id = callId(), durationSec = 32 } = {}) {
  const call = { callId: id, from, url: 'https://carrier.test/rec', durationSec }
  await handler().recorded(t.process.kernel, line, call)
  return newest()
}
const list = async (state: 'all' | 'new' | 'heard' | 'archived' = 'all') =>
  (await t.as(t.acme.gus).call(voicemails, { query: { state } })).body
const newest = async () => (await list()).data[0]!
async function work(): Promise<void> {
  while (await fetchPending(t.process.kernel));
  while (await listenToVoicemails(t.process.kernel));
}
const due = () =>
  sql`update voicemail set listen_at = now() - interval '1 second' where listen_at is not null`.execute(system())
const message = async (id: string) => (await messagesByIds(t.process.kernel.database.ofOrg(t.acme.id), [id]))[0]!
const conversationOf = async (contactId: string) =>
  (
    await sql<{ last_preview: string; last_kind: string; unheard_voicemails: number; waiting_since: Date | null }>`
      select last_preview, last_kind, unheard_voicemails, waiting_since from conversation where contact_id = ${contactId}`.execute(
      system(),
    )
  ).rows[0]!
const textsTo = async (contactId: string) =>
  (
    await sql<{ body: string }>`
      select body from message where contact_id = ${contactId} and direction = 'out' order by id`.execute(system())
  ).rows.map((row) => row.body)

describe('a caller leaves a message', () => {
  test('shows the voicemail at once, makes it playable when fetched, and transcribes it', async () => {
    const bob = await caller()
    const client = await t.connectClient(t.acme.gus)
    const voicemail = await leaves(bob.phone)
    expect(voicemail).toMatchObject({
      state: 'new',
      heard: false,
      durationSec: 32,
      url: null,
      transcript: null,
      contact: { id: bob.id },
    })
    expect(await client.next<NewVoicemail>('new-voicemail', { voicemailId: voicemail.id })).toMatchObject({
      voicemailId: voicemail.id,
      contact: { id: bob.id, firstname: 'Cal' },
      durationSec: 32,
      unheard: expect.any(Number) as number,
    })
    expect(await conversationOf(bob.id)).toMatchObject({
      last_preview: 'Voicemail 0:32',
      last_kind: 'voicemail',
      unheard_voicemails: 1,
      waiting_since: expect.any(Date) as Date,
    })
    expect(await message(voicemail.messageId)).toMatchObject({
      kind: 'voicemail',
      direction: 'in',
      state: 'received',
      body: '',
      media: [],
      voicemail: { id: voicemail.id, url: null, heard: false },
    })
    await work()
    const ready = await newest()
    expect(ready).toMatchObject({ id: voicemail.id, transcript: 'Hi, this is Bob, call me back.', language: 'en' })
    expect(ready.peaks).toHaveLength(60)
    expect(JSON.stringify(ready)).not.toContain('linkKey')
    const sound = await fetch(new URL(ready.url as string, t.process.address))
    expect([sound.status, sound.headers.get('content-type')]).toEqual([200, 'audio/wav'])
    const updated = await message(voicemail.messageId)
    expect(updated.voicemail).toMatchObject({
      peaks: ready.peaks,
      transcript: ready.transcript,
      url: expect.any(String) as string,
    })
    expect(updated.possibleOptOut).toBe(false)
    expect(JSON.stringify(updated)).not.toContain('linkKey')
    await client.next<MessageChanged>('message-changed', ({ message }) => message.id === voicemail.messageId)
    expect(requests.at(-1)).toBe('POST /v1/audio/transcriptions Bearer key-of-tests')
    client.close()
  })

  test('keeps one voicemail when a call is reported again, concurrently or after its deletion', async () => {
    const bob = await caller()
    const id = callId()
    await leaves(bob.phone, { id })
    await leaves(bob.phone, { id })
    const repeatedId = callId()
    await Promise.all(Array.from({ length: 5 }, () => leaves(bob.phone, { id: repeatedId })))
    expect((await list()).data.filter((item) => item.contact.id === bob.id)).toHaveLength(2)
    expect((await conversationOf(bob.id)).unheard_voicemails).toBe(2)
    const deleted = await newest()
    await t.as(t.acme.ann).call(deleteVoicemail, { params: { id: deleted.id } })
    await leaves(bob.phone, { id: repeatedId })
    expect((await list()).data.filter((item) => item.contact.id === bob.id)).toHaveLength(1)
  })

  test('creates a contact for an unknown or hidden number', async () => {
    expect((await leaves('+14155558181')).contact).toMatchObject({ firstname: 'Unknown', phone: '+14155558181' })
    expect((await leaves('')).contact.firstname).toBe('Unknown')
  })

  test('flags a spoken "stop texting me" for a member to judge', async () => {
    const bob = await caller()
    transcription.body = { text: 'This is Bob. Stop texting me.', language: 'english' }
    const voicemail = await leaves(bob.phone)
    await work()
    expect(await message(voicemail.messageId)).toMatchObject({ possibleOptOut: true })
    // The contact is opted out only after a member has judged.
    const isOut = async () =>
      (await sql`select from consent where phone = ${bob.phone} and opted_out`.execute(system())).rows.length === 1
    expect(await isOut()).toBe(false)
    const judged = await t
      .as(t.acme.gus)
      .call(judgeOptOut, { params: { id: voicemail.messageId }, body: { optOut: true } })
    expect(judged).toMatchObject({ http: 200, body: { message: { possibleOptOut: false } } })
    expect(await isOut()).toBe(true)
    const recorded = await sql<{ method: string; wording: string }>`
      select method, wording from consent_event where message_id = ${voicemail.messageId} and action = 'opt_out'`.execute(
      system(),
    )
    expect(recorded.rows).toEqual([{ method: 'voicemail', wording: 'This is Bob. Stop texting me.' }])
    const refused = await t.as(t.acme.gus).call(sendMessage, { body: { contactId: bob.id, body: 'Hello?' } })
    expect(refused.body.code).toBe('recipient_opted_out')
  })

  test('keeps the recording without a transcript when nothing is understood or the service stays down', async () => {
    transcription.body = { text: ' ', language: 'klingon' }
    const silence = await leaves((await caller()).phone)
    await work()
    expect(await newest()).toMatchObject({
      id: silence.id,
      transcript: null,
      language: null,
      url: expect.any(String) as string,
    })
    transcription = { http: 500, body: { error: { message: 'down' } } }
    const before = requests.length
    const unlucky = await leaves((await caller()).phone)
    for (let attempt = 0; attempt < 7; attempt++) {
      await work()
      await due()
    }
    expect(requests.length - before).toBe(5)
    expect(await newest()).toMatchObject({ id: unlucky.id, transcript: null, url: expect.any(String) as string })
  })

  test('keeps the call in the thread when the recording is invalid or refused', async () => {
    const bob = await caller()
    fetches(() => Promise.resolve(Buffer.from('<html>no</html>')))
    const voicemail = await leaves(bob.phone)
    await work()
    expect(await newest()).toMatchObject({ id: voicemail.id, url: null, transcript: null })
    fetches(() => Promise.resolve().then(() => fail('file_refused')))
    await leaves(bob.phone)
    await work()
    expect((await message((await newest()).messageId)).voicemail).toMatchObject({ url: null })
  })

  test('plays an MP3 with a flat waveform', async () => {
    fetches(() => Promise.resolve(mp3))
    await leaves((await caller()).phone)
    await work()
    const voicemail = await newest()
    expect(new Set(voicemail.peaks)).toEqual(new Set([30]))
    expect((await fetch(new URL(voicemail.url as string, t.process.address))).headers.get('content-type')).toBe(
      'audio/mpeg',
    )
  })
})

describe('the voicemail list', () => {
  test('marks a voicemail heard for all members, can undo it, and updates the conversation count', async () => {
    const bob = await caller()
    const voicemail = await leaves(bob.phone)
    const unheard = (await list()).unheard
    const set = (state: 'new' | 'heard' | 'archived') =>
      t.as(t.acme.gus).call(editVoicemail, { params: { id: voicemail.id }, body: { state } })
    expect((await set('heard')).body.voicemail).toMatchObject({ state: 'heard', heard: true })
    await set('heard')
    expect((await list()).unheard).toBe(unheard - 1)
    expect((await conversationOf(bob.id)).unheard_voicemails).toBe(0)
    expect((await message(voicemail.messageId)).voicemail?.heard).toBe(true)
    expect((await set('new')).body.voicemail.heard).toBe(false)
    expect((await conversationOf(bob.id)).unheard_voicemails).toBe(1)
    await Promise.all([set('heard'), set('archived'), set('heard')])
    expect((await conversationOf(bob.id)).unheard_voicemails).toBe(0)
    await set('archived')
    expect((await list()).data.map((item) => item.id)).not.toContain(voicemail.id)
    expect((await list('archived')).data.map((item) => item.id)).toContain(voicemail.id)
    expect((await list('new')).data.map((item) => item.id)).not.toContain(voicemail.id)
    const heardBy = await sql<{
      heard_by: { userId: string }[]
    }>`select heard_by from voicemail where id = ${voicemail.id}`.execute(system())
    expect(heardBy.rows[0]?.heard_by.map((entry) => entry.userId)).toContain(t.acme.gus.id)
  })

  test('deletes the recording and transcript of a voicemail and keeps only the call', async () => {
    const bob = await caller()
    await leaves(bob.phone)
    await work()
    const voicemail = await newest()
    expect((await t.as(t.acme.gus).call(deleteVoicemail, { params: { id: voicemail.id } })).body.code).toBe(
      'not_permitted',
    )
    expect((await t.as(t.beta.ann).call(deleteVoicemail, { params: { id: voicemail.id } })).http).toBe(404)
    expect((await t.as(t.acme.ann).call(deleteVoicemail, { params: { id: voicemail.id } })).http).toBe(200)
    expect((await fetch(new URL(voicemail.url as string, t.process.address))).status).toBe(404)
    expect(await message(voicemail.messageId)).toMatchObject({ kind: 'call', voicemail: null })
    expect((await conversationOf(bob.id)).unheard_voicemails).toBe(0)
    const stored = await sql<{
      row: string
    }>`select to_jsonb(v)::text as row from voicemail v where id = ${voicemail.id}`.execute(system())
    expect(stored.rows[0]?.row).not.toContain('call me back')
    expect((await t.as(t.acme.ann).call(deleteVoicemail, { params: { id: voicemail.id } })).http).toBe(404)
    expect(
      (await t.as(t.acme.gus).call(editVoicemail, { params: { id: voicemail.id }, body: { state: 'new' } })).http,
    ).toBe(404)
  })

  test('returns pages without gaps', async () => {
    const bob = await caller()
    for (let n = 0; n < 5; n++) await leaves(bob.phone)
    const all = (await list()).data.map((item) => item.id)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { body } = await t
        .as(t.acme.gus)
        .call(voicemails, { query: { pageSize: 2, ...(cursor ? { cursor } : {}) } })
      seen.push(...body.data.map((item) => item.id))
      cursor = body.nextCursor
    } while (cursor)
    expect(seen.slice(0, all.length)).toEqual(all)
    expect(new Set(seen).size).toBe(seen.length)
  })

  test('shows a member of some groups only the voicemails of their contacts, and none to another organization', async () => {
    const bob = await caller()
    const voicemail = await leaves(bob.phone)
    const sam = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Sam', lastname: 'Acme', role: 'manager' })
    await limitTo(t.process.kernel, sam, [await makeGroup(t.process.kernel, t.acme.id, 'Nobody here', [])])
    expect((await t.as(sam).call(voicemails)).body).toMatchObject({ data: [], unheard: 0 })
    expect((await t.as(sam).call(editVoicemail, { params: { id: voicemail.id }, body: { state: 'heard' } })).http).toBe(
      404,
    )
    expect((await t.as(sam).call(deleteVoicemail, { params: { id: voicemail.id } })).http).toBe(404)
    expect((await t.as(t.beta.gus).call(voicemails)).body).toMatchObject({ data: [], unheard: 0 })
    await limitTo(t.process.kernel, sam, [await makeGroup(t.process.kernel, t.acme.id, 'Of Cal', [bob.id])])
    expect((await t.as(sam).call(voicemails)).body.data.map((item) => item.id)).toEqual([voicemail.id])
    const response = await t.as(sam).call(editVoicemail, { params: { id: voicemail.id }, body: { state: 'heard' } })
    expect(response.body.voicemail.heard).toBe(true)
  })
})

describe('greetings for callers', () => {
  const greet = () => handler().greet(t.process.kernel, line)
  const set = (body: { words?: string; fileId?: string | null; missedCallText?: string }) =>
    t.as(t.acme.ann).call(setGreeting, { body: { words: '', fileId: null, missedCallText: '', ...body } })

  test('play the default text first, then the text or the recording of the organization', async () => {
    expect(await greet()).toEqual({ text: expect.stringContaining('Acme') as string, audioUrl: null, maxSeconds: 180 })
    expect((await t.as(t.acme.ann).call(greeting)).body.greeting.words).toContain('Acme')
    await set({ words: 'We are on the floor.' })
    expect((await greet()).text).toBe('We are on the floor.')
    const voice = (await upload(t, t.acme.ann, wav(), 'hello.wav')).body.file
    const { body } = await set({ fileId: voice.id })
    expect(body.greeting).toMatchObject({ words: '', file: { id: voice.id, kind: 'audio' } })
    expect(JSON.stringify(body)).not.toContain('linkKey')
    const { audioUrl } = await greet()
    expect((await fetch(audioUrl as string)).headers.get('content-type')).toBe('audio/wav')
    expect((await set({ fileId: voice.id, words: 'Both' })).body.greeting.file?.id).toBe(voice.id)
    expect((await set({ words: 'Only words' })).body.greeting).toMatchObject({ words: 'Only words', file: null })
    expect((await fetch(audioUrl as string)).status).toBe(404)
  })

  test('can differ for one line until reset', async () => {
    await set({ words: 'We are on the floor.' })
    const { world, database, encryption } = t.process.kernel
    const second = { ...t.acme.line, id: world.id(), phone: '+14155550177', label: 'Nights' }
    await addLine(system(), encryption, second, world.now())
    const otherLine = (await lineById(database.ofOrg(t.acme.id), encryption, second.id))!
    const greetOther = () => handler().greet(t.process.kernel, otherLine)
    const setForLine = (body: { words?: string; fileId?: string | null }, lineId = otherLine.id) =>
      t.as(t.acme.ann).call(setLineGreeting, { params: { lineId }, body: { words: '', fileId: null, ...body } })
    expect((await greetOther()).text).toBe('We are on the floor.')
    const voice = (await upload(t, t.acme.ann, wav(), 'night.wav')).body.file
    const { body } = await setForLine({ fileId: voice.id })
    expect(body.lines).toEqual([expect.objectContaining({ lineId: otherLine.id, words: '' })])
    expect(body.lines[0]?.file?.id).toBe(voice.id)
    const { audioUrl } = await greetOther()
    expect((await fetch(audioUrl as string)).status).toBe(200)
    expect(await greet()).toMatchObject({ text: 'We are on the floor.', audioUrl: null })

    expect((await setForLine({})).body.code).toBe('invalid')
    expect((await setForLine({ words: 'The night shift is out.' })).http).toBe(200)
    expect(await greetOther()).toMatchObject({ text: 'The night shift is out.', audioUrl: null })
    expect((await fetch(audioUrl as string)).status).toBe(404)
    expect((await setForLine({ words: 'Not mine' }, t.beta.line.id)).http).toBe(404)
    expect(
      (
        await t
          .as(t.acme.gus)
          .call(setLineGreeting, { params: { lineId: otherLine.id }, body: { words: 'No', fileId: null } })
      ).body.code,
    ).toBe('not_permitted')

    const back = (lineId = otherLine.id) => t.as(t.acme.ann).call(removeLineGreeting, { params: { lineId } })
    expect((await back()).body.lines).toEqual([])
    expect((await back()).http).toBe(200)
    expect((await back(t.beta.line.id)).http).toBe(404)
    expect((await greetOther()).text).toBe('We are on the floor.')
  })

  test('accept only playable recordings of the same organization from managers of lines', async () => {
    const paper = (await upload(t, t.acme.ann, pdf, 'a.pdf')).body.file
    expect((await set({ fileId: paper.id })).body.code).toBe('file_refused')
    const theirs = (await upload(t, t.beta.ann, wav())).body.file
    expect((await set({ fileId: theirs.id })).body.code).toBe('file_unknown')
    expect((await t.as(t.acme.gus).call(greeting)).body.code).toBe('not_permitted')
    expect((await t.as(t.beta.ann).call(greeting)).body.greeting.words).toContain('Beta')
  })

  test('text back a caller who leaves no message once a day, and never after an opt-out', async () => {
    await set({ missedCallText: 'We saw your call. Text us here.' })
    const misses = (from: string, id = callId()) => handler().missed(t.process.kernel, line, { callId: id, from })
    const bob = await caller()
    const id = callId()
    await misses(bob.phone, id)
    await misses(bob.phone, id)
    await Promise.all([misses(bob.phone), misses(bob.phone)])
    expect(await textsTo(bob.id)).toEqual(['We saw your call. Text us here.'])
    expect((await list()).data.filter((item) => item.contact.id === bob.id)).toEqual([])
    await sql`update missed_call set texted_at = texted_at - interval '25 hours' where contact_id = ${bob.id} and texted_at is not null`.execute(
      system(),
    )
    await misses(bob.phone)
    expect(await textsTo(bob.id)).toHaveLength(2)
    const cat = await caller()
    await sql`insert into consent (org_id, phone, opted_out, changed_at) values (${t.acme.id}, ${cat.phone}, true, now())`.execute(
      system(),
    )
    await misses(cat.phone)
    expect(await textsTo(cat.id)).toEqual([])
    expect(await conversationOf(cat.id)).toMatchObject({ last_preview: 'Missed call', last_kind: 'call' })
    await misses('withheld')
    await set({ missedCallText: '' })
    const dan = await caller()
    await misses(dan.phone)
    expect(await textsTo(dan.id)).toEqual([])
    await leaves(dan.phone, { durationSec: 0 })
    expect((await list()).data.filter((item) => item.contact.id === dan.id)).toEqual([])
  })
})
