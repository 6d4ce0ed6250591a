import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { reportErrorsTo, gatherReports } from '../shared/lib/report-error.ts'
import { isAuthenticated } from '../shared/lib/session/state.ts'
import { discardOtherVersions } from '../shared/lib/storage.ts'
import { Browser, inTab } from '../testing/browser.ts'
import { signedIn } from '../testing/people.ts'
import { authAfter, emptySession } from '../shared/lib/session/state.ts'
import { findSession, mirrorTokens } from './boot.ts'
import { buildStore } from './store.ts'

const reply = signedIn('acme', 'valid-token')
const prefix = 'crewline/v1/'

let browser: Browser
let reports: { what: string; troubles: unknown }[]
let hasPollution = false

beforeEach(() => {
  browser = new Browser()
  reports = []
  reportErrorsTo((_error, { what, troubles }) => reports.push({ what, troubles }))
  vi.stubGlobal('fetch', (_url: string, { headers }: { headers: Record<string, string> }) => {
    const isValid = headers['authorization'] === 'Bearer valid-token'
    return Promise.resolve(
      Response.json(isValid ? { ...reply, organizations: [] } : { status: 'ERROR', code: 'session_invalid' }, {
        status: isValid ? 200 : 403,
      }),
    )
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  reportErrorsTo(() => {})
})

/** The sound session of a signed-in member, as it lies in the storage. */
function soundStorage(): Map<string, unknown> {
  const auth = { ...authAfter(reply), customFields: [{ id: 'f' }] }
  return new Map<string, unknown>(Object.entries({ ...emptySession(), auth }))
}

/** The start of the application, as far as the first paint. */
async function boot() {
  vi.stubGlobal('localStorage', browser.storage)
  vi.stubGlobal('document', browser.document)
  vi.stubGlobal('window', browser.window)
  vi.stubGlobal('location', { protocol: 'https:' })
  return inTab(browser.open('tab'), async () => {
    const tell = gatherReports('the stored session was not sound')
    discardOtherVersions()
    const { store, loaded } = buildStore(() => {})
    await loaded
    const isFound = await findSession(store)
    if (isFound) mirrorTokens(store)
    tell()
    return { store, isFound }
  })
}

const junk = fc.oneof(
  fc.constantFrom(null, true, 0, -1, Number.MAX_VALUE, '', 'text', [], {}, [null], [[]], { id: 7 }, ['x', 1]),
  fc.jsonValue({ maxDepth: 3 }),
)
const polluted = fc.constantFrom(
  '{"__proto__":{"polluted":true}}',
  '{"user":{"__proto__":{"polluted":true}}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"warnings":{"__proto__":{"polluted":true}},"token":"valid-token"}',
)

type Poison =
  | { kind: 'field'; part: string; at: number; value: unknown }
  | { kind: 'missing'; part: string; at: number }
  | { kind: 'text'; part: string; text: string }
  | { kind: 'cut'; part: string; share: number }
  | { kind: 'huge'; part: string }
  | { kind: 'version'; version: number }
  | { kind: 'foreign'; key: string; text: string }
  | { kind: 'refuses'; what: 'writing' | 'everything' }
  | { kind: 'sync'; text: string }

const part = fc.constantFrom('auth', 'groups', 'message', 'portal')
const at = fc.nat({ max: 40 })
const poison: fc.Arbitrary<Poison> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('field' as const), part, at, value: junk }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('missing' as const), part, at }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('text' as const), part, text: fc.oneof(fc.string(), polluted) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('cut' as const),
      part,
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('huge' as const), part }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('version' as const), version: fc.constantFrom(0, 2, 999) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('foreign' as const), key: fc.string(), text: fc.string() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('refuses' as const),
      what: fc.constantFrom('writing' as const, 'everything' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('sync' as const), text: fc.string() }) },
)

function apply(state: Map<string, unknown>, one: Poison): void {
  if (one.kind === 'field' || one.kind === 'missing') {
    const slice = { ...(state.get(one.part) as Record<string, unknown>) }
    const fields = Object.keys(slice)
    const field = fields[one.at % fields.length] ?? ''
    if (one.kind === 'field') slice[field] = one.value
    else delete slice[field]
    state.set(one.part, slice)
  }
}

/** Lays a poisoned session into the browser: the token is mirrored under the sync key and in the cookie, as it always is. */
function lay(poisons: Poison[]): void {
  const state = soundStorage()
  for (const one of poisons) apply(state, one)
  browser.cookies.set('token', 'valid-token')
  browser.kept.set(`${prefix}token`, 'valid-token')
  for (const [key, slice] of state) browser.kept.set(prefix + key, JSON.stringify(slice))
  for (const one of poisons) {
    const stored = 'part' in one ? (browser.kept.get(prefix + one.part) ?? '') : ''
    if (one.kind === 'text') browser.kept.set(prefix + one.part, one.text)
    if (one.kind === 'cut') browser.kept.set(prefix + one.part, stored.slice(0, Math.floor(stored.length * one.share)))
    if (one.kind === 'huge') browser.kept.set(prefix + one.part, JSON.stringify({ token: 'x'.repeat(600_000) }))
    if (one.kind === 'version') browser.kept.set(`crewline/v${one.version}/auth`, '{"token":"old"}')
    if (one.kind === 'foreign') browser.kept.set(one.key, one.text)
    if (one.kind === 'sync') browser.kept.set(`${prefix}token`, one.text)
    if (one.kind === 'refuses') browser.refuses = one.what
  }
}

