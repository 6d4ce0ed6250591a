/** Explains why a command of the repository failed and what to do; an unknown error keeps its own message. */
export function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, path } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return `The disk is full${path ? ` (${path})` : ''}. Free some space and start again.`
  }
  if ((code === 'EACCES' || code === 'EPERM' || code === 'EROFS') && path) {
    return `${path} cannot be written by this user (${code}). Change its owner with chown -R, or run as the user who owns it.`
  }
  // A message written for people needs no stack; a bug of ours does.
  return error.constructor === Error && code === undefined ? error.message : (error.stack ?? error.message)
}
