/** Says in plain words why a command of the repository failed and what to do; for what it does not know, the error's own words. */
export function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, path } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return `The disk is full${path ? ` (${path})` : ''}. Free some space and start again.`
  }
  if ((code === 'EACCES' || code === 'EPERM' || code === 'EROFS') && path) {
    return `${path} cannot be written by this user (${code}). Give it to this user: chown -R, or run as the user it belongs to.`
  }
  // A message that was written for people needs no stack; a mistake of ours does.
  return error.constructor === Error && code === undefined ? error.message : (error.stack ?? error.message)
}
