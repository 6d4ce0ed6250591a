import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepDraft, readDraft } from '../shared/lib/drafts.ts'
import { reportErrorsTo } from '../shared/lib/report-error.ts'
import { rememberLogin } from '../shared/lib/session/keep.ts'
import { emptySession } from '../shared/lib/session/state.ts'
import { Browser, inTab, type Tab } from '../testing/browser.ts'
import { answered, conversationRow, incoming, refused, signedIn, text, threadLoaded } from '../testing/people.ts'
import { conversationOpened, incomingCounted } from '../shared/lib/session/message.slice.ts'
import { findSession, mirrorTokens } from './boot.ts'
import { sessionEnd } from './end-session.ts'
import { buildStore } from './store.ts'

const syncKey = 'crewline/v1/token'
let browser: Browser
let visitedPaths: string[]
let tab: Tab

beforeEach(() => {
  browser = new Browser()
  tab = browser.open('tab')
  visitedPaths = []
  reportErrorsTo(() => {})
  vi.stubGlobal('localStorage', browser.storage)
  vi.stubGlobal('document', browser.document)
  vi.stubGlobal('location', { protocol: 'https:' })
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ status: 'OK' })))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** A page of a signed-in user with names, numbers and texts in its session. */
async function page(token = 'mine') {
  rememberLogin(signedIn('acme', token))
  const end = sessionEnd(() => store, {
    here: () => '/dashboard/inbox?conversation=1',
    goTo: (path) => visitedPaths.push(path),
    reload: () => visitedPaths.push('reload'),
  })
  const { store, loaded } = buildStore(end.endDeadSession)
  await loaded
  await findSession(store)
  mirrorTokens(store)
  store.dispatch(conversationOpened('maria'))
  store.dispatch(threadLoaded(conversationRow('maria'), [text('1', 'maria', '2026-11-21T09:00:00.000Z')]))
  store.dispatch(incomingCounted(incoming('1')))
  await new Promise((resolve) => {
    setTimeout(resolve, 150)
  })
  return { store, end }
}

const canaries = /Dana|Fox|dana@acme|Maria|Lopez|Words of|\+1555|mine|Organization/

describe('a session that the server rejects', () => {
  it.each(['conversations', 'sendMessage', 'me', 'editSettings'])(
    'ends at a 403 to %s and links back to the page',
    async (name) => {
      const { store } = await page()
      store.dispatch(refused(name, 403, '', 'mine'))
      store.dispatch(refused(name, 403, '', 'mine'))
      expect(visitedPaths).toEqual(['/auth/login?next=%2Fdashboard%2Finbox%3Fconversation%3D1&note=signed_out'])
      expect(store.getState().auth).toEqual(emptySession().auth)
      expect(browser.stored.has(syncKey)).toBe(false)
      expect(browser.cookies.has('token')).toBe(false)
    },
  )

  it('continues after a late rejection of a previous token', async () => {
    const { store } = await page()
    store.dispatch(refused('conversations', 403, '', 'older'))
    expect(visitedPaths).toEqual([])
    expect(store.getState().auth.token).toBe('mine')
  })

  it('keeps the newer session of another tab and reloads with it', async () => {
    const { store } = await page()
    inTab(browser.open('other'), () => rememberLogin(signedIn('beta', 'newer')))
    store.dispatch(refused('conversations', 403, '', 'mine'))
    expect(visitedPaths).toEqual(['reload'])
    expect(browser.stored.get(syncKey)).toBe('newer')
    expect(browser.cookies.get('token')).toBe('newer')
    expect(browser.stored.get('crewline/v1/auth')).toContain('newer')
  })

  it('keeps the drafts of the member', async () => {
    const owner = { userId: 'u1', organizationId: 'acme' }
    const { store } = await page()
    keepDraft(owner, 'maria', 'Half a thought')
    store.dispatch(refused('conversations', 403, '', 'mine'))
    expect(readDraft(owner, 'maria')).toBe('Half a thought')
    expect(readDraft({ userId: 'somebody else', organizationId: 'acme' }, 'maria')).toBe('')
    expect(readDraft({ userId: 'u1', organizationId: 'beta' }, 'maria')).toBe('')
    keepDraft(owner, 'maria', '')
  })
})

describe('logout', () => {
  it('leaves no personal data on the device', async () => {
    const { end } = await page()
    expect(browser.stored.get('crewline/v1/message')).toContain('Words of 1')
    await end.logOut()
    await new Promise((resolve) => {
      setTimeout(resolve, 150)
    })
    expect([...browser.stored].filter(([, text]) => canaries.test(text))).toEqual([])
    expect(browser.cookies.size).toBe(0)
    expect(visitedPaths).toEqual(['/auth/login'])
  })

  it('in another tab is not undone by later writes of this tab', async () => {
    const { store } = await page()
    inTab(browser.open('other'), () => browser.storage.removeItem(syncKey))
    for (const key of ['auth', 'groups', 'message', 'portal'])
      inTab(tab, () => browser.storage.removeItem(`crewline/v1/${key}`))
    store.dispatch(incomingCounted(incoming('2', 'ben')))
    store.dispatch(answered('groupValues', { groups: [{ id: 'g', name: 'Maria’s' }] }))
    await new Promise((resolve) => {
      setTimeout(resolve, 150)
    })
    expect([...browser.stored].filter(([, text]) => canaries.test(text))).toEqual([])
  })
})

describe('the token', () => {
  it('is reported when it cannot be stored, and no notice appears', async () => {
    const { store } = await page()
    const reports: unknown[] = []
    reportErrorsTo((_error, { description }) => reports.push(description))
    browser.refuses = 'writing'
    store.dispatch(answered('editSettings', { user: signedIn('acme', '').user, token: 'changed' }, 'mine'))
    expect(store.getState().auth.token).toBe('changed')
    expect(reports).toContain('storage could not be written: crewline/v1/token')
  })

  it('is kept in the cookie for 30 days and removed when empty', async () => {
    const lines: string[] = []
    vi.stubGlobal('document', {
      get cookie() {
        return ''
      },
      set cookie(line: string) {
        lines.push(line)
      },
    })
    const { end } = await page()
    await end.logOut()
    expect(lines[0]).toBe('token=mine; path=/; max-age=2592000; samesite=strict; secure')
    expect(lines.at(-1)).toBe('token=; path=/; max-age=0; samesite=strict; secure')
  })
})
