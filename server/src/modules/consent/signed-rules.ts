import { COMPILED, type Compiled } from './compiled-rules.ts'
import { plainWords, wordsOf } from './normalize-rules.ts'

/** Maximum number of words in a name below a text or after a dash. */
const NAME_MAX = 3
/** More words than this after a stop form a sentence, even if they match a name. */
const OWN_NAME_MAX = 6

/** Messages with this many words are not checked. */
const LONGEST = 12

/** Common words after "stop" that are not names: sentence words, and things that are stopped. */
const NOT_NAMES = new Set(
  wordsOf(`
    a about again all already am an and any anymore are as at be because but by can cant do dont for from go going got has have he
    her here him his how i if im in is isnt it its just later let me my never no not now of off ok on one or our out over please
    pls she so some soon that the their them then there these they this those till to today tomorrow tonight too u until up ur us
    was watch way we were what when where which while who why will with you your yours lol lmao haha hahaha yet yes bro man guys
    sir maam thanks thx hi hey hello
    line lines sign signs light lights machine machines truck trucks belt conveyor production work job shift break bus train
    elevator loading button watches time clock order orders payment loss gap over point points place room area dock gate station
    el la los las un una de del en y o a al que por para con sin mi tu su es esta esto eso ya no si lo le me te se
    le les des du une et ou au aux est ce cette mon ton son je il elle nous vous pas
    os um uma do da dos das no na nos nas e que por com sem meu seu isso isto
    nan yo sa li mwen ou
    linea maquina camion ligne machine linha caminhao machin liy
  `).split(' '),
)

/** First words of stop phrases. */
const FIRST_WORDS = new Set(COMPILED.flatMap((compiled) => [...compiled.stop].map((phrase) => phrase.split(' ')[0])))

/** Detects a "stop" with a name below it or after a dash, most likely a signature. A member decides. */
export function signedStop(folded: string): Compiled | undefined {
  const [first = '', ...below] = folded.trim().split(/[\n\r]+| [-–—]+ ?/u)
  const [firstLine, name] = [wordsOf(first), wordsOf(below.join(' '))]
  if (name === '' || name.split(' ').length > NAME_MAX) return undefined
  return stopOf(firstLine)
}

/** Lines of a signature below a text: name, job, company, number. */
const SIGNATURE_MAX = 4

/**
 * Detects a "stop" alone on the first line, with a signature below it: a name and perhaps a job, a company or a number,
 * each with capitals or digits as people write them. Words that are also used at work do not count.
 */
export function stopAboveSignature(text: string): Compiled | undefined {
  const [first = '', ...below] = text
    .split(/[\n\r]+/u)
    .map((line) => line.trim())
    .filter(Boolean)
  const stop = plainWords(first)
  if (!/^(?:stop|unsub)/.test(stop) || below.length === 0 || below.length > SIGNATURE_MAX) return undefined
  const [name = '', ...details] = below
  const names = plainWords(name).split(' ')
  const isName =
    names.length <= NAME_MAX &&
    names.every((word) => /^\p{Letter}+$/u.test(word) && !NOT_NAMES.has(word) && !word.endsWith('ing')) &&
    wordsAsWritten(name).every((word) => /^\p{Lu}/u.test(word))
  if (!isName || !details.every((line) => wordsAsWritten(line).every((word) => /^[\p{Lu}\p{Number}]/u.test(word))))
    return undefined
  return COMPILED.find((compiled) => compiled.stop.has(stop))
}

/**
 * Detects "STOP Maria": a stop followed by a possible name on the same line. A member decides. Words also used at work
 * ("alto", "arrêt") need a capitalized name; "stop" only needs no sentence words after it.
 */
export function namedStop(text: string, words: string): Compiled | undefined {
  const all = words.split(' ', LONGEST)
  if (all.length === LONGEST || !FIRST_WORDS.has(all[0])) return undefined
  const written = wordsAsWritten(text)
  for (let name = 1; name <= NAME_MAX && name < all.length; name++) {
    const [stop, tail] = [all.slice(0, -name).join(' '), all.slice(-name)]
    if (!tail.every((word) => /^\p{Letter}+$/u.test(word) && !NOT_NAMES.has(word))) continue
    const isPlain = /^(?:stop|unsub)/.test(stop) && name < NAME_MAX && !tail.some((word) => word.endsWith('ing'))
    if (!isPlain && !isWrittenAsName(text, written.slice(-name))) continue
    const stops = COMPILED.find((compiled) => compiled.stop.has(stop))
    if (stops) return stops
  }
  return undefined
}

/**
 * Detects a stop signed with the sender's own full or partial name, on the line or below it. `surely` is true when the
 * word has no other meaning; for a work word ("cancel") with a name, a member decides.
 */
export function findStopWithOwnName(text: string, ownName: string): { by: Compiled; surely: boolean } | undefined {
  const ownNames = new Set(plainWords(ownName).split(' ').filter(isNameWord))
  const all = plainWords(text).split(' ')
  let stop = all.length
  while (stop > 0 && isOwnNameWord(all[stop - 1] ?? '', ownNames)) stop--
  const tail = all.slice(stop)
  if (stop === 0 || tail.length > OWN_NAME_MAX || !tail.some((word) => ownNames.has(word))) return undefined
  const phrase = all.slice(0, stop).join(' ')
  const strong = COMPILED.find(
    (compiled) => compiled.stop.has(phrase) || compiled.stop.has(phrase.replace(compiled.courtesy, '')),
  )
  const by = strong ?? stopOf(phrase)
  return by && { by, surely: strong !== undefined }
}

function stopOf(words: string): Compiled | undefined {
  const first = words.slice(0, Math.max(0, words.indexOf(' ')))
  const once = first !== '' && words.split(' ').every((word) => word === first) ? first : words
  return COMPILED.find((compiled) => compiled.stop.has(once) || compiled.weak.has(once))
}

/** Unknown contacts are named by the last digits of their number, so digits are not part of a name. */
function isNameWord(word: string): boolean {
  return word.length > 1 && /^\p{Letter}+$/u.test(word)
}

/** A word of the sender's own name, or its initial. */
function isOwnNameWord(word: string, ownNames: Set<string>): boolean {
  return ownNames.has(word) || (word.length === 1 && [...ownNames].some((name) => name.startsWith(word)))
}

function wordsAsWritten(text: string): string[] {
  return text.match(/[\p{Letter}\p{Mark}\p{Number}'’-]+/gu) ?? []
}

/** Every word is capitalized, in a message that is not all upper case. */
function isWrittenAsName(text: string, tail: string[]): boolean {
  return text !== text.toUpperCase() && tail.every((word) => /^\p{Lu}/u.test(word))
}
