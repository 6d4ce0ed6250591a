import { baseOf } from './rules.ts'

/** Common small words of Haitian Creole, which the detector does not know. */
const CREOLE = /\b(mwen|pou|nan|ak|gen|pa|ki|yo|li|èske|kilè|kote|jodi|demen|travay|mèsi|bonjou|tanpri)\b/giu

/** Shorter texts say too little for a guess against what is known of the person. */
const SHORT = 24

interface Detector {
  detect(text: string): { language: string; isReliable(): boolean; getScores(): Record<string, number> }
}
let loading: Promise<Detector> | undefined

/** Loads what detection needs; answers at once the second time. */
async function detector(): Promise<Detector> {
  // Tens of megabytes that a process without translation never needs.
  loading ??= import('eld/medium').then((loaded) => loaded.default as unknown as Detector)
  return loading
}

/**
 * The language of a text, as BCP 47. Short or doubtful texts count as the language the person is known to write in; what
 * is no language, such as a number, too.
 */
export async function languageOf(text: string, usual: string): Promise<string> {
  const words = text.replace(/https?:\S+|[\d\p{P}\p{S}]/gu, ' ').trim()
  if (words === '') return usual
  if (/\p{Script=Han}/u.test(words)) return /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(words) ? 'ja' : 'zh'
  if ((words.match(CREOLE) ?? []).length >= 2) return 'ht'
  const found = (await detector()).detect(words)
  if (found.language === '' || found.language === baseOf(usual)) return usual
  const scores = found.getScores()
  const mine = scores[baseOf(usual)] ?? 0
  const best = scores[found.language] ?? 0
  // The known language stands unless another is clearly more likely.
  if (words.length < SHORT && mine > 0 && best < mine * 1.5) return usual
  return found.isReliable() || words.length >= SHORT ? found.language : usual
}
