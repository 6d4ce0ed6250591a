export type EmbeddedDatabaseProblem =
  | 'already_running'
  | 'damaged'
  | 'disk_full'
  | 'no_name'
  | 'no_programs'
  | 'not_writable'
  | 'other_owner'
  | 'other_version'
  | 'start_failed'

/** Explains why the embedded database cannot run and what to do about it. */
export class EmbeddedDatabaseFailure extends Error {
  override name = 'EmbeddedDatabaseFailure'
  readonly problem: EmbeddedDatabaseProblem

  constructor(problem: EmbeddedDatabaseProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.problem = problem
  }
}

/** Explains a file system error about `path`; returns any other error unchanged. */
export function explainFileSystem(error: unknown, path: string): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull(path, error)
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new EmbeddedDatabaseFailure(
      'not_writable',
      `The folder ${path} cannot be written by this user (${code}). ` +
        'Change its owner (chown), or choose another folder with DATA_DIR.',
      { cause: error },
    )
  }
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return new EmbeddedDatabaseFailure(
      'not_writable',
      `${path} must be a folder, but it is a file. Move that file, or choose another folder with DATA_DIR.`,
      { cause: error },
    )
  }
  return error
}

/** Finds the reason of a failure in the output of PostgreSQL's programs. */
export function explainOutput(did: string, output: string, folder: string): EmbeddedDatabaseFailure {
  const lastLines = output.trim().split('\n').slice(-12).join('\n')
  if (/No space left on device|Disk quota exceeded|could not extend file/.test(output))
    return diskFull(folder, new Error(lastLines))
  if (/could not look up effective user ID|could not find current user|user does not exist/i.test(output))
    return noName()
  if (/lock file "postmaster\.pid" already exists/.test(output)) {
    const pid = /\(PID (\d+)\)/.exec(output)?.[1]
    return new EmbeddedDatabaseFailure(
      'already_running',
      `Another PostgreSQL${pid ? ` (process ${pid})` : ''} is using ${folder}. Stop it, or choose another folder with DATA_DIR.`,
    )
  }
  if (/error while loading shared libraries|cannot open shared object|not found \(required by/.test(output)) {
    return new EmbeddedDatabaseFailure(
      'no_programs',
      `The PostgreSQL from npm does not run on this machine:\n${lastLines}\nSet DATABASE_URL to your own PostgreSQL 18 instead.`,
    )
  }
  if (
    /could not create shared memory segment|could not map anonymous shared memory|Cannot allocate memory/.test(output)
  ) {
    return new EmbeddedDatabaseFailure(
      'start_failed',
      `PostgreSQL could not allocate the memory it needs (about 300 MB):\n${lastLines}\nFree some memory, or set DATABASE_URL.`,
    )
  }
  return new EmbeddedDatabaseFailure(
    'start_failed',
    `${did} failed in ${folder}. PostgreSQL said:\n${lastLines || '(nothing)'}`,
  )
}

/** Explains that a user id has no entry in the machine's user list. */
export function noName(): EmbeddedDatabaseFailure {
  const uid = process.getuid?.() ?? -1
  return new EmbeddedDatabaseFailure(
    'no_name',
    `The user this runs as (id ${uid}) has no name on this machine, and PostgreSQL needs one to create its data. ` +
      'Run as a user with an entry in /etc/passwd, or set DATABASE_URL to your own PostgreSQL 18.',
  )
}

function diskFull(path: string, cause: unknown): EmbeddedDatabaseFailure {
  return new EmbeddedDatabaseFailure(
    'disk_full',
    `The disk that holds ${path} is full, so the database cannot run. Free some space (a new database takes about 60 MB) and start again. ` +
      'Stored data is not affected.',
    { cause },
  )
}
