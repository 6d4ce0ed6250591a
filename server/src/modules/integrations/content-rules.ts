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

/** Shortens what a contact wrote, without cutting a sign in two, and masks phone numbers in it. */
export function quoteOf(text: string): string {
  const line = Array.from(
    text
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/\+?\d[\d ().-]{5,}\d/g, masked),
  )
  return line.length <= QUOTE_MAX ? line.join('') : `${line.slice(0, QUOTE_MAX - 1).join('')}…`
}

function masked(number: string): string {
  const digits = number.replace(/\D/g, '')
  return digits.length < 7 ? number : `•••${digits.slice(-2)}`
}
