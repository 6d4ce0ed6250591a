import { inConsole, reportError, reportErrorsTo } from '../shared/lib/report-error.ts'

async function tellServer(error: unknown, what: string, page: string): Promise<void> {
  try {
    const { tell } = await import('./tell-errors.ts')
    tell(error, what, page)
  } catch {
    // Its code did not come either: the console has the report.
  }
}

/**
 * Has the server told of this page's errors, of those that nobody caught too. What it takes is loaded with the first of them:
 * a page that works waits for nothing. `page` names the page of the moment.
 */
export function watchErrors(page: () => string): void {
  reportErrorsTo((error, context) => {
    inConsole(error, context)
    void tellServer(error, context.what, page())
  })
  // Without an error it is another site's, or the browser's word about a layout.
  addEventListener('error', ({ error }) => error && reportError('an error nobody caught', error))
  addEventListener('unhandledrejection', ({ reason }) => reportError('a promise nobody caught', reason))
}
