import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { switchTo } from '../features/organizations/switching.ts'
import { buildOutbox, type Outbox } from '../features/messages/outbox/outbox.ts'
import { resumeSends } from '../features/messages/outbox/sending.ts'
import { api } from '../shared/api/base.ts'
import { call, type Reply } from '../shared/api/from-contract.ts'
import { reportErrorsTo } from '../shared/lib/report-error.ts'
import { followOtherTabs } from '../shared/lib/sync-key.ts'
import { bindTimers, Browser, inTab, type Tab } from '../testing/browser.ts'
import { signedIn } from '../testing/people.ts'
import { Server } from '../testing/server.ts'
import { authAfter, emptySession } from '../shared/lib/session/state.ts'
import { findSession, mirrorTokens } from './boot.ts'
import { sessionEnd } from './end-session.ts'
import { buildStore, type AppStore } from './store.ts'

// Two tabs of one browser, with one storage and one server: random orders of switches, sends, polls, logouts, responses
// and storage events. The store, start, session end, token sync and outbox are the real ones; only the browser and the
// server are simulated.

const organizations = ['acme', 'beta', 'gamma']
const prefix = 'crewline/v1/'

const listed = api.injectEndpoints({
  endpoints: (build) => ({
    polled: build.query<Reply<'conversations'>, void>({ query: () => call('conversations', { query: {} }) }),
  }),
})

/** Faults of a mutated application, which prove that the checks would fail. */
type Fault = 'none' | 'no_reload' | 'keeps_cache' | 'one_outbox'

interface Page {
  tab: Tab
  store?: AppStore
  outbox?: Outbox
  end?: ReturnType<typeof sessionEnd>
  at: 'starting' | 'application' | 'login'
}

class World {
  browser = new Browser()
  server = new Server()
  pages: Page[] = []
  sent: { key: string; organizationId: string }[] = []
  hasLoggedOut = false
  problems: string[] = []

  readonly fault: Fault

  constructor(fault: Fault) {
    this.fault = fault
    vi.stubGlobal('localStorage', this.browser.storage)
    vi.stubGlobal('document', this.browser.document)
    vi.stubGlobal('window', this.browser.window)
    vi.stubGlobal('location', { protocol: 'https:' })
    vi.stubGlobal('navigator', { onLine: true })
    vi.stubGlobal('fetch', this.server.fetch)
    const token = this.server.open('acme')
    for (const [key, slice] of Object.entries({ ...emptySession(), auth: authAfter(signedIn('acme', token)) }))
      this.browser.stored.set(prefix + key, JSON.stringify(slice))
    this.browser.stored.set(`${prefix}token`, token)
    for (const name of ['one', 'two']) this.load(name)
  }

  load(name: string): void {
    const page: Page = { tab: this.browser.open(name), at: 'starting' }
    this.pages = [...this.pages.filter((openPage) => openPage.tab.name !== name), page].toSorted((first, second) =>
      first.tab.name < second.tab.name ? -1 : 1,
    )
    void inTab(page.tab, () => this.start(page))
  }

  reload(page: Page): void {
    if (page.tab.isClosed) return
    this.browser.leave(page.tab)
    this.load(page.tab.name)
  }

  private async start(page: Page): Promise<void> {
    const { fault } = this
    const end = sessionEnd(() => store, {
      here: () => '/dashboard/inbox',
      goTo: () => this.leaveForLogin(page),
      reload: () => this.reload(page),
    })
    const { store, loaded } = buildStore(end.endDeadSession)
    await loaded
    if (!(await findSession(store))) return this.leaveForLogin(page)
    if (page.tab.isClosed) return
    mirrorTokens(store)
    if (fault !== 'no_reload')
      followOtherTabs(
        () => store.getState().auth.token ?? '',
        () => this.reload(page),
      )
    const outbox = buildOutbox()
    let openFor: string | null = null
    const follow = () => {
      const { token } = store.getState().auth
      if (token === openFor) return
      if (openFor === null || fault !== 'one_outbox') resumeSends(store, outbox.open)
      openFor = token
    }
    store.subscribe(follow)
    follow()
    Object.assign(page, { store, outbox, end, at: 'application' })
  }

