import { COMPILED, type Compiled } from './compiled-rules.ts'
import { plainWords, wordsOf } from './fold-rules.ts'

/** A name below a text, or behind a dash, is of no more words than this. */
const NAME_MAX = 3
/** More words than this behind a stop are a sentence, also where they were somebody's name. */
const OWN_NAME_MAX = 6

/** Texts of so many words are not looked at. */
const LONGEST = 12

/** What stands behind "stop" all day without being a name: the words of sentences, and the things that are stopped. */
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

/** With what texts begin that say stop. */
const FIRST_WORDS = new Set(COMPILED.flatMap((one) => [...one.stop].map((words) => words.split(' ')[0])))

/** "Stop" with a name below it or behind a dash: most likely somebody who signs what they write; a person judges. */
export function signedStop(folded: string): Compiled | undefined {
  const [first = '', ...below] = folded.trim().split(/[\n\r]+| [-–—]+ ?/u)
  const [word, name] = [wordsOf(first), wordsOf(below.join(' '))]
  if (name === '' || name.split(' ').length > NAME_MAX) return undefined
  return stopOf(word)
}

/**
 * "STOP Maria": a stop with what may be a name behind it on the same line; a person judges. Words that are said at work
 * too ("alto", "arrêt") need a name in capital letters behind them; "stop" itself only needs none of the words of sentences.
 */
export function namedStop(text: string, words: string): Compiled | undefined {
  const all = words.split(' ', LONGEST)
  if (all.length === LONGEST || !FIRST_WORDS.has(all[0])) return undefined
  const written = text.match(/[\p{Letter}\p{Mark}\p{Number}'’-]+/gu) ?? []
  for (let name = 1; name <= NAME_MAX && name < all.length; name++) {
    const [stop, tail] = [all.slice(0, -name).join(' '), all.slice(-name)]
    if (!tail.every((word) => /^\p{Letter}+$/u.test(word) && !NOT_NAMES.has(word))) continue
    const isPlain = /^(?:stop|unsub)/.test(stop) && name < NAME_MAX && !tail.some((word) => word.endsWith('ing'))
    if (!isPlain && !isWrittenAsName(text, written.slice(-name))) continue
    const stops = COMPILED.find((one) => one.stop.has(stop))
    if (stops) return stops
  }
  return undefined
}

/**
 * Whether somebody said stop and signed it with their own name, whole or in part, on the line or below it. `surely` where the
 * word means nothing else; words of work ("cancel") with a name are for a person to judge.
 */
export function ownStop(text: string, ownName: string): { by: Compiled; surely: boolean } | undefined {
  const own = new Set(plainWords(ownName).split(' ').filter(isNameWord))
  const all = plainWords(text).split(' ')
  let stop = all.length
  while (stop > 0 && isOwn(all[stop - 1] ?? '', own)) stop--
  const tail = all.slice(stop)
  if (stop === 0 || tail.length > OWN_NAME_MAX || !tail.some((word) => own.has(word))) return undefined
  const said = all.slice(0, stop).join(' ')
  const strong = COMPILED.find((one) => one.stop.has(said) || one.stop.has(said.replace(one.courtesy, '')))
  const by = strong ?? stopOf(said)
  return by && { by, surely: strong !== undefined }
}

function stopOf(words: string): Compiled | undefined {
  const first = words.slice(0, Math.max(0, words.indexOf(' ')))
  const once = first !== '' && words.split(' ').every((word) => word === first) ? first : words
  return COMPILED.find((one) => one.stop.has(once) || one.weak.has(once))
}

/** Strangers are called by the last digits of their number; digits are nobody's name. */
function isNameWord(word: string): boolean {
  return word.length > 1 && /^\p{Letter}+$/u.test(word)
}

/** A word of one's own name, or the first letter of one. */
function isOwn(word: string, own: Set<string>): boolean {
  return own.has(word) || (word.length === 1 && [...own].some((name) => name.startsWith(word)))
}

/** Each with a capital letter, in a text that is not shouted as a whole. */
function isWrittenAsName(text: string, tail: string[]): boolean {
  return text !== text.toUpperCase() && tail.every((word) => /^\p{Lu}/u.test(word))
}
