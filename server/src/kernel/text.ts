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
