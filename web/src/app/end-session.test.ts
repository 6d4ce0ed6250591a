import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepDraft, readDraft } from '../shared/lib/drafts.ts'
import { reportErrorsTo } from '../shared/lib/report-error.ts'
import { rememberLogin } from '../shared/lib/session/keep.ts'
import { emptySession } from '../shared/lib/session/state.ts'
import { Browser, inTab, type Tab } from '../testing/browser.ts'
import { answered, incoming, refused, signedIn } from '../testing/people.ts'
import { conversationOpened, incomingCounted, incomingKept } from '../shared/lib/session/message.slice.ts'
import { findSession, mirrorTokens } from './boot.ts'
import { sessionEnd } from './end-session.ts'
import { buildStore } from './store.ts'

const syncKey = 'crewline/v1/token'
let browser: Browser
let went: string[]
let tab: Tab

beforeEach(() => {
  browser = new Browser()
  tab = browser.open('tab')
  went = []
  reportErrorsTo(() => {})
  vi.stubGlobal('localStorage', browser.storage)
  vi.stubGlobal('document', browser.document)
  vi.stubGlobal('location', { protocol: 'https:' })
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ status: 'OK' })))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** A page of somebody who is signed in, with names, numbers and words in its session. */
async function page(token = 'mine') {
  rememberLogin(signedIn('acme', token))
  const end = sessionEnd(() => store, {
    here: () => '/dashboard/inbox?conversation=1',
    goTo: (path) => went.push(path),
    reload: () => went.push('reload'),
  })
  const { store, loaded } = buildStore(end.dead)
  await loaded
  await findSession(store)
  mirrorTokens(store)
  store.dispatch(conversationOpened({ id: 'maria', archived: false }))
  store.dispatch(incomingKept(incoming('1')))
  store.dispatch(incomingCounted(incoming('1')))
  await new Promise((resolve) => {
    setTimeout(resolve, 150)
  })
  return { store, end }
}

const canaries = /Dana|Fox|dana@acme|Maria|Lopez|Words of|\+1555|mine|Organization/

describe('a session that the server calls dead', () => {
  it.each(['conversations', 'sendMessage', 'me', 'editSettings'])(
    'ends at a 403 to %s, with the way back',
    async (name) => {
      const { store } = await page()
      store.dispatch(refused(name, 403, '', 'mine'))
      store.dispatch(refused(name, 403, '', 'mine'))
      expect(went).toEqual(['/auth/login?next=%2Fdashboard%2Finbox%3Fconversation%3D1&note=signed_out'])
      expect(store.getState().auth).toEqual(emptySession().auth)
      expect(browser.kept.has(syncKey)).toBe(false)
      expect(browser.cookies.has('token')).toBe(false)
    },
  )

  it('goes on at a late refusal of a token it left behind', async () => {
    const { store } = await page()
    store.dispatch(refused('conversations', 403, '', 'older'))
    expect(went).toEqual([])
    expect(store.getState().auth.token).toBe('mine')
  })

  it('leaves the newer session of another tab alone and starts anew with it', async () => {
    const { store } = await page()
    inTab(browser.open('other'), () => rememberLogin(signedIn('beta', 'newer')))
    store.dispatch(refused('conversations', 403, '', 'mine'))
    expect(went).toEqual(['reload'])
    expect(browser.kept.get(syncKey)).toBe('newer')
    expect(browser.cookies.get('token')).toBe('newer')
    expect(browser.kept.get('crewline/v1/auth')).toContain('newer')
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

describe('a log-out', () => {
  it('leaves nothing personal on this device', async () => {
    const { end } = await page()
    expect([...browser.kept.values()].some((text) => canaries.test(text))).toBe(true)
    await end.logOut()
    await new Promise((resolve) => {
      setTimeout(resolve, 150)
    })
    expect([...browser.kept].filter(([, text]) => canaries.test(text))).toEqual([])
    expect(browser.cookies.size).toBe(0)
    expect(went).toEqual(['/auth/login'])
  })

  it('of another tab is not undone by what this one still writes', async () => {
    const { store } = await page()
    inTab(browser.open('other'), () => browser.storage.removeItem(syncKey))
    for (const key of ['auth', 'groups', 'message', 'portal'])
      inTab(tab, () => browser.storage.removeItem(`crewline/v1/${key}`))
    store.dispatch(incomingCounted(incoming('2', 'ben')))
    store.dispatch(answered('groupValues', { groups: [{ id: 'g', name: 'Maria’s' }] }))
    await new Promise((resolve) => {
      setTimeout(resolve, 150)
    })
    expect([...browser.kept].filter(([, text]) => canaries.test(text))).toEqual([])
  })
})

describe('the token', () => {
  it('that could not be stored is reported, and nothing is shown', async () => {
    const { store } = await page()
    const reports: unknown[] = []
    reportErrorsTo((_error, { what }) => reports.push(what))
    browser.refuses = 'writing'
    store.dispatch(answered('editSettings', { user: signedIn('acme', '').user, token: 'changed' }, 'mine'))
    expect(store.getState().auth.token).toBe('changed')
    expect(reports).toContain('storage could not be written: crewline/v1/token')
  })

  it('is kept 30 days in the cookie, and gone with an empty one', async () => {
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
