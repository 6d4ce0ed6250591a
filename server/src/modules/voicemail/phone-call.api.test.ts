import { createHoliday } from '@crewline/contract/holidays'
import { conversation } from '@crewline/contract/inbox'
import { editOrganization, type OrganizationSettings } from '@crewline/contract/organizations'
import { setGreeting, voicemails } from '@crewline/contract/voicemail'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { upload, wav } from '../../../test/kit/files.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { fetchPending } from '../files/index.ts'
import { listenToVoicemails } from './index.ts'

describe.each(['simulated', 'twilio'])('a contact calls a line at %s', (carrier) => {
  let t: TestApp
  beforeAll(async () => {
    t = await testApp({ carrier })
  })
  afterAll(() => t.close())

  const work = async () => {
    while (await fetchPending(t.process.kernel));
    while (await listenToVoicemails(t.process.kernel));
  }
  const list = async () => (await t.as(t.acme.gus).call(voicemails)).body
  const thread = async (id: string) => (await t.as(t.acme.gus).call(conversation, { params: { id } })).body.messages

  test('hears the greeting and leaves a message that the team can play', async () => {
    const { bob, line } = t.acme
    const call = await t.carrier.calls(bob.phone, line.phone, { wav: wav({ seconds: 4 }) })
    expect(call.words).toContain('Acme')
    const voicemail = await t.until(async () => (await list()).data[0])
    expect(voicemail).toMatchObject({ contact: { id: bob.id }, state: 'new', transcript: null })
    // A fetch that failed is tried again later.
    const ready = await t.until(async () => {
      await work()
      const [heard] = (await list()).data
      return heard && heard.peaks.length > 0 && heard
    })
    const sound = await fetch(new URL(ready.url as string, t.process.address))
    expect([sound.status, sound.headers.get('content-type')]).toEqual([200, 'audio/wav'])
    expect(await thread(bob.id)).toMatchObject([
      { kind: 'voicemail', direction: 'in', voicemail: { id: voicemail.id } },
    ])
  })

  test('hears a recorded greeting, hangs up, and gets a text', async () => {
    const { cat, line } = t.acme
    const file = (await upload(t, t.acme.ann, wav(), 'hello.wav')).body.file
    const set = { words: '', fileId: file.id, missedCallText: 'Sorry we missed you. Text us here.' }
    expect((await t.as(t.acme.ann).call(setGreeting, { body: set })).http).toBe(200)
    const call = await t.carrier.calls(cat.phone, line.phone, 'nothing')
    expect((await fetch(call.audioUrl as string)).status).toBe(200)
    await t.until(async () => (await t.carrier.sent()).some((message) => message.to === cat.phone))
    expect(await thread(cat.id)).toMatchObject([
      { kind: 'call', direction: 'in' },
      { kind: 'auto_reply', direction: 'out', body: set.missedCallText },
    ])
  })

  test('hears the after-hours greeting when the organization is closed and the regular one when it is open', async () => {
    const { bob, line } = t.acme
    const hours = async (businessHours: OrganizationSettings['businessHours']) => {
      const answer = await t.as(t.acme.ann).call(editOrganization, { body: { settings: { businessHours } } })
      expect(answer.http).toBe(200)
    }
    const all = { from: '00:00', to: '00:00' }
    const closed = { words: 'The plant is closed.', fileId: null }
    const set = { words: 'We are on the floor.', fileId: null, closed, missedCallText: '' }
    expect((await t.as(t.acme.ann).call(setGreeting, { body: set })).http).toBe(200)
    await hours({})
    expect((await t.carrier.calls(bob.phone, line.phone, 'nothing')).words).toBe('The plant is closed.')
    await hours({ mon: all, tue: all, wed: all, thu: all, fri: all, sat: all, sun: all })
    expect((await t.carrier.calls(bob.phone, line.phone, 'nothing')).words).toBe('We are on the floor.')
  })

  test('hears the holiday greeting and gets the holiday reply on a holiday', async () => {
    const { ann, bob, line } = t.acme
    const all = { from: '00:00', to: '00:00' }
    const businessHours = { mon: all, tue: all, wed: all, thu: all, fri: all, sat: all, sun: all }
    const settings = { businessHours, awayReply: 'Back soon.', holidayReply: 'Today is {holiday}.' }
    const holiday = { words: 'The plant is on holiday.', fileId: null }
    await t.as(ann).call(editOrganization, { body: { timezone: 'UTC', settings } })
    await t.as(ann).call(setGreeting, { body: { words: 'On the floor.', fileId: null, holiday, missedCallText: '' } })
    const dayAt = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    expect((await t.carrier.calls(bob.phone, line.phone, 'nothing')).words).toBe('On the floor.')
    // Two days, in case midnight passes during the test.
    await t.as(ann).call(createHoliday, { body: { name: 'Plant Day', from: dayAt(0), to: dayAt(1) } })
    expect((await t.carrier.calls(bob.phone, line.phone, 'nothing')).words).toBe(holiday.words)
    await t.carrier.texts(bob.phone, 'Anybody there?', line.phone)
    await t.until(async () =>
      (await t.carrier.sent()).some(({ to, body }) => to === bob.phone && body === 'Today is Plant Day.'),
    )
  })
})
