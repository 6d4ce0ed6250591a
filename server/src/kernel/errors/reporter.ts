import type { Config } from '../config.ts'
import type { World } from '../world.ts'
import type { Report } from './report.ts'
import { seldom } from './seldom.ts'

/** Who is told of errors besides the log, where every error stands first. */
export interface ErrorReporter {
  /** Tells of one error; neither throws nor waits. */
  tell: (report: Report) => void
  /** Hands over what is on its way; answers after two seconds at the latest. */
  flush: () => Promise<void>
}

/** Errors stand in the log and nowhere else. */
const logAlone: ErrorReporter = { tell: () => {}, flush: async () => {} }

/** The reporter that the settings name; a service that cannot be reached holds up nothing. */
export async function openReporter(config: Config, world: World, version: string): Promise<ErrorReporter> {
  if (!config.sentryDsn) return logAlone
  // Loaded only where it is used: it takes 27 MB.
  const { sentryReporter } = await import('./sentry.ts')
  const service = sentryReporter(config.sentryDsn, { version, production: config.production })
  return { tell: seldom(service.tell, () => world.monotonicMs()), flush: service.flush }
}
