import { PageError } from '@crewline/contract/errors'
import { describe, expect, it } from 'vitest'
import { createErrorReporter } from './error-reporter.ts'

const origin = 'https://crew.example'

/** A page error with these lines in its stack. */
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
  const reporter = createErrorReporter({
    origin,
    isOnline: () => state.isOnline,
    later: (callback) => void waiting.push(callback),
    send: (errors) => void sent.push(errors),
  })
  const pass = () => waiting.splice(0).forEach((callback) => callback())
  return { sent, state, pageReporter: reporter, pass, waiting }
}

describe('an error report', () => {
  it.each([
    ['Chromium', `    at async Object.go (${origin}/assets/a-1_x.js:1:2)`],
    ['Chromium without a name', `    at ${origin}/assets/a-1_x.js:1:2`],
    ['Firefox and Safari', `go/<@${origin}/assets/a-1_x.js:1:2`],
    ['a development server', `    at go (${origin}/assets/a-1_x.js?t=Rosalinda:1:2)`],
  ])('renders the location as %s writes it', (_browser, line) => {
    const { pageReporter, sent } = page()
    pageReporter.report(errorAt(line), 'a page stopped working', 'inbox')
    pageReporter.flush()
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

  it('never contains the message, the query or the subject of the error', () => {
    const { pageReporter, sent } = page()
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
    for (const error of errors) pageReporter.report(error, 'stored value is not JSON: Rosalinda', 'inbox')
    pageReporter.report(plain, 'Rosalinda: see you at six', 'inbox')
    pageReporter.flush()
    for (const pageError of sent.flat()) expect(PageError.safeParse(pageError).error).toBeUndefined()
    for (const secret of secrets) expect(JSON.stringify(sent)).not.toContain(secret)
    expect(sent.flat().map(({ code }) => code)).toContain('offline')
  })
})

describe('error reporting', () => {
  it('waits a moment and sends reports in lots of ten', () => {
    const { pageReporter, sent, pass, waiting } = page()
    for (let line = 1; line <= 12; line++)
      pageReporter.report(errorAt(`    at ${origin}/assets/a.js:${line}:1`), 'an uncaught error', 'inbox')
    expect(sent).toEqual([])
    expect(waiting.length).toBe(1)
    pass()
    expect(sent.map((lot) => lot.length)).toEqual([10, 2])
  })

  it('sends each error once, and when the page closes once more with its count', () => {
    const { pageReporter, sent, pass, waiting } = page()
    for (let n = 0; n < 3; n++) pageReporter.report(plain, 'an uncaught error', 'inbox')
    pass()
    for (let n = 0; n < 500; n++) pageReporter.report(plain, 'an uncaught error', 'inbox')
    expect(waiting).toEqual([])
    pageReporter.flush()
    expect(sent.flat().map(({ times }) => times)).toEqual([3])
    pageReporter.leave()
    pageReporter.leave()
    expect(sent.flat().map(({ times }) => times)).toEqual([3, 500])
  })

  it('stops after twenty different errors', () => {
    const { pageReporter, sent, pass } = page()
    for (let line = 1; line <= 200; line++) {
      pageReporter.report(errorAt(`    at ${origin}/assets/a.js:${line}:1`), 'an uncaught error', 'inbox')
      pass()
    }
    pageReporter.leave()
    expect(sent.flat().length).toBe(20)
  })

  it('waits for the network in the memory of the page only', () => {
    const { pageReporter, sent, pass, state } = page()
    state.isOnline = false
    pageReporter.report(plain, 'an uncaught error', 'inbox')
    pass()
    pageReporter.leave()
    expect(sent).toEqual([])
    state.isOnline = true
    pageReporter.flush()
    pageReporter.flush()
    expect(sent.flat().length).toBe(1)
  })
})
