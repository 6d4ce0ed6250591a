import type { PageErrorWords } from '@crewline/contract/error-shapes'

/** What went wrong, in the words the contract knows. After a colon may stand what it was about: that never leaves this browser. */
type What = PageErrorWords | `${PageErrorWords}: ${string}`

/** Where reports go; the page's start points it at the server, until then they stay in the browser's console. */
export type ErrorSink = (error: unknown, context: Record<string, unknown> & { what: string }) => void

/** Writes a report into this browser's console. */
export const inConsole: ErrorSink = (error, context) => {
  // The console is where whoever looks into it sees what the error says: that goes nowhere else.
  // oxlint-disable-next-line no-console
  console.warn('reported', context.what, error)
}

let sink = inConsole

/** Sends later reports to this sink. */
export function reportErrorsTo(next: ErrorSink): void {
  sink = next
}

let gathered: { what: What; error: unknown }[] | undefined

/** Holds reports back until the returned function sends them as one: a start that meets many troubles is one trouble. */
export function gatherReports(what: What): () => void {
  const list: { what: What; error: unknown }[] = []
  gathered = list
  return () => {
    if (gathered === list) gathered = undefined
    const [first] = list.splice(0, 1)
    if (first) reportError(what, first.error, { troubles: [first.what, ...list.map((one) => one.what)] })
  }
}

/** Tells who looks after the installation what went wrong, and nothing to the user; never throws. */
export function reportError(what: What, error: unknown, context: Record<string, unknown> = {}): void {
  if (gathered) {
    gathered.push({ what, error })
    return
  }
  try {
    sink(error, { what, ...context })
  } catch {
    // A report that fails must not fail the work it reports on.
  }
}
