import { createHoliday, deleteHoliday, holidays } from '@crewline/contract/holidays'
import { editOrganization, type OrganizationSettings } from '@crewline/contract/organizations'
import { greeting, removeLineGreeting, setGreeting, setLineGreeting } from '@crewline/contract/voicemail'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { upload, wav } from '../../../test/kit/files.ts'
import { house, type House } from '../../../test/kit/house.ts'
import { callEars } from '../carriers/index.ts'
import { lineById, type Line } from '../lines/index.ts'

let t: House
let line: Line

beforeAll(async () => {
  t = await house({ roles: 'web' })
  line = (await lineById(t.process.kernel.database.ofOrg(t.acme.id), t.process.kernel.seal, t.acme.line.id))!
})
afterAll(() => t.close())

const weekdays = { from: '08:00', to: '17:00' }
const open = { words: 'We are on the floor.', fileId: null }
const closed = { words: 'We open at eight.', fileId: null }

/** What a caller hears at a moment of the test's own clock. */
const hearsAt = (moment: string) => {
  const { kernel } = t.process
  const world = { ...kernel.world, now: () => new Date(moment) }
  return callEars.get().greet({ ...kernel, world }, line)
}
const wordsAt = async (moment: string) => (await hearsAt(moment)).words
async function keepHours(timezone: string, businessHours: OrganizationSettings['businessHours']): Promise<void> {
  const body = { timezone, settings: { businessHours } }
  expect((await t.as(t.acme.ann).call(editOrganization, { body })).http).toBe(200)
}
type Instead = { words: string; fileId: string | null } | null
const set = (body: Partial<typeof open> & { closed?: Instead; holiday?: Instead }) =>
  t.as(t.acme.ann).call(setGreeting, { body: { ...open, missedCallText: '', ...body } })
const read = async () => (await t.as(t.acme.ann).call(greeting)).body

