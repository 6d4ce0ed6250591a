/** The numbers one to ten in words that mean nothing else in another of the languages. */
const NUMBERS = [
  ['one', 'first', 'uno', 'una', 'un', 'une', 'uma', '一', '壹', 'youn', 'premye', 'واحد', 'واحدة', 'primero', 'isa'],
  ['two', 'second', 'dos', 'deux', 'dois', 'duas', '二', '两', 'اثنان', 'اثنين', 'segundo', 'dalawa'],
  ['three', 'third', 'tres', 'trois', '三', 'twa', 'ثلاثة', 'tercero', 'tatlo'],
  ['four', 'fourth', 'cuatro', 'quatre', 'quatro', '四', 'أربعة', 'cuarto', 'apat'],
  ['five', 'fifth', 'cinco', 'cinq', '五', 'senk', 'خمسة', 'quinto', 'lima'],
  ['six', 'sixth', 'seis', '六', 'ستة', 'anim'],
  ['seven', 'seventh', 'siete', 'sept', 'sete', '七', 'سبعة', 'pito'],
  ['eight', 'eighth', 'ocho', 'huit', 'oito', '八', 'ثمانية', 'walo'],
  ['nine', 'ninth', 'nueve', 'neuf', 'nove', '九', 'تسعة', 'siyam'],
  ['ten', 'tenth', 'diez', 'dix', 'dez', '十', 'عشرة', 'sampu'],
]

/** The numbers one to ten that are other words elsewhere ("bon", "um", "set"): only of contacts with this language. */
const NUMBERS_OF_LANGUAGE: Readonly<Record<string, readonly string[]>> = {
  pt: ['um'],
  vi: ['một', 'hai', 'ba', 'bốn', 'năm', 'sáu', 'bảy', 'tám', 'chín', 'mười'],
  ht: ['yon', 'de', 'twa', 'kat', 'senk', 'sis', 'sèt', 'uit', 'nèf', 'dis'],
}

/** Zero is no key of an answer, but a number. */
const ZERO = ['zero', 'cero', '零', 'صفر', 'zewo']

/** Returns the words for the numbers zero to ten that count in this language, as written, with their numbers. */
export function numberWords(language: string): [word: string, number: number][] {
  const numbered = (words: readonly string[], index: number) => words.map((word): [string, number] => [word, index + 1])
  return [
    ...ZERO.map((word): [string, number] => [word, 0]),
    ...NUMBERS.flatMap(numbered),
    ...(NUMBERS_OF_LANGUAGE[language] ?? []).map((word, index): [string, number] => [word, index + 1]),
  ]
}
