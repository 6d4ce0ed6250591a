/** Words as they were written, to put them back; the message itself has its fields filled. */
export interface Written {
  body: string
}

const mostRemembered = 20
const written = new Map<string, Written>()
const asked = new Set<string>()

/** Remembers what was written for a text, so that Undo can put it back. */
export function rememberWritten(clientMessageId: string, words: Written): void {
  written.set(clientMessageId, words)
  const [oldest] = written.keys()
  if (written.size > mostRemembered && oldest !== undefined) written.delete(oldest)
}

/** What was written for a text on this page; undefined when it was written elsewhere or long ago. */
export function writtenFor(clientMessageId: string | null): Written | undefined {
  return clientMessageId === null ? undefined : written.get(clientMessageId)
}

/** Asks to undo a text that the server does not have yet: it is undone as soon as it has it, wherever one looks by then. */
export function askUndo(clientMessageId: string): void {
  asked.add(clientMessageId)
}

/** Whether Undo was asked for a text before the server had it; true only once. */
export function takeAsked(clientMessageId: string | null): boolean {
  return clientMessageId !== null && asked.delete(clientMessageId)
}
