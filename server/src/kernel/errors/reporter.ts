import type { Config } from '../config.ts'
import type { World } from '../world.ts'
import type { Report } from './report.ts'
import { throttleReports } from './throttle.ts'

/** Reports errors to a service, in addition to the log, which contains every error. */
export interface ErrorReporter {
  /** Reports one error; neither throws nor waits. */
  report: (report: Report) => void
  /** Sends pending reports; resolves after two seconds at most. */
  flush: () => Promise<void>
}

/** Errors are written only to the log. */
const logOnlyReporter: ErrorReporter = { report: () => {}, flush: async () => {} }

/** Opens the configured reporter; an unreachable service blocks nothing. */
export async function openReporter(config: Config, world: World, version: string): Promise<ErrorReporter> {
  if (!config.sentryDsn) return logOnlyReporter
  // Loaded only when used: it takes 27 MB.
  const { sentryReporter } = await import('./sentry.ts')
  const service = sentryReporter(config.sentryDsn, { version, production: config.production })
  return { report: throttleReports(service.report, () => world.monotonicMs()), flush: service.flush }
}
