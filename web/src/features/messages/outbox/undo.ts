/** Text as it was typed, so that Undo can restore it; the message itself has its merge fields filled in. */
export interface Written {
  body: string
}

const mostRemembered = 20
const written = new Map<string, Written>()
const requestedUndos = new Set<string>()

/** Remembers the typed text of a message, so that Undo can restore it. */
export function rememberWritten(clientMessageId: string, text: Written): void {
  written.set(clientMessageId, text)
  const [oldest] = written.keys()
  if (written.size > mostRemembered && oldest !== undefined) written.delete(oldest)
}

/** Returns the typed text of a message sent from this page; undefined when it was sent elsewhere or long ago. */
export function writtenFor(clientMessageId: string | null): Written | undefined {
  return clientMessageId === null ? undefined : written.get(clientMessageId)
}

/**
 * Requests the undo of a message that the server does not have yet: it is undone as soon as the server has it,
 * whichever conversation is open then.
 */
export function requestUndo(clientMessageId: string): void {
  requestedUndos.add(clientMessageId)
}

/** Returns whether Undo was requested before the server had a message; true only once. */
export function takeUndoRequest(clientMessageId: string | null): boolean {
  return clientMessageId !== null && requestedUndos.delete(clientMessageId)
}
