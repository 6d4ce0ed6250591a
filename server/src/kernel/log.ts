import { pino, type Logger, type LoggerOptions } from 'pino'
import { reportOf, type Report } from './errors/report.ts'

/** One line of JSON per event; keys that may hold secrets or words of people are blanked. */
export type Log = Logger

/** Who hears of the errors that the log is told. */
type Ear = (report: Report) => void

/** Levels of lines whose errors are told; lower ones are of no trouble. */
const TOLD: Record<number, Report['level']> = { 40: 'warning', 50: 'error', 60: 'fatal' }

/**
 * Makes the process's log. Levels mean action: error = someone must act now, warn = look this week. What is written at
 * these levels about an error is told to `ear` too, so that nobody who writes a line has to think of both.
 */
export function makeLog(level: string, destination?: { write(line: string): void }, ear?: Ear): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: errorForLog },
    ...(ear ? { hooks: { logMethod: heardBy(ear) } } : {}),
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
      ],
      censor: '[hidden]',
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

function heardBy(ear: Ear): NonNullable<LoggerOptions['hooks']>['logMethod'] {
  return function write(line, method, level) {
    method.apply(this, line)
    const told = TOLD[level]
    if (told === undefined) return
    try {
      const report = reportOf(told, line)
      if (report) ear(report)
    } catch {
      // The line stands in the log: that it could not be told elsewhere must not fail what it is about.
    }
  }
}

/** Eight digits or more in a row may be somebody's number; ids and line numbers are shorter or hexadecimal. Mail servers quote addresses. */
const PRIVATE = /\+?\b\d{8,15}\b|[\w.+'-]+@[\w-]+(?:\.[\w-]+)+/g

/**
 * What a log keeps of an error. PostgreSQL's `detail` and `where` quote whole rows, with numbers, e-mails and the words
 * of messages, so an error is written by what is known to be harmless and never by what it happens to carry.
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
