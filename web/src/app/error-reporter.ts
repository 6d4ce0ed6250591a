import {
  PAGE_ERROR_CODE,
  PAGE_ERROR_FRAMES,
  PAGE_ERROR_TYPE,
  PAGE_ERROR_DESCRIPTIONS,
  PAGE_ERRORS_PER_PAGE,
  PAGE_ERRORS_PER_REPORT,
  PAGE_FRAME,
} from '@crewline/contract/error-shapes'
import type { PageError } from '@crewline/contract/errors'

/** What error reporting needs from a page. */
export interface ReportedPage {
  origin: string
  isOnline: () => boolean
  /** Runs a function a moment later. */
  later: (act: () => void) => void
  /** Sends errors to the server; failures are ignored. */
  send: (errors: PageError[]) => void
}

/** Reports errors to the server. */
export interface PageErrorReporter {
  report: (error: unknown, what: string, page: string) => void
  /** Sends the errors that were not sent yet. */
  flush: () => void
  /** The page closes: sends how often repeated errors occurred. */
  leave: () => void
}

interface Met {
  error: Omit<PageError, 'times'>
  /** How often the error occurred since it was sent. */
  times: number
  isReported: boolean
}

/** The location at the end of a stack line, in the format of each browser: origin, file, query, line and column. */
const stackLocationPattern = /(?:^|[\s(@])(\w+:\/\/[^/\s]+)(\/[^?#:\s]+)(?:\?[^:\s]*)?(:\d+:\d+)\)?$/

function framesOf(error: unknown, origin: string): string[] {
  const stack = error instanceof Error && typeof error.stack === 'string' ? error.stack : ''
  return stack
    .split('\n')
    .flatMap((line) => {
      const [, site, file = '', at = ''] = stackLocationPattern.exec(line) ?? []
      return site === origin && PAGE_FRAME.test(file + at) ? [file + at] : []
    })
    .slice(0, PAGE_ERROR_FRAMES)
}

/** The reportable part of an error: its shape has no room for the error message. */
function tellable(error: unknown, description: string, page: string, origin: string): Met['error'] {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown }
  const prefix = description.split(':', 1)[0]
  const fits = (value: unknown, shape: RegExp): value is string => typeof value === 'string' && shape.test(value)
  return {
    what: PAGE_ERROR_DESCRIPTIONS.find((phrase) => phrase === prefix) ?? 'an uncaught error',
    type: fits(name, PAGE_ERROR_TYPE) ? name : 'Error',
    ...(fits(code, PAGE_ERROR_CODE) && { code }),
    frames: framesOf(error, origin),
    page,
  }
}

/**
 * Collects the errors of one page. Each error is sent once, in small lots, and once more with its count when the page
 * closes, if it occurred again. Without a network the errors wait in the memory of the page and nowhere else: they are
 * few, and anything stored on the device would have to be removed with the session. A failed report is not sent again.
 */
export function createErrorReporter(on: ReportedPage): PageErrorReporter {
  const met = new Map<string, Met>()
  let isWaiting = false

  function send(entries: Met[]): void {
    if (!on.isOnline()) return
    for (let from = 0; from < entries.length; from += PAGE_ERRORS_PER_REPORT) {
      const batch = entries.slice(from, from + PAGE_ERRORS_PER_REPORT)
      on.send(batch.map(({ error, times }) => ({ ...error, times })))
      for (const entry of batch) Object.assign(entry, { times: 0, isReported: true })
    }
  }
  function flush(): void {
    isWaiting = false
    send([...met.values()].filter((entry) => !entry.isReported))
  }
  return {
    report(error, description, page) {
      const pageError = tellable(error, description, page, on.origin)
      const key = JSON.stringify(pageError)
      const existing = met.get(key)
      if (existing) {
        existing.times += 1
        return
      }
      if (met.size >= PAGE_ERRORS_PER_PAGE) return
      met.set(key, { error: pageError, times: 1, isReported: false })
      if (isWaiting) return
      isWaiting = true
      on.later(flush)
    },
    flush,
    leave: () => send([...met.values()].filter((entry) => entry.times > 0)),
  }
}
