/** A file that cannot be brought in as it is; the words say why and what to do. */
export class FileRefused extends Error {}

/** Refuses the file in these words. */
export function refuse(words: string): never {
  throw new FileRefused(words)
}