describe('a start from a poisoned storage', () => {
  it('ends signed in and usable in 1,000 of 1,000 cases, within 2 s, with one report at most', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(poison, { minLength: 1, maxLength: 4 }), async (poisons) => {
        browser = new Browser()
        reports = []
        lay(poisons)
        const began = performance.now()
        const { store, isFound } = await boot()
        expect(performance.now() - began).toBeLessThan(2000)
        const { auth, message, groups } = store.getState()
        expect(isFound && isAuthenticated(auth)).toBe(true)
        expect(reports.length).toBeLessThanOrEqual(1)
        // What the frame and the screens read without asking.
        expect(auth.user?.permissions.includes('inbox.read')).toBeTypeOf('boolean')
        expect(auth.organization?.name).toBeTypeOf('string')
        for (const shown of Object.values(auth.warnings)) expect(shown).toBeTypeOf('boolean')
        expect(Object.keys(auth.warnings)).toEqual(['contacts', 'intranet', 'usage', 'signature'])
        expect(message.notifications.map(({ contact, lastMessage }) => contact.id + lastMessage.at)).toBeInstanceOf(
          Array,
        )
        expect(groups.data.map(({ id }) => id)).toBeInstanceOf(Array)
        expect(auth).toMatchObject({ switchingOrg: false, orgSwitchOverlay: false })
        hasPollution ||= 'polluted' in {} || 'polluted' in (auth.user ?? {}) || 'polluted' in auth.warnings
        expect(hasPollution).toBe(false)
      }),
      { numRuns: 1000, seed: 20_261_121 },
    )
  }, 120_000)

  it.each([
    ['a broken user', [{ kind: 'field', part: 'auth', at: 0, value: 'Maria' }]],
    ['a text that is no JSON', [{ kind: 'text', part: 'auth', text: '{"half":' }]],
    ['a part that is far too long', [{ kind: 'huge', part: 'message' }]],
    ['keys that reach into prototypes', [{ kind: 'text', part: 'auth', text: '{"__proto__":{"user":{}},"user":1}' }]],
    ['a storage that is forbidden', [{ kind: 'refuses', what: 'everything' }]],
    [
      'three broken parts at once',
      ['auth', 'groups', 'message'].map((name) => ({ kind: 'text', part: name, text: 'x' })),
    ],
  ] as [string, Poison[]][])('tells exactly one report of %s', async (_what, poisons) => {
    lay(poisons)
    const { isFound, store } = await boot()
    expect(isFound).toBe(true)
    expect(store.getState().auth.token).toBe('valid-token')
    expect(reports.map(({ what }) => what)).toEqual(['the stored session was not sound'])
  })

  it.each([
    ['what older and newer versions left', [0, 2, 999].map((version) => ({ kind: 'version', version }))],
    ['what others keep here', [{ kind: 'foreign', key: 'another/app', text: '{' }]],
  ] as [string, Poison[]][])('passes over %s without a word', async (_what, poisons) => {
    lay(poisons)
    const { isFound } = await boot()
    expect(isFound).toBe(true)
    expect(reports).toEqual([])
    expect([...browser.kept.keys()].filter((key) => /^crewline\/v(?!1\/)/.test(key))).toEqual([])
  })

  it('goes to the log-in when the token is nobody’s, and forgets it', async () => {
    browser.cookies.set('token', 'dead')
    browser.kept.set(`${prefix}token`, 'dead')
    browser.kept.set(`${prefix}auth`, '{"token":"dead","user":7}')
    const { isFound } = await boot()
    expect(isFound).toBe(false)
    expect(browser.kept.has(`${prefix}token`)).toBe(false)
    expect(browser.cookies.has('token')).toBe(false)
  })

  it('takes the newer session of another tab that this storage only knows by its token', async () => {
    lay([])
    const old = { ...authAfter(reply), token: 'older' }
    browser.kept.set(`${prefix}auth`, JSON.stringify(old))
    const { store } = await boot()
    expect(store.getState().auth.token).toBe('valid-token')
  })

  it('works on in memory while the storage is full', async () => {
    lay([{ kind: 'refuses', what: 'writing' }])
    const { isFound, store } = await boot()
    expect(isFound).toBe(true)
    expect(isAuthenticated(store.getState().auth)).toBe(true)
    expect(reports.length).toBeLessThanOrEqual(1)
  })
})
