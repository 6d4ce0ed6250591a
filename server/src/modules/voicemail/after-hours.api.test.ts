import { createHoliday, deleteHoliday, holidays } from '@crewline/contract/holidays'
import { editOrganization, type OrganizationSettings } from '@crewline/contract/organizations'
import { greeting, removeLineGreeting, setGreeting, setLineGreeting } from '@crewline/contract/voicemail'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { upload, wav } from '../../../test/kit/files.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { callHandler } from '../carriers/index.ts'
import { lineById, type Line } from '../lines/index.ts'

let t: TestApp
let line: Line

beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  line = (await lineById(t.process.kernel.database.ofOrg(t.acme.id), t.process.kernel.encryption, t.acme.line.id))!
})
afterAll(() => t.close())

const weekdays = { from: '08:00', to: '17:00' }
const open = { words: 'We are on the floor.', fileId: null }
const closed = { words: 'We open at eight.', fileId: null }

/** Returns what a caller hears at a given time. Times lie far ahead, so that links to recordings have not expired. */
const greetAt = (moment: string) => {
  const { kernel } = t.process
  const world = { ...kernel.world, now: () => new Date(moment) }
  return callHandler.get().greet({ ...kernel, world }, line)
}
const greetingTextAt = async (moment: string) => (await greetAt(moment)).text
async function keepHours(timezone: string, businessHours: OrganizationSettings['businessHours']): Promise<void> {
  const body = { timezone, settings: { businessHours } }
  expect((await t.as(t.acme.ann).call(editOrganization, { body })).http).toBe(200)
}
type Instead = { words: string; fileId: string | null } | null
const set = (body: Partial<typeof open> & { closed?: Instead; holiday?: Instead }) =>
  t.as(t.acme.ann).call(setGreeting, { body: { ...open, missedCallText: '', ...body } })
const read = async () => (await t.as(t.acme.ann).call(greeting)).body

