import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { warningHidden } from '../shared/lib/session/auth.slice.ts'
import { emptySession } from '../shared/lib/session/state.ts'
import { readSlice, rememberLogin } from '../shared/lib/session/keep.ts'
import { writeStored } from '../shared/lib/storage.ts'
import { writeSyncToken } from '../shared/lib/sync-key.ts'
import { Browser, inTab } from '../testing/browser.ts'
import { signedIn } from '../testing/people.ts'
import { mirrorTokens } from './boot.ts'
import { buildStore } from './store.ts'

let browser: Browser
beforeEach(() => {
  browser = new Browser()
  vi.stubGlobal('localStorage', browser.storage)
  vi.stubGlobal('document', browser.document)
  vi.stubGlobal('window', browser.window)
  vi.stubGlobal('location', { protocol: 'https:' })
})
afterEach(() => void vi.unstubAllGlobals())

const auth = () => readSlice('auth')

/** Starts a page with a stored session. */
async function start() {
  rememberLogin(signedIn('acme', 'mine'))
  const page = buildStore(() => {})
  await page.loaded
  mirrorTokens(page.store)
  return page
}

it('stores a choice at once when the page goes in the moment after it', () =>
  inTab(browser.open('tab'), async () => {
    const { store, writeChanges } = await start()
    store.dispatch(warningHidden('contacts'))
    writeChanges()
    expect(auth().warnings).toEqual({ ...emptySession().auth.warnings, contacts: false })
  }))

it('leaves what another tab stored since, unless this tab changed it too', () =>
  inTab(browser.open('tab'), async () => {
    const { store, writeChanges } = await start()
    // The first change stores everything.
    store.dispatch(warningHidden('contacts'))
    await vi.waitFor(() => expect(auth().warnings.contacts).toBe(false), { timeout: 30_000 })
    const theirs = { ...emptySession().groups, inboxSelectedGroups: ['theirs'] }
    writeStored('groups', theirs)
    store.dispatch(warningHidden('usage'))
    writeChanges()
    expect(readSlice('groups')).toEqual(theirs)
    expect(auth().warnings.usage).toBe(false)
  }))

it('stores nothing after another tab has logged in with another session', () =>
  inTab(browser.open('tab'), async () => {
    const { store, writeChanges } = await start()
    const token = 'newer'
    writeStored('auth', { ...auth(), token })
    writeSyncToken(token)
    store.dispatch(warningHidden('contacts'))
    writeChanges()
    expect(auth()).toMatchObject({ token, warnings: { contacts: true } })
  }))
