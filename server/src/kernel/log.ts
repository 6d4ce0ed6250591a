import { pino, type Logger } from 'pino'

/** One line of JSON per event; keys that may hold secrets or words of people are blanked. */
export type Log = Logger

/** Makes the process's log. Levels mean action: error = someone must act now, warn = look this week. */
export function makeLog(level: string, destination?: { write(line: string): void }): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
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
