// Finds the choice of a field that a value of a file probably means, such as "Second" for "2nd". It is only offered: a
// member decides.

const NUMBER_WORDS: readonly (readonly string[])[] = [
  ['one', 'first', 'uno', 'primero', 'primera', '1st'],
  ['two', 'second', 'dos', 'segundo', 'segunda', '2nd'],
  ['three', 'third', 'tres', 'tercero', 'tercera', '3rd'],
  ['four', 'fourth', 'cuatro', 'cuarto', 'cuarta', '4th'],
  ['five', 'fifth', 'cinco', 'quinto', 'quinta', '5th'],
  ['six', 'sixth', 'seis', 'sexto', 'sexta', '6th'],
]
const NUMBERS = new Map(NUMBER_WORDS.flatMap((words, at) => words.map((word) => [word, String(at + 1)] as const)))

/** Shorter values differ from too many others by a letter. */
const PREFIX_MIN = 3
const ONE_TYPO_MIN = 4
const TWO_TYPOS_MIN = 8

/** Returns the label that a value probably means; undefined when none or more than one is near. */
export function nearestLabel(value: string, labels: readonly string[]): string | undefined {
  const sought = lettersOf(wordsOf(value))
  if (sought === '') return undefined
  const numbered = numberedOf(value)
  const forms = labels.map((label) => ({ label, letters: lettersOf(wordsOf(label)), numbered: numberedOf(label) }))
  const typos = sought.length >= TWO_TYPOS_MIN ? 2 : sought.length >= ONE_TYPO_MIN ? 1 : 0
  return (
    only(forms.filter((form) => form.numbered === numbered)) ??
    (sought.length >= PREFIX_MIN ? only(forms.filter(({ letters }) => letters.startsWith(sought))) : undefined) ??
    (typos > 0 ? only(forms.filter(({ letters }) => isWithin(sought, letters, typos))) : undefined)
  )
}

function only(candidates: readonly { label: string }[]): string | undefined {
  return candidates.length === 1 ? candidates[0]?.label : undefined
}

/** The words of a text, of letters and digits, in lower case without accents. */
function wordsOf(text: string): string[] {
  return text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .split(/[^\p{Letter}\p{Number}]+/u)
}

function lettersOf(words: readonly string[]): string {
  return words.join('')
}

/** The words of a text with ordinals and number words as digits. */
function numberedOf(text: string): string {
  return lettersOf(wordsOf(text).map((word) => NUMBERS.get(word) ?? word))
}

/** Whether two texts differ by at most `most` added, missing or replaced characters (Levenshtein distance). */
function isWithin(first: string, second: string, most: number): boolean {
  if (Math.abs(first.length - second.length) > most) return false
  let above = Array.from({ length: second.length + 1 }, (_, at) => at)
  for (const [row, letter] of first.split('').entries()) {
    const line = [row + 1]
    for (const [column, other] of second.split('').entries())
      line.push(
        Math.min(
          (above[column + 1] ?? 0) + 1,
          (line[column] ?? 0) + 1,
          (above[column] ?? 0) + (letter === other ? 0 : 1),
        ),
      )
    above = line
  }
  return (above.at(-1) ?? Infinity) <= most
}
