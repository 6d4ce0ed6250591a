import { posix } from 'node:path'

/** The only folder, besides the root that holds it. */
export const FOLDER = '/upload'
const NAME_MAX = 200

/** Returns the absolute path that a client means; nothing leads above the root. */
export function resolved(path: string): string {
  return posix.resolve('/', path)
}

/** Returns what is at a path: a folder, or nothing. Files are never shown again after they were sent. */
export function isFolder(path: string): boolean {
  return ['/', FOLDER].includes(resolved(path))
}

/** Returns the name of a file that may be sent to this path; undefined when none may. */
export function fileNameAt(path: string): string | undefined {
  const whole = resolved(path)
  const name = posix.basename(whole)
  const isFine = /^[^\p{Cc}/\\]+\.(?:csv|tsv|txt|xlsx)$/iu.test(name) && name.length <= NAME_MAX && name.isWellFormed()
  return posix.dirname(whole) === FOLDER && isFine ? name : undefined
}

/** What programs put behind the name of a file that is not complete yet. */
const TEMPORARY = /\.(?:tmp|temp|part|partial|filepart|uploading)$/i

/**
 * Returns the name under which a file is read that may be sent to this path first and renamed when it is complete; undefined
 * for any other path.
 */
export function temporaryNameAt(path: string): string | undefined {
  const whole = resolved(path)
  if (!TEMPORARY.test(whole)) return undefined
  const name = whole.replace(TEMPORARY, '')
  return fileNameAt(name) ?? fileNameAt(`${name}.csv`)
}
