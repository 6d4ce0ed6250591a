import type { LocalizedText } from '@crewline/contract/words'
/** A file that cannot be imported as it is; the message says why and what to do. */
export class FileRefused extends Error {
  readonly text: LocalizedText

  constructor(text: LocalizedText) {
    super(text.en)
    this.text = text
  }
}

/** Throws `FileRefused` with this message. */
export function refuse(text: LocalizedText): never {
  throw new FileRefused(text)
}
