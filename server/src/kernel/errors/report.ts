import { BUILD_VERSION, PAGE_ERROR_WORDS, PAGE_NAME } from '@crewline/contract/error-shapes'

/** A place in our code or a library's: a path below the project's folder, never that of the machine. */
export interface Frame {
  file: string
  line: number
  column: number
}

/** One error of a chain, without its message. */
interface Link {
  type: string
  frames: Frame[]
}

/** What may be told of an error: every part is of a shape that has no room for what people wrote. */
export interface Report {
  level: 'warning' | 'error' | 'fatal'
  /** The log's own words. */
  what: string
  /** The error, then what caused it. */
  chain: Link[]
  tags: Record<string, string>
  /** The version of the page it happened on; the server's own are of the server's. */
  version?: string
  /** How often, where it was counted. */
  times: number
}

/** Most errors of a chain that are told. */
const CHAIN_MAX = 4
/** Most places of each. */
const FRAMES_MAX = 30

/** Says whether a text may be told. */
interface Shape {
  test(text: string): boolean
}

/** Digits that may be somebody's number. */
const NUMBER = /\d[\d .()-]{5,}\d/
const NAME = /^[A-Za-z_$][\w$]{0,60}$/
/** Words of ours for the log. */
const WORDS = /^[A-Za-z][A-Za-z ,;:.()'’-]{2,119}$/

const IDENTIFIER = /^[a-z][a-z0-9_]{0,62}$/
/** What may be told of an error besides its kind, and the shape of each. */
const OF_ERROR = { code: /^[A-Za-z0-9_]{1,40}$/, table: IDENTIFIER, constraint: IDENTIFIER }
const ourWords: ReadonlySet<string> = new Set(PAGE_ERROR_WORDS)
/** What a line of the log may say besides its words, and the shape of each; everything else stays in the log. */
const OF_LINE = {
  code: OF_ERROR.code,
  // A pattern such as `/api/contact/:id`; no place in it for a value.
  route: /^\/[A-Za-z/:*_.-]{0,150}$/,
  method: /^[A-Z]{3,7}$/,
  job: /^[a-z][a-z.-]{1,60}$/,
  page: PAGE_NAME,
  what: { test: (text: string) => ourWords.has(text) },
}

/** A place on the server as Node writes it, cut to what lies below the project's folder: above it stands whose machine it is. */
const OF_SERVER =
  /^\s+at .*[(/\s](node:[\w/]{1,80}|(?:(?:server|contract)\/(?:src|test)|node_modules)\/[\w@.+/-]{1,160})(?:\?[^:\s]*)?:(\d{1,7}):(\d{1,7})\)?$/
/** A place on a page, as the contract lets it in. */
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
 * What may be told of a line of the log about an error; undefined where it is about none. It is an allow-list: an error's
 * message quotes rows, addresses and what people wrote, so that only its kind, its code and its places in the code are told.
 */
export function reportOf(level: Report['level'], line: readonly unknown[]): Report | undefined {
  const [first, words] = line
  const fields = (first instanceof Error ? { err: first } : (first ?? {})) as Record<string, unknown>
  if (typeof first !== 'object' || fields['err'] === undefined) return undefined
  const { err } = fields
  const own = err instanceof Error && words === err.message ? undefined : fitting(words, WORDS)
  const version = fitting(fields['version'], BUILD_VERSION)
  const times = Number(fields['times'])
  return {
    level,
    what: own ?? 'an error',
    chain: chainOf(err),
    tags: Object.fromEntries([
      ...(err instanceof Error ? fittingOnes(err, OF_ERROR) : []),
      ...fittingOnes(fields, OF_LINE),
    ]),
    ...(version === undefined ? {} : { version }),
    times: Number.isSafeInteger(times) && times > 0 ? times : 1,
  }
}
