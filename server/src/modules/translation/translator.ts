/** A translation request: one text, from one language to another, as BCP 47. */
export interface TranslationRequest {
  text: string
  from: string
  to: string
}

export interface Answered {
  text: string
  /** True when no part could be translated; `text` is then the original. */
  failed: boolean
  /** Parts that stayed unchanged. */
  untranslated: string[]
}

/** A translator. Throws when its service does not respond as expected. */
export interface Translator {
  name: string
  /** Whether it responds at once, without a service. */
  isLocal: boolean
  translate(asked: TranslationRequest): Promise<Answered>
}
