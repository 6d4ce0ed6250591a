let hear: (token: string | null) => void = () => {}

/** Tells from now on of every dead session that a call beside the query library met: of files, which travel by themselves. */
export function hearDeadSessions(next: (token: string | null) => void): void {
  hear = next
}

/** Says how a call went that was made with a token: a 403 means that its session is dead, whatever was asked. */
export function tellStatus(status: number, token: string | null): void {
  if (status === 403) hear(token)
}
