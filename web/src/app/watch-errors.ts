import { inConsole, reportError, reportErrorsTo } from '../shared/lib/report-error.ts'

async function reportToServer(error: unknown, description: string, page: string): Promise<void> {
  try {
    const { report } = await import('./send-errors.ts')
    report(error, description, page)
  } catch {
    // The reporting code did not load either; the console has the error.
  }
}

/**
 * Reports the errors of this page to the server, uncaught ones included. The reporting code loads with the first error,
 * so that a working page does not wait for it. `page` returns the current page name.
 */
export function watchErrors(page: () => string): void {
  reportErrorsTo((error, context) => {
    inConsole(error, context)
    void reportToServer(error, context.description, page())
  })
  // No error object: the error is from another origin, or it is a ResizeObserver warning.
  addEventListener('error', ({ error }) => error && reportError('an uncaught error', error))
  addEventListener('unhandledrejection', ({ reason }) => reportError('an unhandled promise rejection', reason))
}
