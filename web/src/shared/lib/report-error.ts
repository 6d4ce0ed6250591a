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

/** Tells the error-reporting service what went wrong, and nothing to the user; never throws. */
export function reportError(what: string, error: unknown, context: Record<string, unknown> = {}): void {
  try {
    sink(error, { what, ...context })
  } catch {
    // A report that fails must not fail the work it reports on.
  }
}
