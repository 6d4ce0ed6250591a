import { createTransport, type ErrorEvent, type Event } from '@sentry/core'
import { ServerRuntimeClient } from '@sentry/core/server'
import type { Report } from './report.ts'
import type { ErrorReporter } from './reporter.ts'

/** Timeout for sending one report, in ms. */
const SEND_MS = 5_000
/** How long shutdown waits for pending reports, in ms. */
const FLUSH_MS = 2_000

/** The fields of an event that are sent; fields the SDK adds about machine, request and user are removed. */
const ALLOWED_FIELDS = new Set<keyof Event>([
  ...(['event_id', 'timestamp', 'platform', 'level', 'release', 'environment', 'message'] as const),
  ...(['exception', 'tags', 'extra', 'sdk'] as const),
])

/** Removes every field that is not allowed. */
function stripped(event: ErrorEvent): ErrorEvent {
  return Object.fromEntries(
    Object.entries(event).filter(([name]) => ALLOWED_FIELDS.has(name as keyof Event)),
  ) as unknown as ErrorEvent
}

/** Converts a report to the format of the service: the root cause first, the innermost call last. */
function eventOf({ level, what, chain, tags, version, times }: Report, releaseOf: (version?: string) => string): Event {
  const isOfPage = tags['page'] !== undefined
  const values = chain.map(({ type, frames }, at) => ({
    type,
    ...(at === 0 ? { value: tags['what'] ?? what } : {}),
    stacktrace: {
      frames: frames
        .map(({ file, line, column }) => ({
          filename: file,
          lineno: line,
          colno: column,
          in_app: !/^node:|node_modules/.test(file),
        }))
        .toReversed(),
    },
  }))
  return {
    level,
    platform: isOfPage ? 'javascript' : 'node',
    release: releaseOf(version),
    ...(values.length > 0 ? { exception: { values: values.toReversed() } } : { message: what }),
    tags: { ...tags, part: isOfPage ? 'page' : 'server' },
    extra: { times },
  }
}

/**
 * Reports to a service with Sentry's protocol, using only the SDK's client: nothing is instrumented, patched or
 * collected.
 */
export function sentryReporter(
  dsn: string,
  { version, production }: { version: string; production: boolean },
): ErrorReporter {
  const releaseOf = (of = version) => `crewline@${of}`
  const client = new ServerRuntimeClient({
    dsn,
    release: releaseOf(),
    environment: production ? 'production' : 'development',
    integrations: [],
    stackParser: () => [],
    // Sends errors only, neither traces nor report counts.
    traceLifecycle: 'static',
    sendClientReports: false,
    maxBreadcrumbs: 0,
    beforeSend: stripped,
    transport: (options) =>
      createTransport(options, async ({ body }) => {
        const answer = await fetch(options.url, {
          method: 'POST',
          // A copy, because the SDK's type does not specify the buffer type.
          body: typeof body === 'string' ? body : new Uint8Array(body),
          headers: { 'content-type': 'application/x-sentry-envelope' },
          redirect: 'error',
          signal: AbortSignal.timeout(SEND_MS),
        })
        await answer.arrayBuffer()
        return {
          statusCode: answer.status,
          headers: {
            'x-sentry-rate-limits': answer.headers.get('x-sentry-rate-limits'),
            'retry-after': answer.headers.get('retry-after'),
          },
        }
      }),
  })
  return {
    report: (report) => void client.captureEvent(eventOf(report, releaseOf)),
    flush: async () => void (await client.flush(FLUSH_MS)),
  }
}
