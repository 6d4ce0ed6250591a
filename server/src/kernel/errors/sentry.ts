import { createTransport, type ErrorEvent, type Event } from '@sentry/core'
import { ServerRuntimeClient } from '@sentry/core/server'
import type { Report } from './report.ts'
import type { ErrorReporter } from './reporter.ts'

/** A service that does not take a report within this time does not get it, in ms. */
const SEND_MS = 5_000
/** How long the end of a process waits for reports on their way, in ms. */
const FLUSH_MS = 2_000

/** Every field an event may have when it leaves: what the SDK adds of machine, request and user does not. */
const KEPT = new Set<keyof Event>([
  ...(['event_id', 'timestamp', 'platform', 'level', 'release', 'environment', 'message'] as const),
  ...(['exception', 'tags', 'extra', 'sdk'] as const),
])

/** An event with nothing but what is allowed. */
function stripped(event: ErrorEvent): ErrorEvent {
  return Object.fromEntries(
    Object.entries(event).filter(([name]) => KEPT.has(name as keyof Event)),
  ) as unknown as ErrorEvent
}

/** A report as the service reads it: the first cause first, the innermost call last. */
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

/** Tells a service that speaks Sentry's protocol, with the SDK's client alone: nothing is watched, patched or gathered. */
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
    // Nothing but errors is told: neither traces nor how many were told.
    traceLifecycle: 'static',
    sendClientReports: false,
    maxBreadcrumbs: 0,
    beforeSend: stripped,
    transport: (options) =>
      createTransport(options, async ({ body }) => {
        const answer = await fetch(options.url, {
          method: 'POST',
          // A copy: the SDK's type leaves open in which memory the bytes lie.
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
    tell: (report) => void client.captureEvent(eventOf(report, releaseOf)),
    flush: async () => void (await client.flush(FLUSH_MS)),
  }
}
