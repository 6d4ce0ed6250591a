import { shortenedLine } from '../../kernel/text.ts'

/** What a post says, in one language. Names and texts in it come from people: they are shown as they are. */
export interface PostContent {
  title: string
  lines: string[]
  /** What a contact wrote. */
  quote?: string
  link: { label: string; url: string }
  /** The organization, below the post. */
  from: string
}

/** Longest quote, in characters. */
const QUOTE_MAX = 300

/** Shortens what a contact wrote, and masks phone numbers in it. */
export function quoteOf(text: string): string {
  return shortenedLine(text, QUOTE_MAX)
}
