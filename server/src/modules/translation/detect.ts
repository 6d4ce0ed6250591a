import { baseOf } from './rules.ts'

/** Common short words of Haitian Creole, which the detector does not support. */
const CREOLE = /\b(mwen|pou|nan|ak|gen|pa|ki|yo|li|èske|kilè|kote|jodi|demen|travay|mèsi|bonjou|tanpri)\b/giu

/** Shorter texts are too weak to override the author's known language. */
const SHORT = 24

interface Detector {
  detect(text: string): { language: string; isReliable(): boolean; getScores(): Record<string, number> }
}
let loading: Promise<Detector> | undefined

/** Loads the language detector once. */
async function detector(): Promise<Detector> {
  // Tens of megabytes that a process without translation does not need.
  loading ??= import('eld/medium').then((loaded) => loaded.default as unknown as Detector)
  return loading
}

/**
 * Returns the language of a text as BCP 47. Short or uncertain texts, and texts without a language such as a number,
 * get the author's known language.
 */
export async function languageOf(text: string, usual: string): Promise<string> {
  const cleaned = text.replace(/https?:\S+|[\d\p{P}\p{S}]/gu, ' ').trim()
  if (cleaned === '') return usual
  if (/\p{Script=Han}/u.test(cleaned)) return /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(cleaned) ? 'ja' : 'zh'
  if ((cleaned.match(CREOLE) ?? []).length >= 2) return 'ht'
  const detected = (await detector()).detect(cleaned)
  if (detected.language === '' || detected.language === baseOf(usual)) return usual
  const scores = detected.getScores()
  const mine = scores[baseOf(usual)] ?? 0
  const score = scores[detected.language] ?? 0
  // Keeps the known language unless another one is clearly more likely.
  if (cleaned.length < SHORT && mine > 0 && score < mine * 1.5) return usual
  return detected.isReliable() || cleaned.length >= SHORT ? detected.language : usual
}
