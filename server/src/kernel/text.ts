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
  const line = Array.from(maskedNumbers(text.replace(/\s+/g, ' ').trim()))
  return line.length <= max ? line.join('') : `${line.slice(0, max - 1).join('')}…`
}

/** Digits of any script, with what people write between them: spaces, brackets, dots, slashes, dashes, and invisible signs. */
const NUMBER = /\+?\p{Nd}[\p{Nd}\p{Zs}\p{Pd}\p{Cf}()./_·•]{5,}\p{Nd}/gu
/** A day, such as 12/24/2026, which is no number to call. */
const DAY = /^(?:\d{4}([/.-])\d{1,2}\1\d{1,2}|\d{1,2}([/.-])\d{1,2}\2(?:\d{2}|\d{4}))$/

/** Whether a text is nothing but days, and parts of the times before and after them, as in 2026-12-24 08:00. */
function isDays(text: string, isTime: { start: boolean; end: boolean }): boolean {
  const words = text.split(/[\p{Zs}()]+/u).filter((word) => /\p{Nd}/u.test(word))
  return words.every((word, at) => {
    const isPartOfTime = (at === 0 && isTime.start) || (at === words.length - 1 && isTime.end)
    return DAY.test(word.replace(/[.·_-]+$/, '')) || (isPartOfTime && /^\d{1,2}$/.test(word))
  })
}

/** Masks phone numbers in a text, up to their last two digits. */
export function maskedNumbers(text: string): string {
  return text.replace(NUMBER, (number, at: number) => {
    const digits = number.match(/\p{Nd}/gu) ?? []
    const isTime = { start: text[at - 1] === ':', end: text[at + number.length] === ':' }
    return digits.length < 7 || isDays(number, isTime) ? number : `•••${digits.slice(-2).join('')}`
  })
}
