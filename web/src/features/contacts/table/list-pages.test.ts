import type { Contact } from '@crewline/contract/contacts'
import { combineReducers, configureStore } from '@reduxjs/toolkit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from '../../../shared/api/base.ts'
import {
  countPages,
  pagesInSight,
  reloadPagesInSight,
  trimPages,
  type ListStore,
} from '../../../shared/api/list-pages.ts'
import { authReducer } from '../../../shared/lib/session/auth.slice.ts'
import { authAfter } from '../../../shared/lib/session/state.ts'
import { signedIn } from '../../../testing/people.ts'
import { contactList, contactPages } from '../api.ts'
import { contactsLive } from '../live.ts'
import { allContacts } from './contacts-url.ts'

/** The contacts of the fake server in order; a cursor is the id of the last contact before it. */
let people: { id: string; firstname: string }[]
let requestedCursors: string[]
const pageRows = 3

function reply(url: string): Response {
  const cursor = new URL(url, 'http://x').searchParams.get('cursor') ?? ''
  requestedCursors.push(cursor)
  const from = people.findIndex(({ id }) => id > cursor)
  const data = from === -1 ? [] : people.slice(from, from + pageRows)
  const isLast = from === -1 || from + pageRows >= people.length
  return Response.json({
    ...{ status: 'OK', data, total: people.length, totalIsExact: true },
    nextCursor: isLast ? null : data.at(-1)?.id,
  })
}

async function loaded(pages: number): Promise<ListStore> {
  const store = configureStore({
    reducer: combineReducers({ auth: authReducer, [api.reducerPath]: api.reducer }),
    preloadedState: { auth: authAfter(signedIn('acme', 't')) },
    middleware: (usual) => usual().concat(api.middleware),
  }) as unknown as ListStore
  await store.dispatch(contactList.initiate(allContacts))
  for (let n = 1; n < pages; n++) await store.dispatch(contactList.initiate(allContacts, { direction: 'forward' }))
  requestedCursors = []
  return store
}

const named = (id: string, firstname = id) => ({ id, firstname })
const rows = (store: ListStore) =>
  contactList
    .select(allContacts)(store.getState() as never)
    .data?.pages.flatMap(({ data }) => data.map(({ firstname }) => firstname))
    .join(' ')
const all = (count: number) => new Set(Array.from({ length: count }, (_, at) => at))

beforeEach(() => {
  requestedCursors = []
  people = 'abcdefghijklmno'.split('').map((id) => named(id))
  vi.stubGlobal('fetch', (url: string) => Promise.resolve(reply(url)))
})
afterEach(() => void vi.unstubAllGlobals())

describe('a long list of contacts', () => {
  it('knows which of its pages are in sight', () => {
    const pages = [[1, 2, 3], [4, 5, 6], [7]].map((data) => ({ data }))
    expect(pagesInSight(pages, { first: 0, last: 2 })).toEqual([0])
    expect(pagesInSight(pages, { first: 2, last: 4 })).toEqual([0, 1])
    expect(pagesInSight(pages, { first: 6, last: 20 })).toEqual([2])
  })

  it('loads the first page and those in sight again after a change, the others when they come into sight', async () => {
    const store = await loaded(5)
    for (const person of people) person.firstname = person.firstname.toUpperCase()
    const outdated = all(5)
    let sight = { first: 9, last: 12 }
    await reloadPagesInSight(contactPages, store, allContacts, { outdated, sight: () => sight })
    expect(requestedCursors).toEqual(['', 'i'])
    expect(rows(store)).toBe('A B C d e f g h i J K L m n o')
    sight = { first: 12, last: 15 }
    await reloadPagesInSight(contactPages, store, allContacts, { outdated, sight: () => sight })
    expect(requestedCursors).toEqual(['', 'i', 'l'])
    expect([...outdated]).toEqual([1, 2])
  })

  it('loses no contact when one is added or leaves', async () => {
    const store = await loaded(5)
    people.splice(3, 0, named('cc'))
    people.splice(10, 1)
    const outdated = all(5)
    const sight = () => ({ first: 3, last: 15 })
    await reloadPagesInSight(contactPages, store, allContacts, { outdated, sight })
    expect(rows(store)).toBe(people.map(({ id }) => id).join(' '))
  })

  it('ends where the list ends now', async () => {
    const store = await loaded(5)
    people.splice(4)
    await reloadPagesInSight(contactPages, store, allContacts, {
      outdated: all(5),
      sight: () => ({ first: 0, last: 5 }),
    })
    expect(rows(store)).toBe('a b c d')
    expect(countPages(contactPages, store, allContacts)).toBe(2)
  })

  it('keeps only its first pages when nothing shows it', async () => {
    const store = await loaded(5)
    trimPages(contactPages, store, allContacts)
    expect(rows(store)).toBe('a b c d e f')
  })

  it('shows a changed name at once, on every page, without a request', async () => {
    const store = await loaded(5)
    const contact = { id: 'n', firstname: 'Nora' } as Contact
    contactsLive(store)['contact-updated']?.({ contact })
    expect(rows(store)).toBe('a b c d e f g h i j k l m Nora o')
    expect(requestedCursors).toEqual([])
  })

  it('is not loaded as a whole by an event', async () => {
    const store = await loaded(5)
    contactsLive(store)['contacts-updated']?.({})
    await new Promise((done) => setTimeout(done, 700))
    expect(requestedCursors).toEqual([])
  })
})
