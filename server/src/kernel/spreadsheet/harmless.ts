/**
 * What a spreadsheet would treat as a formula or as the end of a cell, including full-width forms (OWASP ASVS 1.2.10).
 */
const RISKY = /^'*[=+\-@\t\r\n\0\uff1d\uff0b\uff0d\uff20]/

/**
 * Prefixes a cell that a spreadsheet would run as a formula with an apostrophe. Numbers starting with + or - are
 * included, because a phone number is not a sum.
 */
export function harmless(text: string): string {
  return RISKY.test(text) ? `'${text}` : text
}

/** Reverts `harmless`: removes exactly the one apostrophe it added. */
export function unharmed(text: string): string {
  return text.startsWith("'") && RISKY.test(text.slice(1)) ? text.slice(1) : text
}
