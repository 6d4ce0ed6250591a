import type { LocalizedText } from '@crewline/contract/words'
import { localize } from '../../../kernel/i18n/localize.ts'

/** A file that cannot be imported as it is; the message says why and what to do. */
export class FileRefused extends Error {
  readonly text: LocalizedText

  constructor(text: LocalizedText) {
    super(localize(text, 'en'))
    this.text = text
  }
}

/** Throws `FileRefused` with this message. */
export function refuse(text: LocalizedText): never {
  throw new FileRefused(text)
}
