import { afterEach, expect, it, vi } from 'vitest'
import { upload } from '../features/files/upload.ts'
import { uploadContacts } from '../features/imports/upload/upload.ts'
import { setDeadSessionHandler } from '../shared/api/dead.ts'
import { download } from '../shared/api/download.ts'
import { call } from '../shared/api/from-contract.ts'
import { sendBytes } from '../shared/api/send-bytes.ts'

/** A browser request that gets a response with this status as soon as it is sent. */
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
const uploadInput = { bytes, name: 'a.csv', token: 'mine', onProgress: () => {} }

const calls: Record<string, () => Promise<unknown>> = {
  'a download': () => download(call('personalData', { query: { id: 'maria', format: 'json' } }), 'mine'),
  'a list sent as bytes': () =>
    sendBytes({ ...call('importOptOuts', { query: { note: '' } }), name: 'importOptOuts' }, bytes, 'mine'),
  'an uploaded file': () => upload(uploadInput).done,
  'an uploaded list of people': () => uploadContacts(uploadInput).done,
}

function answerEverythingWith(status: number): (string | null)[] {
  const deadTokens: (string | null)[] = []
  setDeadSessionHandler((token) => deadTokens.push(token))
  const body = { status: 'ERROR', code: 'session_invalid', message: 'Log in again.' }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(body, { status })))
  vi.stubGlobal('XMLHttpRequest', requestThatGets(status))
  return deadTokens
}

afterEach(() => {
  vi.unstubAllGlobals()
  setDeadSessionHandler(() => {})
})

it.each(Object.entries(calls))('reports a dead session after a 403 to %s', async (_, make) => {
  const deadTokens = answerEverythingWith(403)
  await make()
  expect(deadTokens).toEqual(['mine'])
})

it.each(Object.entries(calls))('does not report a dead session after another refusal of %s', async (_, make) => {
  const deadTokens = answerEverythingWith(401)
  await make()
  expect(deadTokens).toEqual([])
})
