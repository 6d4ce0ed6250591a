/** Where reports go; the page's start may point it at a service, until then they stay in the browser's console. */
export type ErrorSink = (error: unknown, context: Record<string, unknown>) => void

let sink: ErrorSink = (error, context) => {
  // The console is the sink of last resort: nothing else outlives this page.
  // oxlint-disable-next-line no-console
  console.warn('reported', context['what'], error)
}

/** Sends later reports to this sink. */
export function reportErrorsTo(next: ErrorSink): void {
  sink = next
}

let gathered: { what: string; error: unknown }[] | undefined

/** Holds reports back until the returned function sends them as one: a start that meets many troubles is one trouble. */
export function gatherReports(what: string): () => void {
  const list: { what: string; error: unknown }[] = []
  gathered = list
  return () => {
    if (gathered === list) gathered = undefined
    const [first] = list.splice(0, 1)
    if (first) reportError(what, first.error, { troubles: [first.what, ...list.map((one) => one.what)] })
  }
}

/** Tells the error-reporting service what went wrong, and nothing to the user; never throws. */
export function reportError(what: string, error: unknown, context: Record<string, unknown> = {}): void {
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
