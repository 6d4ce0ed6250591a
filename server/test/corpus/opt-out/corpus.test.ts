import { expect, test } from 'vitest'
import { judge } from '../../../src/modules/consent/rules.ts'
import { readCorpus, readHeldOut } from './corpus.ts'

const corpus = readCorpus()
const labelled = (label: string) => corpus.filter((one) => one.label === label)
const LANGUAGES = ['en', 'es', 'fr', 'pt', 'vi', 'zh', 'ht', 'ar']

test.each(LANGUAGES)('%s: at least 40 ways to opt out, of which 99 in 100 are heard at once', (lang) => {
  const texts = labelled('opt_out').filter((one) => one.lang === lang)
  expect(texts.length).toBeGreaterThanOrEqual(40)
  const missed = texts.filter((one) => judge(one.text).verdict !== 'opt_out')
  // Of fewer than a hundred, one in a hundred is none.
  expect(missed.slice(Math.floor(texts.length / 100))).toEqual([])
})

test('none of 300 everyday texts opts out, in or asks for help, in any case and with any ending', () => {
  const texts = labelled('none')
  expect(texts.length).toBeGreaterThanOrEqual(300)
  const said = texts.flatMap(({ text }) => [text, text.toUpperCase(), text.toLowerCase(), `${text}!!`, `${text} 👍`])
  expect(said.filter((text) => ['opt_out', 'opt_in', 'help'].includes(judge(text).verdict))).toEqual([])
})

test('60 of them hold a word that alone would opt out', () => {
  const words = labelled('opt_out').filter((one) => !/\s/.test(one.text.trim()) || one.lang === 'zh')
  const stops = [...new Set(words.map((one) => one.text.toLowerCase().replace(/[^\p{L}]/gu, '')))].filter(
    (word) => word.length > 1,
  )
  const holding = labelled('none').filter(({ text }) => stops.some((stop) => text.toLowerCase().includes(stop)))
  expect(holding.length).toBeGreaterThanOrEqual(60)
})

test('what is unclear is put before a person, and the other words are heard', () => {
  const unclear = labelled('maybe').filter((one) => judge(one.text).verdict !== 'possible_opt_out')
  expect(unclear).toEqual([])
  for (const label of ['opt_in', 'help'])
    expect(labelled(label).filter((one) => judge(one.text).verdict !== label)).toEqual([])
})

test('of texts no rule was changed for none everyday one opts out, and 9 in 10 wishes are heard or put before a person', () => {
  const held = readHeldOut()
  const verdicts = (label: string) => held.filter((one) => one.label === label).map(({ text }) => judge(text).verdict)
  const [wishes, everyday] = [verdicts('opt_out'), verdicts('none')]
  expect(everyday.length).toBeGreaterThanOrEqual(100)
  expect(everyday.filter((verdict) => ['opt_out', 'opt_in', 'help'].includes(verdict))).toEqual([])
  expect(wishes.filter((verdict) => verdict === 'opt_out').length / wishes.length).toBeGreaterThan(0.85)
  expect(wishes.filter((verdict) => verdict !== 'none').length / wishes.length).toBeGreaterThan(0.9)
})

test('no text is in the corpus twice, nor both in it and held out', () => {
  const texts = [...corpus, ...readHeldOut()].filter(({ label }) => label === 'none').map(({ text }) => text)
  expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([])
})
