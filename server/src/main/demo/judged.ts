import { judge, type Judgement } from '../../modules/consent/rules.ts'

const judged = new Map<string, Judgement>()

/** What words say about consent, looked at once: people of the demo say the same things again and again. */
export function judgedOf(words: string): Judgement {
  const known = judged.get(words)
  if (known) return known
  const judgement = judge(words)
  judged.set(words, judgement)
  return judgement
}
