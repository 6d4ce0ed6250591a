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
const set = (body: Partial<typeof open> & { closed?: typeof closed | null | { words: string; fileId: string } }) =>
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
    expect((await own({})).body.lines).toEqual([{ lineId: line.id, words: 'Night line.', file: null, closed: null }])
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
    expect((await read()).hours).toEqual({ isOpen: true, changesAt: null })
    await keepHours('UTC', {})
    expect(await read()).toMatchObject({
      hours: { isOpen: false, changesAt: null },
      greeting: { closed: { words: closed.words } },
    })
    await keepHours('UTC', { mon: { from: '08:00', to: '09:00' } })
    expect((await read()).hours.changesAt).toMatch(/T0[89]:00:00\.000Z$/)
  })
})
