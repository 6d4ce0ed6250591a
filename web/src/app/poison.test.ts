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
let reports: { description: string; troubles: unknown }[]
let hasPollution = false

beforeEach(() => {
  browser = new Browser()
  reports = []
  reportErrorsTo((_error, { description, troubles }) => reports.push({ description, troubles }))
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

/** The valid session of a signed-in member, as it is stored. */
function soundStorage(): Map<string, unknown> {
  const auth = { ...authAfter(reply), customFields: [{ id: 'f' }] }
  return new Map<string, unknown>(Object.entries({ ...emptySession(), auth }))
}

/** Starts the application up to the first paint. */
async function boot() {
  vi.stubGlobal('localStorage', browser.storage)
  vi.stubGlobal('document', browser.document)
  vi.stubGlobal('window', browser.window)
  vi.stubGlobal('location', { protocol: 'https:' })
  return inTab(browser.open('tab'), async () => {
    const sendReports = gatherReports('the stored session was invalid')
    discardOtherVersions()
    const { store, loaded } = buildStore(() => {})
    await loaded
    const isSignedIn = await findSession(store)
    if (isSignedIn) mirrorTokens(store)
    sendReports()
    return { store, isFound: isSignedIn }
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

function apply(state: Map<string, unknown>, poisonCase: Poison): void {
  if (poisonCase.kind === 'field' || poisonCase.kind === 'missing') {
    const slice = { ...(state.get(poisonCase.part) as Record<string, unknown>) }
    const fields = Object.keys(slice)
    const field = fields[poisonCase.at % fields.length] ?? ''
    if (poisonCase.kind === 'field') slice[field] = poisonCase.value
    else delete slice[field]
    state.set(poisonCase.part, slice)
  }
}

/** Writes a corrupted session into the browser: the token is copied to the sync key and the cookie, as always. */
function lay(poisons: Poison[]): void {
  const state = soundStorage()
  for (const poisonCase of poisons) apply(state, poisonCase)
  browser.cookies.set('token', 'valid-token')
  browser.stored.set(`${prefix}token`, 'valid-token')
  for (const [key, slice] of state) browser.stored.set(prefix + key, JSON.stringify(slice))
  for (const poisonCase of poisons) {
    const stored = 'part' in poisonCase ? (browser.stored.get(prefix + poisonCase.part) ?? '') : ''
    if (poisonCase.kind === 'text') browser.stored.set(prefix + poisonCase.part, poisonCase.text)
    if (poisonCase.kind === 'cut')
      browser.stored.set(prefix + poisonCase.part, stored.slice(0, Math.floor(stored.length * poisonCase.share)))
    if (poisonCase.kind === 'huge')
      browser.stored.set(prefix + poisonCase.part, JSON.stringify({ token: 'x'.repeat(600_000) }))
    if (poisonCase.kind === 'version') browser.stored.set(`crewline/v${poisonCase.version}/auth`, '{"token":"old"}')
    if (poisonCase.kind === 'foreign') browser.stored.set(poisonCase.key, poisonCase.text)
    if (poisonCase.kind === 'sync') browser.stored.set(`${prefix}token`, poisonCase.text)
    if (poisonCase.kind === 'refuses') browser.refuses = poisonCase.what
  }
}

describe('a start from corrupted storage', () => {
  it('ends signed in and usable in 1,000 of 1,000 cases, without waiting for long, with one report at most', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(poison, { minLength: 1, maxLength: 4 }), async (poisons) => {
        browser = new Browser()
        reports = []
        lay(poisons)
        const startedAt = performance.now()
        const { store, isFound } = await boot()
        expect(performance.now() - startedAt).toBeLessThan(10_000)
        const { auth, message, groups } = store.getState()
        expect(isFound && isAuthenticated(auth)).toBe(true)
        expect(reports.length).toBeLessThanOrEqual(1)
        // What the shell and the screens read without a null check.
        expect(auth.user?.permissions.includes('inbox.read')).toBeTypeOf('boolean')
        expect(auth.organization?.name).toBeTypeOf('string')
        for (const warning of Object.values(auth.warnings)) expect(warning).toBeTypeOf('boolean')
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
  ] as [string, Poison[]][])('sends exactly one report of %s', async (_description, poisons) => {
    lay(poisons)
    const { isFound, store } = await boot()
    expect(isFound).toBe(true)
    expect(store.getState().auth.token).toBe('valid-token')
    expect(reports.map(({ description }) => description)).toEqual(['the stored session was invalid'])
  })

  it.each([
    ['what older and newer versions left', [0, 2, 999].map((version) => ({ kind: 'version', version }))],
    ['what others keep here', [{ kind: 'foreign', key: 'another/app', text: '{' }]],
  ] as [string, Poison[]][])('ignores %s', async (_description, poisons) => {
    lay(poisons)
    const { isFound } = await boot()
    expect(isFound).toBe(true)
    expect(reports).toEqual([])
    expect([...browser.stored.keys()].filter((key) => /^crewline\/v(?!1\/)/.test(key))).toEqual([])
  })

  it('opens the login page and removes the token when the server rejects it', async () => {
    browser.cookies.set('token', 'dead')
    browser.stored.set(`${prefix}token`, 'dead')
    browser.stored.set(`${prefix}auth`, '{"token":"dead","user":7}')
    const { isFound } = await boot()
    expect(isFound).toBe(false)
    expect(browser.stored.has(`${prefix}token`)).toBe(false)
    expect(browser.cookies.has('token')).toBe(false)
  })

  it('restores the newer session of another tab when the storage has only its token', async () => {
    lay([])
    const storedAuth = { ...authAfter(reply), token: 'older' }
    browser.stored.set(`${prefix}auth`, JSON.stringify(storedAuth))
    const { store } = await boot()
    expect(store.getState().auth.token).toBe('valid-token')
  })

  it('works in memory while the storage is full', async () => {
    lay([{ kind: 'refuses', what: 'writing' }])
    const { isFound, store } = await boot()
    expect(isFound).toBe(true)
    expect(isAuthenticated(store.getState().auth)).toBe(true)
    expect(reports.length).toBeLessThanOrEqual(1)
  })
})
