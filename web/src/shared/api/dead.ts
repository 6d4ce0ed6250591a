let handler: (token: string | null) => void = () => {}

/** Registers a handler for expired sessions found by calls outside the query library, such as file transfers. */
export function setDeadSessionHandler(next: (token: string | null) => void): void {
  handler = next
}

/** Reports the status of a call made with a token: a 403 means that its session is invalid, whatever the call. */
export function reportStatus(status: number, token: string | null): void {
  if (status === 403) handler(token)
}
