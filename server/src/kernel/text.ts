/** Letters that Unicode does not decompose into a base letter and a diacritic. */
const PLAIN: Record<string, string> = { đ: 'd', ł: 'l', ø: 'o', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i', ð: 'd', þ: 'th' }

/** Returns text in lower case without accents, so that "garcia" finds García and "nguyen" finds Nguyễn. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[đłøßæœıðþ]/g, (letter) => PLAIN[letter] ?? letter)
    .normalize('NFC')
}

/** Escapes LIKE wildcards. */
export function literally(search: string): string {
  return search.replace(/[\\%_]/g, (sign) => `\\${sign}`)
}

/** Shortens what a person wrote to one line of `max` characters, without cutting a sign in two, and masks phone numbers. */
export function shortenedLine(text: string, max: number): string {
  const line = Array.from(
    text
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/\+?\d[\d ().-]{5,}\d/g, maskedNumber),
  )
  return line.length <= max ? line.join('') : `${line.slice(0, max - 1).join('')}…`
}

function maskedNumber(number: string): string {
  const digits = number.replace(/\D/g, '')
  return digits.length < 7 ? number : `•••${digits.slice(-2)}`
}
