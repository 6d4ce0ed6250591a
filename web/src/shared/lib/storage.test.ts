import { afterEach, describe, expect, it, vi } from 'vitest'
import { reviveSlice } from '../../app/persist.ts'
import { reportErrorsTo } from './report-error.ts'
import { soundSlice } from './session/schema.ts'
import { emptySession, REMEMBERED_KEYS } from './session/state.ts'
import { discardOtherVersions, readStored, removeStored, storedKeys, writeStored } from './storage.ts'
import { isOtherToken } from './sync-key.ts'
import { tokenCookie } from './cookies.ts'
import { toAppPath } from './last-path.ts'

class Memory implements Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key'> {
  stored = new Map<string, string>()
  get length(): number {
    return this.stored.size
  }
  getItem = (key: string) => this.stored.get(key) ?? null
  setItem = (key: string, text: string) => void this.stored.set(key, text)
  removeItem = (key: string) => void this.stored.delete(key)
  key = (at: number) => [...this.stored.keys()][at] ?? null
}

const reports: string[] = []
reportErrorsTo((_error, { description }) => reports.push(description))
afterEach(() => {
  vi.unstubAllGlobals()
  reports.length = 0
})

describe('the storage', () => {
  it('writes and removes under the prefix of its version', () => {
    const memory = new Memory()
    vi.stubGlobal('localStorage', memory)
    expect(writeStored('nav-rail', true)).toBe(true)
    expect([...memory.stored]).toEqual([['crewline/v1/nav-rail', 'true']])
    expect(readStored('nav-rail')).toBe(true)
    expect(storedKeys('nav')).toEqual(['nav-rail'])
    removeStored('nav-rail')
    expect(readStored('nav-rail')).toBeUndefined()
  })

  it('never throws when the browser refuses, and reports each time', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new Error('denied')
      },
      setItem: () => {
        throw new Error('full')
      },
      removeItem: () => {
        throw new Error('denied')
      },
    })
    expect(readStored('auth')).toBeUndefined()
    expect(writeStored('auth', {})).toBe(false)
    removeStored('auth')
    expect(reports).toHaveLength(3)
  })

  it('reads a value that is not JSON as absent', () => {
    const memory = new Memory()
    memory.setItem('crewline/v1/auth', '{"half":')
    vi.stubGlobal('localStorage', memory)
    expect(readStored('auth')).toBeUndefined()
    expect(reports).toHaveLength(1)
  })

  it('drops only the data of other versions, newer ones included', () => {
    const memory = new Memory()
    for (const key of ['crewline/v0/auth', 'crewline/v2/auth', 'crewline/v1/auth', 'another/app'])
      memory.setItem(key, '1')
    vi.stubGlobal('localStorage', memory)
    discardOtherVersions()
    expect([...memory.stored.keys()]).toEqual(['crewline/v1/auth', 'another/app'])
  })
})

describe('a remembered slice of the session', () => {
  it.each(REMEMBERED_KEYS)('survives the storage: %s', (key) => {
    expect(reviveSlice(JSON.stringify(emptySession()[key]), key)).toEqual(emptySession()[key])
    expect(reports).toEqual([])
  })

  it('gets defaults for missing fields and drops unknown ones', () => {
    expect(soundSlice('auth', { token: 't', surprise: 1 })).toEqual({ ...emptySession().auth, token: 't' })
  })

  it('never starts in the middle of a switch', () => {
    expect(soundSlice('auth', { switchingOrg: true, orgSwitchOverlay: true })).toMatchObject({
      switchingOrg: false,
      orgSwitchOverlay: false,
    })
  })

  it.each([
    ['auth', 'null'],
    ['auth', '[]'],
    ['auth', '"text"'],
    ['auth', '{"half":'],
    ['auth', '{"user":{}}'],
    ['auth', '{"user":{"id":1,"email":"a","firstname":"b","lastname":"c","role":"owner","permissions":[]}}'],
    ['auth', '{"user":"Maria"}'],
    ['auth', '{"token":7}'],
    ['auth', '{"organization":{"id":"1"}}'],
    ['auth', '{"pastDue":"yes"}'],
    ['auth', '{"pinnedApps":{}}'],
    ['auth', '{"warnings":{"contacts":"no"}}'],
    ['message', '{"notifications":{}}'],
    ['message', '{"notifications":[null]}'],
    ['message', '{"notifications":[{"contact":{"id":"1","firstname":"a","lastname":"b"},"messageCount":"3"}]}'],
    ['message', '{"siblingNotifications":{"a":"1"}}'],
    ['message', '{"activeConversation":7}'],
    ['groups', '{"inboxSelectedGroups":[1]}'],
  ] as const)('falls back to the defaults and is reported when it is invalid: %s %s', (key, text) => {
    expect(reviveSlice(text, key)).toEqual(emptySession()[key])
    expect(reports).toHaveLength(1)
  })
})

describe('the token of other tabs', () => {
  it.each([
    ['mine', 'theirs', true],
    ['mine', 'mine', false],
    ['mine', '', false],
    ['mine', null, false],
    ['', 'theirs', true],
  ])('decides whether to reload for own %j and other %j: %j', (mine, theirs, isOther) => {
    expect(isOtherToken(mine, theirs)).toBe(isOther)
  })

  it('lives 30 days in its cookie and is deleted by an empty one', () => {
    expect(tokenCookie('t', true)).toBe('token=t; path=/; max-age=2592000; samesite=strict; secure')
    expect(tokenCookie('', false)).toBe('token=; path=/; max-age=0; samesite=strict')
  })
})

describe('the page after login', () => {
  const origin = 'https://crewline.test'
  it.each(['/dashboard', '/dashboard/inbox?conversation=1', '/dashboard/contacts#x'])('accepts the path %s', (path) =>
    expect(toAppPath(path, origin)).toBe(path),
  )
  it.each([
    'https://evil.test/dashboard',
    '//evil.test/dashboard',
    '/\\evil.test/dashboard',
    'javascript:alert(1)',
    '/auth/login',
    '/dashboards',
    '/dashboard/../auth/login',
    '',
    null,
    7,
  ])('rejects the path %j', (path) => expect(toAppPath(path, origin)).toBeUndefined())
})
