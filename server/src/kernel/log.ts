import { pino, type Logger } from 'pino'

/** One line of JSON per event; keys that may hold secrets or words of people are blanked. */
export type Log = Logger

/** Makes the process's log. Levels mean action: error = someone must act now, warn = look this week. */
export function makeLog(level: string, destination?: { write(line: string): void }): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: errorForLog },
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