describe('greetings after hours', () => {
  beforeEach(() => keepHours('America/Chicago', { mon: weekdays, fri: weekdays }))

  test('switch at closing and at opening time', async () => {
    await set({ closed })
    // Monday, November 23, 2099; Chicago is six hours behind UTC.
    expect(await greetingTextAt('2099-11-23T13:59:59Z')).toBe(closed.words)
    expect(await greetingTextAt('2099-11-23T14:00:00Z')).toBe(open.words)
    expect(await greetingTextAt('2099-11-23T22:59:00Z')).toBe(open.words)
    expect(await greetingTextAt('2099-11-23T23:00:00Z')).toBe(closed.words)
    expect(await greetingTextAt('2099-11-24T18:00:00Z')).toBe(closed.words)
  })

  test('follow clock changes and the zone of the organization', async () => {
    await set({ closed })
    // Friday, October 30 is five hours behind UTC, Monday, November 2 six: clocks went back in between.
    expect(await greetingTextAt('2099-10-30T21:59:00Z')).toBe(open.words)
    expect(await greetingTextAt('2099-10-30T22:00:00Z')).toBe(closed.words)
    expect(await greetingTextAt('2099-11-02T22:59:00Z')).toBe(open.words)
    expect(await greetingTextAt('2099-11-02T23:00:00Z')).toBe(closed.words)
    await keepHours('Asia/Kathmandu', { mon: weekdays })
    expect(await greetingTextAt('2099-11-23T11:14:00Z')).toBe(open.words)
    expect(await greetingTextAt('2099-11-23T11:15:00Z')).toBe(closed.words)
  })

  test('are the same at all hours without an after-hours greeting', async () => {
    await set({})
    expect(await greetingTextAt('2099-11-23T23:00:00Z')).toBe(open.words)
    await set({ words: '', closed })
    expect(await greetingTextAt('2099-11-23T22:59:00Z')).toContain('Acme')
    expect(await greetingTextAt('2099-11-23T23:00:00Z')).toBe(closed.words)
    expect((await set({ closed: { words: ' ', fileId: null } })).body.code).toBe('invalid')
  })

  test('use the greeting of the line at all hours, unless it has its own after-hours greeting', async () => {
    await set({ closed })
    const setForLine = (body: { closed?: typeof closed }) =>
      t
        .as(t.acme.ann)
        .call(setLineGreeting, { params: { lineId: line.id }, body: { words: 'Night line.', fileId: null, ...body } })
    expect((await setForLine({})).body.lines).toEqual([
      { lineId: line.id, words: 'Night line.', file: null, closed: null, holiday: null },
    ])
    expect(await greetingTextAt('2099-11-23T23:00:00Z')).toBe('Night line.')
    await setForLine({ closed: { words: 'The night line rests.', fileId: null } })
    expect(await greetingTextAt('2099-11-23T22:59:00Z')).toBe('Night line.')
    expect(await greetingTextAt('2099-11-23T23:00:00Z')).toBe('The night line rests.')
    await t.as(t.acme.ann).call(removeLineGreeting, { params: { lineId: line.id } })
    expect(await greetingTextAt('2099-11-23T23:00:00Z')).toBe(closed.words)
  })

  test('play a recording, keep it while in use, and delete it when replaced', async () => {
    const voice = (await upload(t, t.acme.ann, wav(), 'closed.wav')).body.file
    const { body } = await set({ closed: { words: '', fileId: voice.id } })
    expect(body.greeting.closed).toMatchObject({ words: '', file: { id: voice.id, kind: 'audio' } })
    const { audioUrl } = await greetAt('2099-11-23T23:00:00Z')
    expect((await greetAt('2099-11-23T22:59:00Z')).audioUrl).toBeNull()
    expect((await fetch(audioUrl as string)).headers.get('content-type')).toBe('audio/wav')
    await set({ words: 'Other words.', closed: { words: '', fileId: voice.id } })
    expect((await fetch(audioUrl as string)).status).toBe(200)
    // The same recording used for both greetings is one file.
    const same = await t.as(t.acme.ann).call(setGreeting, {
      body: { words: '', fileId: voice.id, closed: { words: '', fileId: voice.id }, missedCallText: '' },
    })
    expect(same.body.greeting).toMatchObject({ file: { id: voice.id }, closed: { file: { id: voice.id } } })
    await set({})
    expect((await fetch(audioUrl as string)).status).toBe(404)
    const theirs = (await upload(t, t.beta.ann, wav())).body.file
    expect((await set({ closed: { words: '', fileId: theirs.id } })).body.code).toBe('file_unknown')
  })

  test('show managers of lines whether it is open now and when that changes', async () => {
    await set({ closed })
    const all = { from: '00:00', to: '00:00' }
    await keepHours('UTC', { mon: all, tue: all, wed: all, thu: all, fri: all, sat: all, sun: all })
    expect((await read()).hours).toEqual({ isOpen: true, changesAt: null, holiday: null, turnsAt: null })
    await keepHours('UTC', {})
    expect(await read()).toMatchObject({
      hours: { isOpen: false, changesAt: null },
      greeting: { closed: { words: closed.words } },
    })
    await keepHours('UTC', { mon: { from: '08:00', to: '09:00' } })
    expect((await read()).hours.changesAt).toMatch(/T0[89]:00:00\.000Z$/)
  })
})

