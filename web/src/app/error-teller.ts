import {
  PAGE_ERROR_CODE,
  PAGE_ERROR_FRAMES,
  PAGE_ERROR_TYPE,
  PAGE_ERROR_WORDS,
  PAGE_ERRORS_PER_PAGE,
  PAGE_ERRORS_PER_REPORT,
  PAGE_FRAME,
} from '@crewline/contract/error-shapes'
import type { PageError } from '@crewline/contract/errors'

/** What telling needs of a page. */
export interface TellingPage {
  origin: string
  isOnline: () => boolean
  /** Does something a moment later. */
  later: (act: () => void) => void
  /** Sends some errors to the server; what becomes of them does not matter. */
  send: (errors: PageError[]) => void
}

/** Tells the server of errors. */
export interface Teller {
  tell: (error: unknown, what: string, page: string) => void
  /** Tells what was not told yet. */
  flush: () => void
  /** The page goes: tells how often the rest came too. */
  leave: () => void
}

interface Met {
  error: Omit<PageError, 'times'>
  /** How often it came since it was told. */
  times: number
  isTold: boolean
}

/** A place at the end of a line of a stack, as each browser writes it: the site, the file, a query, line and column. */
const place = /(?:^|[\s(@])(\w+:\/\/[^/\s]+)(\/[^?#:\s]+)(?:\?[^:\s]*)?(:\d+:\d+)\)?$/

function framesOf(error: unknown, origin: string): string[] {
  const stack = error instanceof Error && typeof error.stack === 'string' ? error.stack : ''
  return stack
    .split('\n')
    .flatMap((line) => {
      const [, site, file = '', at = ''] = place.exec(line) ?? []
      return site === origin && PAGE_FRAME.test(file + at) ? [file + at] : []
    })
    .slice(0, PAGE_ERROR_FRAMES)
}

/** What may be told of an error: of a shape without room for what it says. */
function tellable(error: unknown, what: string, page: string, origin: string): Met['error'] {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown }
  const words = what.split(':', 1)[0]
  const fits = (value: unknown, shape: RegExp): value is string => typeof value === 'string' && shape.test(value)
  return {
    what: PAGE_ERROR_WORDS.find((one) => one === words) ?? 'an error nobody caught',
    type: fits(name, PAGE_ERROR_TYPE) ? name : 'Error',
    ...(fits(code, PAGE_ERROR_CODE) && { code }),
    frames: framesOf(error, origin),
    page,
  }
}

/**
 * Gathers the errors of one page. Each is told once, in small lots, and once more as the page goes where it came again, with
 * how often. Without a network they wait, as they are, in this page's memory and nowhere else: a few lines are all there can
 * be, and what a device keeps would have to be forgotten with the session. A report that does not arrive is not sent again.
 */
export function makeTeller(on: TellingPage): Teller {
  const met = new Map<string, Met>()
  let isWaiting = false

  function send(those: Met[]): void {
    if (!on.isOnline()) return
    for (let from = 0; from < those.length; from += PAGE_ERRORS_PER_REPORT) {
      const some = those.slice(from, from + PAGE_ERRORS_PER_REPORT)
      on.send(some.map(({ error, times }) => ({ ...error, times })))
      for (const one of some) Object.assign(one, { times: 0, isTold: true })
    }
  }
  function flush(): void {
    isWaiting = false
    send([...met.values()].filter((one) => !one.isTold))
  }
  return {
    tell(error, what, page) {
      const one = tellable(error, what, page, on.origin)
      const mark = JSON.stringify(one)
      const known = met.get(mark)
      if (known) {
        known.times += 1
        return
      }
      if (met.size >= PAGE_ERRORS_PER_PAGE) return
      met.set(mark, { error: one, times: 1, isTold: false })
      if (isWaiting) return
      isWaiting = true
      on.later(flush)
    },
    flush,
    leave: () => send([...met.values()].filter((one) => one.times > 0)),
  }
}
