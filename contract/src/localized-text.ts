// Texts of the product: English stands where a text is used, every other language in locales/<language>.po.
import { generateMessageId } from '@lingui/message-utils/generateMessageId'

/** A text of the product that is written out in the reader's language, see `localize` on the server. */
export interface LocalizedText {
  /** Finds the translation; empty for text that is the same in every language. */
  readonly id: string
  /** English, in ICU syntax; shown where a language has no translation. */
  readonly message: string
  readonly values?: TextValues
}

/** What stands for the placeholders of a text; a text among them is written out in the same language. */
export type TextValues = Readonly<Record<string, string | number | LocalizedText>>

interface MessageParts {
  /** A literal, because the catalogs are made from the source code: "Row {row} is empty." */
  message: string
  /** Tells apart texts that are the same in English and differ in other languages. */
  context?: string
  /** Helps translators. */
  comment?: string
  values?: TextValues
}

/** Declares a text of the product; `npm run extract-messages` adds it to the catalogs. */
export function msg({ message, context, values }: MessageParts): LocalizedText {
  return { id: generateMessageId(message, context), message, ...(values && { values }) }
}
