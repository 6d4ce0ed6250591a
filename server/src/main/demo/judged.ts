import { judge, type Judgement } from '../../modules/consent/rules.ts'

const judged = new Map<string, Judgement>()

/** Classifies a text about consent and caches the result, because demo texts repeat. */
export function judgedOf(text: string): Judgement {
  const cached = judged.get(text)
  if (cached) return cached
  const judgement = judge(text)
  judged.set(text, judgement)
  return judgement
}
