import { PageError } from '@crewline/contract/errors'
import { describe, expect, it } from 'vitest'
import { makeTeller } from './error-teller.ts'

const origin = 'https://crew.example'

/** An error of a page with these lines in its stack. */
function errorAt(...lines: string[]): Error {
  const error = new TypeError('Rosalinda +14155550123')
  error.stack = ['TypeError: Rosalinda +14155550123', ...lines].join('\n')
  return error
}
const plain = errorAt(`    at send (${origin}/assets/base-Dk3j_x.js:1:2345)`)

function page() {
  const sent: PageError[][] = []
  const waiting: (() => void)[] = []
  const state = { isOnline: true }
  const teller = makeTeller({
    origin,
    isOnline: () => state.isOnline,
    later: (act) => void waiting.push(act),
    send: (errors) => void sent.push(errors),
  })
  const pass = () => waiting.splice(0).forEach((act) => act())
  return { sent, state, teller, pass, waiting }
}

describe('what a page tells of an error', () => {
  it.each([
    ['Chromium', `    at async Object.go (${origin}/assets/a-1_x.js:1:2)`],
    ['Chromium without a name', `    at ${origin}/assets/a-1_x.js:1:2`],
    ['Firefox and Safari', `go/<@${origin}/assets/a-1_x.js:1:2`],
    ['a development server', `    at go (${origin}/assets/a-1_x.js?t=Rosalinda:1:2)`],
  ])('names the place as %s writes it', (_browser, line) => {
    const { teller, sent } = page()
    teller.tell(errorAt(line), 'a page stopped working', 'inbox')
    teller.flush()
    expect(sent).toEqual([
      [
        {
          what: 'a page stopped working',
          type: 'TypeError',
          frames: ['/assets/a-1_x.js:1:2'],
          page: 'inbox',
          times: 1,
        },
      ],
    ])
  })

  it('is never what it says, where it was asked for, or what the words were about', () => {
    const { teller, sent } = page()
    const secrets = ['Rosalinda', '4155550123', 'crew_s3cr3t', 'see you at six']
    const errors: unknown[] = [
      errorAt(
        `    at go (${origin}/dashboard/inbox/Rosalinda?token=crew_s3cr3t:1:2)`,
        `    at go (https://elsewhere.example/assets/Rosalinda.js:1:2)`,
        '    at Rosalinda (chrome-extension://abc/assets/x.js:1:2)',
        `see you at six ${origin}/assets/../4155550123:1:2`,
      ),
      Object.assign(new Error('see you at six'), { name: 'Rosalinda', code: 'crew_s3cr3t', stack: 4 }),
      { message: 'see you at six', code: 'offline', name: 'see you at six' },
      'see you at six',
      undefined,
      null,
    ]
    for (const error of errors) teller.tell(error, 'stored value is not JSON: Rosalinda', 'inbox')
    teller.tell(plain, 'Rosalinda: see you at six', 'inbox')
    teller.flush()
    for (const one of sent.flat()) expect(PageError.safeParse(one).error).toBeUndefined()
    for (const secret of secrets) expect(JSON.stringify(sent)).not.toContain(secret)
    expect(sent.flat().map(({ code }) => code)).toContain('offline')
  })
})

describe('telling', () => {
  it('waits a moment and goes together, ten at a time', () => {
    const { teller, sent, pass, waiting } = page()
    for (let line = 1; line <= 12; line++)
      teller.tell(errorAt(`    at ${origin}/assets/a.js:${line}:1`), 'an error nobody caught', 'inbox')
    expect(sent).toEqual([])
    expect(waiting.length).toBe(1)
    pass()
    expect(sent.map((lot) => lot.length)).toEqual([10, 2])
  })

  it('is done once for the same error, and as the page goes once more with how often it came again', () => {
    const { teller, sent, pass, waiting } = page()
    for (let n = 0; n < 3; n++) teller.tell(plain, 'an error nobody caught', 'inbox')
    pass()
    for (let n = 0; n < 500; n++) teller.tell(plain, 'an error nobody caught', 'inbox')
    expect(waiting).toEqual([])
    teller.flush()
    expect(sent.flat().map(({ times }) => times)).toEqual([3])
    teller.leave()
    teller.leave()
    expect(sent.flat().map(({ times }) => times)).toEqual([3, 500])
  })

  it('falls silent after twenty different ones', () => {
    const { teller, sent, pass } = page()
    for (let line = 1; line <= 200; line++) {
      teller.tell(errorAt(`    at ${origin}/assets/a.js:${line}:1`), 'an error nobody caught', 'inbox')
      pass()
    }
    teller.leave()
    expect(sent.flat().length).toBe(20)
  })

  it('waits for the network in this page alone', () => {
    const { teller, sent, pass, state } = page()
    state.isOnline = false
    teller.tell(plain, 'an error nobody caught', 'inbox')
    pass()
    teller.leave()
    expect(sent).toEqual([])
    state.isOnline = true
    teller.flush()
    teller.flush()
    expect(sent.flat().length).toBe(1)
  })
})
