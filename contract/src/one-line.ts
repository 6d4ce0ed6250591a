import { z } from 'zod'

/**
 * A text of one line: line breaks, tabs and other control characters become spaces, marks that turn the direction of
 * what follows go.
 */
export function oneLine(most: number) {
  return z
    .string()
    .overwrite((text) =>
      text
        .replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
        .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
        .trim(),
    )
    .max(most)
}
