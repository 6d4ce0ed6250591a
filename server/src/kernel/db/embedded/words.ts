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

/** Says in plain words why the embedded database cannot run and what to do about it. */
export class EmbeddedDatabaseFailure extends Error {
  override name = 'EmbeddedDatabaseFailure'
  readonly problem: EmbeddedDatabaseProblem

  constructor(problem: EmbeddedDatabaseProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.problem = problem
  }
}

/** Turns a refusal of the file system about `path` into words; anything else comes back unchanged. */
export function explainFileSystem(error: unknown, path: string): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull(path, error)
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new EmbeddedDatabaseFailure(
      'not_writable',
      `The folder ${path} cannot be written by this user (${code}). ` +
        'Give it to this user (chown), or choose another folder with DATA_DIR.',
      { cause: error },
    )
  }
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return new EmbeddedDatabaseFailure(
      'not_writable',
      `${path} cannot be a folder because a file stands in its place. Move that file, or choose another folder with DATA_DIR.`,
      { cause: error },
    )
  }
  return error
}

/** Finds the reason in what PostgreSQL's programs said before they gave up. */
export function explainOutput(did: string, output: string, folder: string): EmbeddedDatabaseFailure {
  const said = output.trim().split('\n').slice(-12).join('\n')
  if (/No space left on device|Disk quota exceeded|could not extend file/.test(output))
    return diskFull(folder, new Error(said))
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
      `The PostgreSQL that npm brought does not run on this machine:\n${said}\nSet DATABASE_URL to a PostgreSQL 18 of yours instead.`,
    )
  }
  if (
    /could not create shared memory segment|could not map anonymous shared memory|Cannot allocate memory/.test(output)
  ) {
    return new EmbeddedDatabaseFailure(
      'start_failed',
      `PostgreSQL did not get the memory it needs (about 300 MB):\n${said}\nFree some memory, or set DATABASE_URL.`,
    )
  }
  return new EmbeddedDatabaseFailure(
    'start_failed',
    `${did} did not succeed on ${folder}. PostgreSQL said:\n${said || '(nothing)'}`,
  )
}

/** The words for a user id that has no entry in the machine's list of users. */
export function noName(): EmbeddedDatabaseFailure {
  const uid = process.getuid?.() ?? -1
  return new EmbeddedDatabaseFailure(
    'no_name',
    `The user this runs as (id ${uid}) has no name on this machine, and PostgreSQL cannot make its data without one. ` +
      'Run as a user that has an entry in /etc/passwd, or set DATABASE_URL to a PostgreSQL 18 of yours.',
  )
}

function diskFull(path: string, cause: unknown): EmbeddedDatabaseFailure {
  return new EmbeddedDatabaseFailure(
    'disk_full',
    `The disk that holds ${path} is full, so the database cannot run. Free some space (a new database takes about 60 MB) and start again. ` +
      'What is stored stays as it is.',
    { cause },
  )
}
