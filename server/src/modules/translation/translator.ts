/** What a translator is asked: one text, from one language to another, as BCP 47. */
export interface Asked {
  text: string
  from: string
  to: string
}

/** What a translator answers. */
export interface Answered {
  text: string
  /** True when nothing at all could be translated; `text` is the original then. */
  failed: boolean
  /** Parts that stayed as they were. */
  untranslated: string[]
}

/** A way to put words into another language. Throws when its service does not answer as it should. */
export interface Translator {
  name: string
  /** Whether it answers at once, without any service. */
  isLocal: boolean
  translate(asked: Asked): Promise<Answered>
}
