/** What a spreadsheet would take for a formula, or for the end of a cell, also in full width (OWASP ASVS 1.2.10). */
const RISKY = /^'*[=+\-@\t\r\n\0\uff1d\uff0b\uff0d\uff20]/

/**
 * The text of a cell that no spreadsheet runs: what begins as a formula would gets an apostrophe in front. Numbers that
 * begin with + or - get one too, because a phone's number is no sum.
 */
export function harmless(text: string): string {
  return RISKY.test(text) ? `'${text}` : text
}

/** The text as it was before `harmless`: takes exactly the one apostrophe away that it put there. */
export function unharmed(text: string): string {
  return text.startsWith("'") && RISKY.test(text.slice(1)) ? text.slice(1) : text
}
