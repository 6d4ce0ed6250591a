import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Browser, inTab } from '../testing/browser.ts'
import { signedIn } from '../testing/people.ts'

const reply = { ...signedIn('acme', 'valid-token'), organizations: [] }
let browser: Browser
beforeEach(() => {
  browser = new Browser()
  vi.stubGlobal('localStorage', browser.storage)
  vi.stubGlobal('document', browser.document)
  vi.stubGlobal('location', { protocol: 'https:' })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const error = (status: number, code = 'bug') => Response.json({ status: 'ERROR', code }, { status })

/** Opens a page that has a token and no stored session; `answers` are those of the server, in order. */
async function open(answers: (() => Response)[], token = 'valid-token') {
  let asked = 0
  vi.stubGlobal('fetch', () => {
    const answer = answers[asked]
    asked += 1
    return answer ? Promise.resolve(answer()) : Promise.reject(new TypeError('no connection'))
  })
  browser.stored.set('crewline/v1/token', token)
  // The reducer remembers what the first store of its module loaded, also that of another test.
  vi.resetModules()
  const [{ findSession }, { buildStore }] = await Promise.all([import('./boot.ts'), import('./store.ts')])
  const waits: number[] = []
  let silences = 0
  return inTab(browser.open('tab'), async () => {
    const { store, loaded } = buildStore(() => {})
    await loaded
    const isSignedIn = await findSession(store, {
      onSilence: () => (silences += 1),
      wait: (ms) => {
        waits.push(ms)
        return Promise.resolve()
      },
    })
    return { isSignedIn, user: store.getState().auth.user?.id, asked, waits, silences }
  })
}

const silence = () => {
  throw new TypeError('no connection')
}

it('asks for the owner of a token until a server that was silent or restarted answers', async () => {
  const answers = [silence, () => error(503), () => error(429), silence, silence, () => Response.json(reply)]
  const opened = await open(answers)
  expect(opened).toMatchObject({ isSignedIn: true, user: reply.user.id, asked: 6, silences: 5 })
  expect(opened.waits).toEqual([500, 1_000, 2_000, 5_000, 5_000])
})

it('leaves a token that the server rejects, and one that cannot be sent, without asking again', async () => {
  const rejected = await open([() => error(403, 'session_invalid')])
  expect(rejected).toMatchObject({ isSignedIn: false, asked: 1, waits: [] })
  expect(browser.stored.has('crewline/v1/token')).toBe(false)
  expect(await open([], 'täglich\n')).toMatchObject({ isSignedIn: false, asked: 0, waits: [] })
  expect(await open([() => error(404, 'not_found')])).toMatchObject({ isSignedIn: false, asked: 1, waits: [] })
})
