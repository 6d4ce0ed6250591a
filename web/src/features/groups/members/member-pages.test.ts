import { RUN_KINDS } from '@crewline/contract/events'
import { combineReducers, configureStore } from '@reduxjs/toolkit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from '../../../shared/api/base.ts'
import { countPages, reloadPagesInSight, trimPages, type ListStore } from '../../../shared/api/list-pages.ts'
import { authReducer } from '../../../shared/lib/session/auth.slice.ts'
import { authAfter } from '../../../shared/lib/session/state.ts'
import { signedIn } from '../../../testing/people.ts'
import { groupsLive } from '../live.ts'
import { memberChanges, memberList, memberPages, type MemberListQuery } from './members-api.ts'

const listQuery: MemberListQuery = { id: 'g1', search: '', sort: 'name', order: 'asc' }
const pageRows = 3
/** The contacts of the group on the fake server in order; a cursor is the id of the last contact before it. */
let members: string[]
let requestedCursors: string[]

function reply(url: string): Response {
  const cursor = new URL(url, 'http://x').searchParams.get('cursor') ?? ''
  requestedCursors.push(cursor)
  const rest = members.filter((id) => id > cursor)
  const data = rest.slice(0, pageRows).map((id) => ({ id }))
  const nextCursor = rest.length > pageRows ? data.at(-1)?.id : null
  return Response.json({ status: 'OK', data, total: members.length, totalIsExact: true, nextCursor })
}

async function loaded(pages: number): Promise<ListStore> {
  const store = configureStore({
    reducer: combineReducers({ auth: authReducer, [api.reducerPath]: api.reducer }),
    preloadedState: { auth: authAfter(signedIn('acme', 't')) },
    middleware: (usual) => usual().concat(api.middleware),
  }) as unknown as ListStore
  await store.dispatch(memberChanges.initiate('g1'))
  await store.dispatch(memberList.initiate(listQuery))
  for (let n = 1; n < pages; n++) await store.dispatch(memberList.initiate(listQuery, { direction: 'forward' }))
  requestedCursors = []
  return store
}

const rows = (store: ListStore) =>
  memberPages
    .select(store.getState(), listQuery)
    ?.pages.flatMap(({ data }) => data.map(({ id }) => id))
    .join('')
const changesOf = (store: ListStore) => memberChanges.select('g1')(store.getState() as never).data ?? 0

/** Reports the end of an evaluation of the group, and waits until the page has acted on it. */
async function evaluate(store: ListStore): Promise<void> {
  const before = changesOf(store)
  groupsLive(store)['run-updated']?.({ kind: RUN_KINDS.group, id: 'g1' })
  await vi.waitFor(() => expect(changesOf(store)).toBeGreaterThan(before), 10_000)
}

beforeEach(() => {
  requestedCursors = []
  members = 'abcdefghijklmno'.split('')
  vi.stubGlobal('fetch', (url: string) => Promise.resolve(reply(url)))
})
afterEach(() => void vi.unstubAllGlobals())

describe('the contacts of a group', () => {
  it('are reloaded as a whole after a change while the list is short', async () => {
    const store = await loaded(2)
    expect(rows(store)).toBe('abcdef')
    members.splice(0, 1)
    await evaluate(store)
    await vi.waitFor(() => expect(rows(store)).toBe('bcdefg'), 10_000)
    expect(requestedCursors).toEqual(['', 'd'])
  })

  it('are not reloaded as a whole in a long list, whose change is counted instead', async () => {
    const store = await loaded(5)
    await evaluate(store)
    expect(requestedCursors).toEqual([])
  })

  it('are reloaded where the screen shows them, and none is lost when one leaves', async () => {
    const store = await loaded(5)
    members.splice(4, 1)
    const outdated = new Set([0, 1, 2, 3, 4])
    await reloadPagesInSight(memberPages, store, listQuery, { outdated, sight: () => ({ first: 3, last: 6 }) })
    expect(requestedCursors).toEqual(['', 'c'])
    expect(rows(store)).toBe('abcdfgghijklmno')
    expect([...outdated]).toEqual([2, 3, 4])
    await reloadPagesInSight(memberPages, store, listQuery, { outdated, sight: () => ({ first: 0, last: 15 }) })
    expect(rows(store)).toBe(members.join(''))
  })

  it('keep only the first pages when nothing shows them, and are reloaded as a whole again', async () => {
    const store = await loaded(5)
    trimPages(memberPages, store, listQuery)
    expect(countPages(memberPages, store, listQuery)).toBe(2)
    await evaluate(store)
    await vi.waitFor(() => expect(requestedCursors).toEqual(['', 'c']), 10_000)
  })
})
