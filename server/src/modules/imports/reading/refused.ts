import type { Words } from '@crewline/contract/words'
/** A file that cannot be brought in as it is; the words say why and what to do. */
export class FileRefused extends Error {
  readonly words: Words

  constructor(words: Words) {
    super(words.en)
    this.words = words
  }
}

/** Refuses the file in these words. */
export function refuse(words: Words): never {
  throw new FileRefused(words)
}
