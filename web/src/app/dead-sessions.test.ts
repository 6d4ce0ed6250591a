import { afterEach, expect, it, vi } from 'vitest'
import { upload } from '../features/files/upload.ts'
import { uploadPeople } from '../features/imports/upload.ts'
import { hearDeadSessions } from '../shared/api/dead.ts'
import { download } from '../shared/api/download.ts'
import { call } from '../shared/api/from-contract.ts'
import { sendBytes } from '../shared/api/send-bytes.ts'

/** A request of the browser that the server answers with a status as soon as it is sent. */
function requestThatGets(status: number) {
  return class extends EventTarget {
    status = 0
    response = { status: 'ERROR', code: 'session_invalid', message: 'Log in again.' }
    upload = new EventTarget()
    open(): void {}
    setRequestHeader(): void {}
    send(): void {
      this.status = status
      this.dispatchEvent(new Event('load'))
    }
  }
}

const bytes = new Blob(['a'])
const asked = { bytes, name: 'a.csv', token: 'mine', onProgress: () => {} }

const calls: Record<string, () => Promise<unknown>> = {
  'a download': () => download(call('personalData', { query: { id: 'maria', format: 'json' } }), 'mine'),
  'a list sent as bytes': () =>
    sendBytes({ ...call('importOptOuts', { query: { note: '' } }), name: 'importOptOuts' }, bytes, 'mine'),
  'an uploaded file': () => upload(asked).done,
  'an uploaded list of people': () => uploadPeople(asked).done,
}

function answerEverythingWith(status: number): (string | null)[] {
  const dead: (string | null)[] = []
  hearDeadSessions((token) => dead.push(token))
  const body = { status: 'ERROR', code: 'session_invalid', message: 'Log in again.' }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(body, { status })))
  vi.stubGlobal('XMLHttpRequest', requestThatGets(status))
  return dead
}

afterEach(() => {
  vi.unstubAllGlobals()
  hearDeadSessions(() => {})
})

it.each(Object.entries(calls))('a 403 to %s tells that its session is dead', async (_, make) => {
  const dead = answerEverythingWith(403)
  await make()
  expect(dead).toEqual(['mine'])
})

it.each(Object.entries(calls))('any other refusal of %s tells nothing of the session', async (_, make) => {
  const dead = answerEverythingWith(401)
  await make()
  expect(dead).toEqual([])
})
