import { judge } from '../server/src/modules/consent/rules.ts'
import { readCorpus, readHeldOut, type Labelled } from '../server/test/corpus/opt-out/corpus.ts'

/** Prints how well opt-out messages are classified, by language, and how long one classification takes. */
export function benchOptOut(): void {
  const corpus = readCorpus()
  for (const lang of new Set(corpus.map((entry) => entry.lang))) printLanguage(corpus, lang)
  printHeldOut(readHeldOut())
  const rounds = 20
  const startedAt = performance.now()
  for (let round = 0; round < rounds; round++) for (const { text } of corpus) judge(text)
  const each = ((performance.now() - startedAt) * 1000) / rounds / corpus.length
  console.log(`opt-out: ${corpus.length} messages, ${each.toFixed(0)} us to classify one`)
}

function printLanguage(corpus: Labelled[], lang: string): void {
  const texts = corpus.filter((entry) => entry.lang === lang)
  const optOuts = texts.filter((entry) => entry.label === 'opt_out')
  const detected = texts.filter((entry) => judge(entry.text).intent === 'opt_out')
  const correct = detected.filter((entry) => entry.label === 'opt_out')
  const benign = texts.filter((entry) => entry.label === 'none')
  const flagged = benign.filter((entry) => judge(entry.text).intent === 'possible_opt_out')
  console.log(
    `opt-out ${lang}: precision ${share(correct.length, detected.length)}, recall ${share(correct.length, optOuts.length)} of ${optOuts.length} (accept >= 99 %), ` +
      `${detected.length - correct.length} false positives of ${benign.length} (accept 0), ${flagged.length} ordinary messages flagged for review`,
  )
}

/** Prints the results on messages that no rule was tuned for: the expected quality on unseen wording. */
function printHeldOut(held: Labelled[]): void {
  const wishes = held.filter((entry) => entry.label === 'opt_out').map(({ text }) => judge(text).intent)
  const benign = held.filter((entry) => entry.label === 'none').map(({ text }) => judge(text).intent)
  const count = (verdicts: string[], expected: string) => verdicts.filter((verdict) => verdict === expected).length
  console.log(
    `opt-out held out: recall ${share(count(wishes, 'opt_out'), wishes.length)} of ${wishes.length}, applied or flagged for review ` +
      `${share(wishes.length - count(wishes, 'none'), wishes.length)}, ${count(benign, 'opt_out')} false positives of ${benign.length} (accept 0)`,
  )
}

function share(part: number, total: number): string {
  return total === 0 ? 'none' : `${((part / total) * 100).toFixed(1)} %`
}
