import type { ContactRun } from '@crewline/contract/contact-lists'
import { RUN_KINDS } from '@crewline/contract/events'
import { combineReducers, configureStore } from '@reduxjs/toolkit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from '../../../shared/api/base.ts'
import { authReducer } from '../../../shared/lib/session/auth.slice.ts'
import { authAfter } from '../../../shared/lib/session/state.ts'
import { signedIn } from '../../../testing/people.ts'
import { contactsLive } from '../live.ts'
import { followRun, type RunStore } from './follow-run.ts'

const running: ContactRun = {
  ...{ id: 'r1', state: 'running', do: { act: 'archive', archived: true }, total: 1000, seen: 0, changed: 0 },
  ...{ skipped: [], startedAt: '2026-03-03T09:00:00Z', undoes: null, undoUntil: null },
}

let run: ContactRun | undefined
let requests: number

function page() {
  const reducer = combineReducers({ auth: authReducer, [api.reducerPath]: api.reducer })
  const made = configureStore({
    reducer,
    preloadedState: { auth: authAfter(signedIn('acme', 't')) },
    middleware: (usual) => usual().concat(api.middleware),
  })
  const store = made as unknown as RunStore
  const live = contactsLive(store)
  const hear = (kind: string, id: string) => live['run-updated']?.({ kind, id })
  return { store, hear }
}

beforeEach(() => {
  run = running
  requests = 0
  vi.stubGlobal('fetch', () => {
    requests += 1
    return Promise.resolve(
      run
        ? Response.json({ status: 'OK', run })
        : Response.json({ status: 'ERROR', code: 'not_found', message: '' }, { status: 404 }),
    )
  })
})
afterEach(() => void vi.unstubAllGlobals())

describe('following a bulk action', () => {
  it('reads the progress with each live event, and nothing in between, until it is over', async () => {
    const { store, hear } = page()
    const seen: number[] = []
    const over = followRun(store, 'r1', (progress) => seen.push(progress.seen))
    await vi.waitFor(() => expect(seen).toEqual([0]), 10_000)
    run = { ...running, seen: 500 }
    hear(RUN_KINDS.contacts, 'r1')
    await vi.waitFor(() => expect(seen).toEqual([0, 500]), 10_000)
    hear(RUN_KINDS.contacts, 'another')
    hear(RUN_KINDS.import, 'r1')
    await new Promise((done) => setTimeout(done, 400))
    expect(requests).toBe(2)
    run = { ...running, seen: 1000, state: 'done' }
    hear(RUN_KINDS.contacts, 'r1')
    expect(await over).toMatchObject({ state: 'done', seen: 1000 })
  })

  it('ends when the run can no longer be read', async () => {
    run = undefined
    const { store } = page()
    expect(await followRun(store, 'r1', () => {})).toBeUndefined()
  })
})