describe('greetings on holidays', () => {
  const holiday = { words: 'We are off for Plant Day.', fileId: null }
  const ann = () => t.as(t.acme.ann)
  const clear = async () => {
    for (const { id } of (await ann().call(holidays)).body.holidays) await ann().call(deleteHoliday, { query: { id } })
  }
  beforeEach(async () => {
    await keepHours('America/Chicago', { mon: weekdays, fri: weekdays })
    await clear()
    // Monday, November 23, 2099; Chicago is six hours behind UTC.
    await ann().call(createHoliday, { body: { name: 'Plant Day', from: '2099-11-23', to: '2099-11-23' } })
  })
  const noon = '2099-11-23T18:00:00Z'

  test('use the holiday greeting from midnight to midnight, only on that day', async () => {
    await set({ closed, holiday })
    expect(await greetingTextAt('2099-11-23T05:59:59Z')).toBe(closed.words)
    expect(await greetingTextAt('2099-11-23T06:00:00Z')).toBe(holiday.words)
    expect(await greetingTextAt(noon)).toBe(holiday.words)
    expect(await greetingTextAt('2099-11-24T05:59:59Z')).toBe(holiday.words)
    expect(await greetingTextAt('2099-11-24T06:00:00Z')).toBe(closed.words)
    expect(await greetingTextAt('2099-11-30T18:00:00Z')).toBe(open.words)
  })

  test('fall back to the after-hours greeting, then the regular one, then the default', async () => {
    await set({ closed })
    expect(await greetingTextAt(noon)).toBe(closed.words)
    await set({})
    expect(await greetingTextAt(noon)).toBe(open.words)
    await set({ holiday })
    expect(await greetingTextAt(noon)).toBe(holiday.words)
    expect(await greetingTextAt('2099-11-24T18:00:00Z')).toBe(open.words)
    await set({ words: '' })
    expect(await greetingTextAt(noon)).toContain('Acme')
    expect((await set({ holiday: { words: ' ', fileId: null } })).body.code).toBe('invalid')
  })

  test('use the greetings of the line instead of the general ones', async () => {
    await set({ closed, holiday })
    const setForLine = (body: { closed?: Instead; holiday?: Instead }) =>
      ann().call(setLineGreeting, {
        params: { lineId: line.id },
        body: { words: 'Night line.', fileId: null, ...body },
      })
    await setForLine({})
    expect(await greetingTextAt(noon)).toBe('Night line.')
    await setForLine({ closed: { words: 'The night line rests.', fileId: null } })
    expect(await greetingTextAt(noon)).toBe('The night line rests.')
    const made = await setForLine({ holiday: { words: 'The night line is off.', fileId: null } })
    expect(made.body.lines).toMatchObject([{ closed: null, holiday: { words: 'The night line is off.', file: null } }])
    expect(await greetingTextAt(noon)).toBe('The night line is off.')
    await ann().call(removeLineGreeting, { params: { lineId: line.id } })
    expect(await greetingTextAt(noon)).toBe(holiday.words)
  })

  test('play a recording, keep it while any greeting uses it, and delete it with the last', async () => {
    const voice = (await upload(t, t.acme.ann, wav(), 'off.wav')).body.file
    const sound = { words: '', fileId: voice.id }
    const { body } = await set({ closed: sound, holiday: sound })
    expect(body.greeting).toMatchObject({ closed: { file: { id: voice.id } }, holiday: { file: { id: voice.id } } })
    const { audioUrl } = await greetAt(noon)
    const status = async () => (await fetch(audioUrl as string)).status
    expect(await status()).toBe(200)
    await set({ holiday: sound })
    expect(await status()).toBe(200)
    await set({})
    expect(await status()).toBe(404)
    const theirs = (await upload(t, t.beta.ann, wav())).body.file
    expect((await set({ holiday: { words: '', fileId: theirs.id } })).body.code).toBe('file_unknown')
  })

  test('show managers of lines the current holiday and when it ends', async () => {
    await clear()
    const all = { from: '00:00', to: '00:00' }
    await keepHours('UTC', { mon: all, tue: all, wed: all, thu: all, fri: all, sat: all, sun: all })
    const dayAt = (days: number) =>
      new Date(t.process.kernel.world.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
    await ann().call(createHoliday, { body: { name: 'Long weekend', from: dayAt(-1), to: dayAt(1) } })
    const end = `${dayAt(2)}T00:00:00.000Z`
    expect((await read()).hours).toMatchObject({ isOpen: false, holiday: 'Long weekend', changesAt: end })
  })
})
