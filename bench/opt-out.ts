import { judge } from '../server/src/modules/consent/rules.ts'
import { readCorpus, readHeldOut, type Labelled } from '../server/test/corpus/opt-out/corpus.ts'

/** Prints how well texts about consent are understood, by language, and how long judging one takes. */
export function benchOptOut(): void {
  const corpus = readCorpus()
  for (const lang of new Set(corpus.map((one) => one.lang))) printLanguage(corpus, lang)
  printHeldOut(readHeldOut())
  const rounds = 20
  const startedAt = performance.now()
  for (let round = 0; round < rounds; round++) for (const { text } of corpus) judge(text)
  const each = ((performance.now() - startedAt) * 1000) / rounds / corpus.length
  console.log(`opt-out: ${corpus.length} texts, ${each.toFixed(0)} us to judge one`)
}

function printLanguage(corpus: Labelled[], lang: string): void {
  const texts = corpus.filter((one) => one.lang === lang)
  const wanted = texts.filter((one) => one.label === 'opt_out')
  const heard = texts.filter((one) => judge(one.text).verdict === 'opt_out')
  const right = heard.filter((one) => one.label === 'opt_out')
  const benign = texts.filter((one) => one.label === 'none')
  const flagged = benign.filter((one) => judge(one.text).verdict === 'possible_opt_out')
  console.log(
    `opt-out ${lang}: precision ${share(right.length, heard.length)}, recall ${share(right.length, wanted.length)} of ${wanted.length} (accept >= 99 %), ` +
      `${heard.length - right.length} false of ${benign.length} (accept 0), ${flagged.length} everyday texts put before a person`,
  )
}

/** On texts no rule was changed for: what people may expect of words nobody thought of. */
function printHeldOut(held: Labelled[]): void {
  const wishes = held.filter((one) => one.label === 'opt_out').map(({ text }) => judge(text).verdict)
  const benign = held.filter((one) => one.label === 'none').map(({ text }) => judge(text).verdict)
  const count = (verdicts: string[], wanted: string) => verdicts.filter((verdict) => verdict === wanted).length
  console.log(
    `opt-out held out: recall ${share(count(wishes, 'opt_out'), wishes.length)} of ${wishes.length}, obeyed or put before a person ` +
      `${share(wishes.length - count(wishes, 'none'), wishes.length)}, ${count(benign, 'opt_out')} false of ${benign.length} (accept 0)`,
  )
}

function share(part: number, whole: number): string {
  return whole === 0 ? 'none' : `${((part / whole) * 100).toFixed(1)} %`
}
