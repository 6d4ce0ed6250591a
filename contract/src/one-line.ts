import { z } from 'zod'

/**
 * Builds a schema for one line of text: line breaks, tabs and other control characters become spaces, and bidirectional
 * control characters are removed.
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