  private leaveForLogin(page: Page): void {
    if (page.tab.isClosed) return
    page.at = 'login'
    this.browser.leave(page.tab)
    if (!this.hasLoggedOut) this.problems.push(`${page.tab.name} was logged out by mistake`)
  }

  /** Checks the invariants that hold after every step. */
  check(): void {
    for (const { store, tab } of this.pages) {
      if (!store || tab.isClosed) continue
      const { auth, api: cache } = store.getState()
      for (const query of Object.values(cache.queries)) {
        const rows = (query?.data as { data?: { contact: { firstname: string } }[] } | undefined)?.data ?? []
        for (const row of rows) {
          if (row.contact.firstname !== auth.organization?.id)
            this.problems.push(`${tab.name} shows ${row.contact.firstname} in ${auth.organization?.id}`)
        }
      }
    }
    for (const { contactId, organizationId, believed } of this.server.receivedMessages) {
      const intendedOrganizationId = contactId.split(':')[0]
      if (intendedOrganizationId !== organizationId || believed !== organizationId)
        this.problems.push(`a text to ${contactId} was asked for with the token of ${organizationId}`)
    }
  }
}

type Step =
  | { do: 'switch'; page: number; to: number }
  | { do: 'send' | 'poll' | 'logOut' | 'reload'; page: number }
  | { do: 'work' | 'deliver' | 'cut' | 'storage'; at: number }
  | { do: 'time'; ms: number }
  | { do: 'grace' }

const page = fc.nat({ max: 1 })
const at = fc.nat({ max: 7 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('switch' as const), page, to: fc.nat({ max: 2 }) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('send' as const), page }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('poll' as const), page }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('work' as const), at }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('deliver' as const), at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cut' as const), at }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('storage' as const), at }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('time' as const), ms: fc.constantFrom(10, 60, 300, 5000) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('grace' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reload' as const), page }) },
)
const lastStep = fc.record({ do: fc.constant('logOut' as const), page })

function withoutReset(store: AppStore): AppStore {
  const dispatch = (action: never) =>
    (action as { type?: string }).type === 'api/resetApiState' ? action : store.dispatch(action)
  return { ...store, dispatch: dispatch as AppStore['dispatch'] }
}

function takePart(world: World, nextStep: Step): void {
  if (!('page' in nextStep)) return
  const { tab, store, outbox, end, at: where } = world.pages[nextStep.page] ?? {}
  if (!tab || !store || !outbox || !end || where !== 'application' || tab.isClosed) return
  const { organization } = store.getState().auth
  inTab(tab, () => {
    if (nextStep.do === 'switch')
      void switchTo(world.fault === 'keeps_cache' ? withoutReset(store) : store, organizations[nextStep.to] ?? '', {
        onOpened: () => {},
        onFailed: () => {},
      })
    if (nextStep.do === 'poll') void store.dispatch(listed.endpoints.polled.initiate(undefined, { forceRefetch: true }))
    if (nextStep.do === 'send' && organization) {
      outbox.send(`${organization.id}:maria`, 'On my way')
      const key = outbox.pending().at(-1)?.clientMessageId ?? ''
      world.sent.push({ key, organizationId: organization.id })
    }
    if (nextStep.do === 'reload') world.reload(world.pages[nextStep.page] as Page)
    if (nextStep.do === 'logOut') {
      world.hasLoggedOut = true
      void end.logOut()
    }
  })
}