describe('what callers hear after hours', () => {
  beforeEach(() => keepHours('America/Chicago', { mon: weekdays, fri: weekdays }))

  test('a minute before closing it is the one for open hours, at closing the other, until the door opens', async () => {
    await set({ closed })
    // Monday 23 November 2026 in Chicago is six hours behind.
    expect(await wordsAt('2026-11-23T13:59:59Z')).toBe(closed.words)
    expect(await wordsAt('2026-11-23T14:00:00Z')).toBe(open.words)
    expect(await wordsAt('2026-11-23T22:59:00Z')).toBe(open.words)
    expect(await wordsAt('2026-11-23T23:00:00Z')).toBe(closed.words)
    expect(await wordsAt('2026-11-24T18:00:00Z')).toBe(closed.words)
  })

  test('it goes by the clocks on the wall when they change, and by the zone of the organization', async () => {
    await set({ closed })
    // Friday 30 October is five hours behind, Monday 2 November six: clocks went back between them.
    expect(await wordsAt('2026-10-30T21:59:00Z')).toBe(open.words)
    expect(await wordsAt('2026-10-30T22:00:00Z')).toBe(closed.words)
    expect(await wordsAt('2026-11-02T22:59:00Z')).toBe(open.words)
    expect(await wordsAt('2026-11-02T23:00:00Z')).toBe(closed.words)
    await keepHours('Asia/Kathmandu', { mon: weekdays })
    expect(await wordsAt('2026-11-23T11:14:00Z')).toBe(open.words)
    expect(await wordsAt('2026-11-23T11:15:00Z')).toBe(closed.words)
  })

  test('without one for after hours, callers hear the same at all hours', async () => {
    await set({})
    expect(await wordsAt('2026-11-23T23:00:00Z')).toBe(open.words)
    await set({ words: '', closed })
    expect(await wordsAt('2026-11-23T22:59:00Z')).toContain('Acme')
    expect(await wordsAt('2026-11-23T23:00:00Z')).toBe(closed.words)
    expect((await set({ closed: { words: ' ', fileId: null } })).body.code).toBe('invalid')
  })

  test("a number's own greeting counts at all hours, with its own for after hours where it has one", async () => {
    await set({ closed })
    const own = (body: { closed?: typeof closed }) =>
      t
        .as(t.acme.ann)
        .call(setLineGreeting, { params: { lineId: line.id }, body: { words: 'Night line.', fileId: null, ...body } })
    expect((await own({})).body.lines).toEqual([
      { lineId: line.id, words: 'Night line.', file: null, closed: null, holiday: null },
    ])
    expect(await wordsAt('2026-11-23T23:00:00Z')).toBe('Night line.')
    await own({ closed: { words: 'The night line rests.', fileId: null } })
    expect(await wordsAt('2026-11-23T22:59:00Z')).toBe('Night line.')
    expect(await wordsAt('2026-11-23T23:00:00Z')).toBe('The night line rests.')
    await t.as(t.acme.ann).call(removeLineGreeting, { params: { lineId: line.id } })
    expect(await wordsAt('2026-11-23T23:00:00Z')).toBe(closed.words)
  })

  test('a recording for after hours is played, kept while it stays, and gone when it goes', async () => {
    const voice = (await upload(t, t.acme.ann, wav(), 'closed.wav')).body.file
    const { body } = await set({ closed: { words: '', fileId: voice.id } })
    expect(body.greeting.closed).toMatchObject({ words: '', file: { id: voice.id, kind: 'audio' } })
    const { audioUrl } = await hearsAt('2026-11-23T23:00:00Z')
    expect((await hearsAt('2026-11-23T22:59:00Z')).audioUrl).toBeNull()
    expect((await fetch(audioUrl as string)).headers.get('content-type')).toBe('audio/wav')
    await set({ words: 'Other words.', closed: { words: '', fileId: voice.id } })
    expect((await fetch(audioUrl as string)).status).toBe(200)
    // The same sound at all hours, then only inside them, is the same file.
    const same = await t.as(t.acme.ann).call(setGreeting, {
      body: { words: '', fileId: voice.id, closed: { words: '', fileId: voice.id }, missedCallText: '' },
    })
    expect(same.body.greeting).toMatchObject({ file: { id: voice.id }, closed: { file: { id: voice.id } } })
    await set({})
    expect((await fetch(audioUrl as string)).status).toBe(404)
    const theirs = (await upload(t, t.beta.ann, wav())).body.file
    expect((await set({ closed: { words: '', fileId: theirs.id } })).body.code).toBe('file_unknown')
  })

  test('whoever manages numbers sees whether it is open now and when that changes', async () => {
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

describe('what callers hear on holidays', () => {
  const holiday = { words: 'We are off for Plant Day.', fileId: null }
  const ann = () => t.as(t.acme.ann)
  const clear = async () => {
    for (const { id } of (await ann().call(holidays)).body.holidays) await ann().call(deleteHoliday, { query: { id } })
  }
  beforeEach(async () => {
    await keepHours('America/Chicago', { mon: weekdays, fri: weekdays })
    await clear()
    // Monday 23 November 2026 in Chicago is six hours behind.
    await ann().call(createHoliday, { body: { name: 'Plant Day', from: '2026-11-23', to: '2026-11-23' } })
  })
  const noon = '2026-11-23T18:00:00Z'

  test('its own from midnight to midnight, on that day only', async () => {
    await set({ closed, holiday })
    expect(await wordsAt('2026-11-23T05:59:59Z')).toBe(closed.words)
    expect(await wordsAt('2026-11-23T06:00:00Z')).toBe(holiday.words)
    expect(await wordsAt(noon)).toBe(holiday.words)
    expect(await wordsAt('2026-11-24T05:59:59Z')).toBe(holiday.words)
    expect(await wordsAt('2026-11-24T06:00:00Z')).toBe(closed.words)
    expect(await wordsAt('2026-11-30T18:00:00Z')).toBe(open.words)
  })

  test('without one, that for after hours; without that, the one of all hours; without any, the words of the house', async () => {
    await set({ closed })
    expect(await wordsAt(noon)).toBe(closed.words)
    await set({})
    expect(await wordsAt(noon)).toBe(open.words)
    await set({ holiday })
    expect(await wordsAt(noon)).toBe(holiday.words)
    expect(await wordsAt('2026-11-24T18:00:00Z')).toBe(open.words)
    await set({ words: '' })
    expect(await wordsAt(noon)).toContain('Acme')
    expect((await set({ holiday: { words: ' ', fileId: null } })).body.code).toBe('invalid')
  })

  test("a number's own greetings count for it, whatever the others have", async () => {
    await set({ closed, holiday })
    const own = (body: { closed?: Instead; holiday?: Instead }) =>
      ann().call(setLineGreeting, {
        params: { lineId: line.id },
        body: { words: 'Night line.', fileId: null, ...body },
      })
    await own({})
    expect(await wordsAt(noon)).toBe('Night line.')
    await own({ closed: { words: 'The night line rests.', fileId: null } })
    expect(await wordsAt(noon)).toBe('The night line rests.')
    const made = await own({ holiday: { words: 'The night line is off.', fileId: null } })
    expect(made.body.lines).toMatchObject([{ closed: null, holiday: { words: 'The night line is off.', file: null } }])
    expect(await wordsAt(noon)).toBe('The night line is off.')
    await ann().call(removeLineGreeting, { params: { lineId: line.id } })
    expect(await wordsAt(noon)).toBe(holiday.words)
  })

  test('a recording is played, stays while something plays it, and goes with the last', async () => {
    const voice = (await upload(t, t.acme.ann, wav(), 'off.wav')).body.file
    const sound = { words: '', fileId: voice.id }
    const { body } = await set({ closed: sound, holiday: sound })
    expect(body.greeting).toMatchObject({ closed: { file: { id: voice.id } }, holiday: { file: { id: voice.id } } })
    const { audioUrl } = await hearsAt(noon)
    const status = async () => (await fetch(audioUrl as string)).status
    expect(await status()).toBe(200)
    await set({ holiday: sound })
    expect(await status()).toBe(200)
    await set({})
    expect(await status()).toBe(404)
    const theirs = (await upload(t, t.beta.ann, wav())).body.file
    expect((await set({ holiday: { words: '', fileId: theirs.id } })).body.code).toBe('file_unknown')
  })

  test('whoever manages numbers sees that today is one, and when that ends', async () => {
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
