import { pino, type Logger, type LoggerOptions } from 'pino'
import { reportOf, type Report } from './errors/report.ts'
import { limitRepeats, type RepeatFilter } from './log-repeats.ts'

/** One line of JSON per log entry; keys that may contain secrets or personal data are masked. */
export type Log = Logger

/** Receives a report of each logged error. */
type ReportListener = (report: Report) => void

/** The log levels whose errors are reported; lower ones need no attention. */
const REPORT_LEVELS: Record<number, Report['level']> = { 40: 'warning', 50: 'error', 60: 'fatal' }

/**
 * Creates the process's log. Levels imply action: error = fix now, warn = look this week. An error logged at these
 * levels is also reported to `onReport`, so that callers need not do both. Of lines with the same words at these levels
 * ten a minute are written, and then their number.
 */
export function makeLog(level: string, destination?: { write(line: string): void }, onReport?: ReportListener): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: errorForLog },
    hooks: { logMethod: makeHook(limitRepeats(), onReport) },
    redact: {
      paths: [
        'token',
        'password',
        'body',
        'authorization',
        'cookie',
        '*.token',
        '*.password',
        '*.body',
        '*.authorization',
        '*.cookie',
        '*.phone',
        'phone',
        'masterKey',
        '*.masterKey',
        'encryptionKeys',
        '*.encryptionKeys',
      ],
      censor: '[hidden]',
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** Levels whose lines are limited: warnings and errors. The last words of a process are always written. */
const LIMITED_LEVELS = new Set([40, 50])

function makeHook(
  repeats: RepeatFilter,
  onReport: ReportListener | undefined,
): NonNullable<LoggerOptions['hooks']>['logMethod'] {
  return function write(line, method, level) {
    const [first, second] = line as unknown[]
    const words = typeof first === 'string' ? first : second
    const summarize = (times: number) => method.call(this, { times, words }, 'log: a line was repeated and left out')
    const isLimited = LIMITED_LEVELS.has(level) && typeof words === 'string'
    if (!isLimited || repeats.admits(`${level} ${words}`, summarize)) method.apply(this, line)
    const reportLevel = REPORT_LEVELS[level]
    if (reportLevel === undefined || !onReport) return
    try {
      const report = reportOf(reportLevel, line)
      if (report) onReport(report)
    } catch {
      // The line is already in the log; a failed report must not fail the logged operation.
    }
  }
}

/**
 * Eight digits or more in a row may be a phone number; ids and line numbers are shorter or hexadecimal. Mail servers
 * quote addresses.
 */
const PRIVATE = /\+?\b\d{8,15}\b|[\w.+'-]+@[\w-]+(?:\.[\w-]+)+/g

/**
 * Returns the loggable parts of an error. PostgreSQL's `detail` and `where` quote whole rows, with numbers, emails and
 * message text, so only fields known to be harmless are logged.
 */
export function errorForLog(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? error.replace(PRIVATE, '[hidden]') : 'not an error'
  const { code, table, constraint, cause } = error as Error & { code?: unknown; table?: unknown; constraint?: unknown }
  return {
    type: error.name,
    message: error.message.replace(PRIVATE, '[hidden]'),
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof table === 'string' ? { table } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    stack: (error.stack ?? '').replace(PRIVATE, '[hidden]'),
    ...(cause === undefined ? {} : { cause: errorForLog(cause) }),
  }
}
