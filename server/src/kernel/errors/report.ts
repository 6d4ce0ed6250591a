import { BUILD_VERSION, PAGE_ERROR_DESCRIPTIONS, PAGE_NAME } from '@crewline/contract/error-shapes'

/** A position in our code or a library's: a path below the project folder, without the machine's own path. */
export interface Frame {
  file: string
  line: number
  column: number
}

/** One error of a cause chain, without its message. */
interface Link {
  type: string
  frames: Frame[]
}

/** An error report. Every part has a fixed shape, so that personal data does not fit in. */
export interface Report {
  level: 'warning' | 'error' | 'fatal'
  /** The log message. */
  what: string
  /** The error, followed by its causes. */
  chain: Link[]
  tags: Record<string, string>
  /** The version of the page it happened on; unset for errors of the server. */
  version?: string
  /** How often it happened, if counted. */
  times: number
}

/** Most reported errors of one chain. */
const CHAIN_MAX = 4
/** Most stack frames of each error. */
const FRAMES_MAX = 30

/** Returns whether a text may be reported. */
interface Shape {
  test(text: string): boolean
}

/** Digits that may be a phone number. */
const NUMBER = /\d[\d .()-]{5,}\d/
const NAME = /^[A-Za-z_$][\w$]{0,60}$/
/** A log message of ours. */
const MESSAGE_SHAPE = /^[A-Za-z][A-Za-z ,;:.()'’-]{2,119}$/

const IDENTIFIER = /^[a-z][a-z0-9_]{0,62}$/
/** The reportable fields of an error besides its type, with the shape of each. */
const OF_ERROR = { code: /^[A-Za-z0-9_]{1,40}$/, table: IDENTIFIER, constraint: IDENTIFIER }
const pageErrorDescriptions: ReadonlySet<string> = new Set(PAGE_ERROR_DESCRIPTIONS)
/**
 * The reportable fields of a log line besides its message, with the shape of each; all other fields stay in the log.
 */
const OF_LINE = {
  code: OF_ERROR.code,
  // A pattern such as `/api/contact/:id`, which contains no values.
  route: /^\/[A-Za-z/:*_.-]{0,150}$/,
  method: /^[A-Z]{3,7}$/,
  job: /^[a-z][a-z.-]{1,60}$/,
  page: PAGE_NAME,
  what: { test: (text: string) => pageErrorDescriptions.has(text) },
}

/**
 * A stack line of the server as Node writes it, cut to the path below the project folder: the part above identifies the
 * machine.
 */
const OF_SERVER =
  /^\s+at .*[(/\s](node:[\w/]{1,80}|(?:(?:server|contract)\/(?:src|test)|node_modules)\/[\w@.+/-]{1,160})(?:\?[^:\s]*)?:(\d{1,7}):(\d{1,7})\)?$/
/** A stack line of a page, as the contract accepts it. */
const OF_PAGE = /^\s+at (\/(?:assets|src)\/[\w./-]{1,160}):(\d{1,7}):(\d{1,7})$/

function framesOf(error: Error): Frame[] {
  const lines = typeof error.stack === 'string' ? error.stack.split('\n') : []
  return lines
    .flatMap((text): Frame[] => {
      const [, file, line, column] = OF_PAGE.exec(text) ?? OF_SERVER.exec(text.slice(-400)) ?? []
      return file && !NUMBER.test(file) ? [{ file, line: Number(line), column: Number(column) }] : []
    })
    .slice(0, FRAMES_MAX)
}

function chainOf(error: unknown): Link[] {
  const chain: Link[] = []
  for (let at = error; at instanceof Error && chain.length < CHAIN_MAX; at = at.cause)
    chain.push({ type: fitting(at.name, NAME) ?? 'Error', frames: framesOf(at) })
  return chain
}

function fitting(value: unknown, shape: Shape): string | undefined {
  return typeof value === 'string' && shape.test(value) && !NUMBER.test(value) ? value : undefined
}

function fittingOnes(of: object, shapes: Record<string, Shape>): [string, string][] {
  return Object.entries(shapes).flatMap(([name, shape]): [string, string][] => {
    const value = fitting((of as Record<string, unknown>)[name], shape)
    return value === undefined ? [] : [[name, value]]
  })
}

/**
 * Extracts the reportable parts of a log line about an error; undefined when the line has no error. Uses an allow-list:
 * error messages quote rows, addresses and personal data, so only the type, the code and the stack positions are
 * reported.
 */
export function reportOf(level: Report['level'], line: readonly unknown[]): Report | undefined {
  const [first, message] = line
  const fields = (first instanceof Error ? { err: first } : (first ?? {})) as Record<string, unknown>
  if (typeof first !== 'object' || fields['err'] === undefined) return undefined
  const { err } = fields
  const description = err instanceof Error && message === err.message ? undefined : fitting(message, MESSAGE_SHAPE)
  const version = fitting(fields['version'], BUILD_VERSION)
  const times = Number(fields['times'])
  return {
    level,
    what: description ?? 'an error',
    chain: chainOf(err),
    tags: Object.fromEntries([
      ...(err instanceof Error ? fittingOnes(err, OF_ERROR) : []),
      ...fittingOnes(fields, OF_LINE),
    ]),
    ...(version === undefined ? {} : { version }),
    times: Number.isSafeInteger(times) && times > 0 ? times : 1,
  }
}