async function live(world: World, nextStep: Step): Promise<void> {
  takePart(world, nextStep)
  const { server, browser } = world
  if (nextStep.do === 'work') server.work(nextStep.at % Math.max(1, server.waiting.length))
  if (nextStep.do === 'deliver') server.deliver(nextStep.at % Math.max(1, server.waiting.length))
  if (nextStep.do === 'cut') server.cut(nextStep.at % Math.max(1, server.waiting.length))
  if (nextStep.do === 'storage') browser.deliver(nextStep.at % Math.max(1, browser.events.length))
  // The server's grace period is one minute, and every storage event arrives before its end.
  if (nextStep.do === 'grace') {
    while (browser.events.length > 0) browser.deliver()
    server.endGrace()
  }
  await vi.advanceTimersByTimeAsync(nextStep.do === 'time' ? nextStep.ms : 0)
  world.check()
}

/** Lets everything in progress finish. */
async function settle(world: World): Promise<void> {
  for (let round = 0; round < 60; round += 1) {
    while (world.browser.events.length > 0) world.browser.deliver()
    for (const request of world.server.waiting.slice()) {
      const where = world.server.waiting.indexOf(request)
      world.server.work(where)
      world.server.deliver(where)
    }
    await vi.advanceTimersByTimeAsync(500)
    world.check()
  }
}

function checkEnd(world: World): void {
  const open = world.pages.filter(({ at: where }) => where === 'application')
  const tokens = new Set(open.map(({ store }) => store?.getState().auth.token))
  if (!world.hasLoggedOut) {
    if (open.length !== 2) world.problems.push(`${open.length} of 2 tabs are still at work`)
    if (tokens.size !== 1) world.problems.push('the tabs work with different tokens')
    for (const token of tokens)
      if (!world.server.sessions.get(token ?? '')?.isAlive) world.problems.push('the tabs work with a dead token')
  }
  for (const { key, organizationId } of world.sent) {
    const isStored = world.browser.stored.get(`${prefix}outbox/u1/${organizationId}`)?.includes(key)
    const isReceived = world.server.receivedMessages.some(
      (request) => request.key === key && request.believed === request.organizationId,
    )
    if (!isStored && !isReceived) world.problems.push(`a text to ${organizationId} is lost`)
  }
  if (world.hasLoggedOut && open.length === 0) {
    const remaining = [...world.browser.stored].filter(([key]) => !key.startsWith(`${prefix}outbox/`))
    for (const [key, value] of remaining)
      if (/Dana|dana@acme|token-|Organization/.test(value)) world.problems.push(`${key} is left after the log-out`)
  }
}

async function play(steps: readonly Step[], last: Step | null, fault: Fault): Promise<string[]> {
  const world = new World(fault)
  await vi.advanceTimersByTimeAsync(10)
  for (const nextStep of steps) await live(world, nextStep)
  if (last) await live(world, last)
  await settle(world)
  checkEnd(world)
  for (const openPage of world.pages) world.browser.leave(openPage.tab)
  await vi.advanceTimersByTimeAsync(20_000)
  vi.clearAllTimers()
  return [...new Set(world.problems)]
}

beforeEach(() => {
  vi.useFakeTimers()
  bindTimers()
  reportErrorsTo(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const life = fc.tuple(fc.array(step, { minLength: 10, maxLength: 40 }), fc.option(lastStep, { freq: 4 }))

describe('two tabs of one browser', () => {
  it('never send a message from the wrong organization, show another organization’s data or log out by mistake, in 1,000 runs', async () => {
    await fc.assert(
      fc.asyncProperty(life, async ([steps, last]) => {
        expect(await play(steps, last, 'none')).toEqual([])
      }),
      { numRuns: 1000, seed: 20_261_121, endOnFailure: true },
    )
  }, 300_000)

  it.each(['no_reload', 'keeps_cache', 'one_outbox'] as const)(
    'fail the checks with the fault %s',
    async (fault) => {
      const outcome = await fc.check(
        fc.asyncProperty(life, async ([steps, last]) => (await play(steps, last, fault)).length === 0),
        { numRuns: 300, seed: 20_261_121, endOnFailure: true },
      )
      expect(outcome.failed).toBe(true)
    },
    120_000,
  )
})
