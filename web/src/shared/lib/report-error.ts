import type { PageErrorDescription } from '@crewline/contract/error-shapes'

/** What failed, in the fixed texts of the contract. A detail may follow after a colon; it never leaves this browser. */
type ErrorDescription = PageErrorDescription | `${PageErrorDescription}: ${string}`

/**
 * The destination of reports: the start of the page sets it to the server; until then they go to the browser console.
 */
export type ErrorSink = (error: unknown, context: Record<string, unknown> & { description: string }) => void

/** Writes a report to the browser console. */
export const inConsole: ErrorSink = (error, context) => {
  // The console is the only place that shows the error message.
  // oxlint-disable-next-line no-console
  console.warn('reported', context.description, error)
}

let sink = inConsole

/** Sends later reports to this sink. */
export function reportErrorsTo(next: ErrorSink): void {
  sink = next
}

let gathered: { description: ErrorDescription; error: unknown }[] | undefined

/** Holds reports until the returned function sends them as one: several problems during startup are a single report. */
export function gatherReports(description: ErrorDescription): () => void {
  const list: { description: ErrorDescription; error: unknown }[] = []
  gathered = list
  return () => {
    if (gathered === list) gathered = undefined
    const [first] = list.splice(0, 1)
    if (first)
      reportError(description, first.error, {
        troubles: [first.description, ...list.map((report) => report.description)],
      })
  }
}

/** Reports an error to the operators, without showing it to the user; never throws. */
export function reportError(
  description: ErrorDescription,
  error: unknown,
  context: Record<string, unknown> = {},
): void {
  if (gathered) {
    gathered.push({ description, error })
    return
  }
  try {
    sink(error, { description, ...context })
  } catch {
    // A failing report must not break the work it is about.
  }
}
