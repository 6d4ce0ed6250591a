import { expect, test } from 'vitest'
import { judge } from '../../../src/modules/consent/rules.ts'
import { readCorpus, readHeldOut } from './corpus.ts'

const corpus = readCorpus()
const labelled = (label: string) => corpus.filter((entry) => entry.label === label)
const LANGUAGES = ['en', 'es', 'fr', 'pt', 'vi', 'zh', 'ht', 'ar']

test.each(LANGUAGES)('%s: recognizes 99 in 100 of at least 40 opt-out texts', (lang) => {
  const texts = labelled('opt_out').filter((entry) => entry.lang === lang)
  expect(texts.length).toBeGreaterThanOrEqual(40)
  const missed = texts.filter((entry) => judge(entry.text).intent !== 'opt_out')
  // With fewer than a hundred texts, no miss is allowed.
  expect(missed.slice(Math.floor(texts.length / 100))).toEqual([])
})

test('classifies none of 300 everyday texts as opt-out, opt-in or help, in any case and with any ending', () => {
  const texts = labelled('none')
  expect(texts.length).toBeGreaterThanOrEqual(300)
  const variants = texts.flatMap(({ text }) => [
    text,
    text.toUpperCase(),
    text.toLowerCase(),
    `${text}!!`,
    `${text} 👍`,
  ])
  expect(variants.filter((text) => ['opt_out', 'opt_in', 'help'].includes(judge(text).intent))).toEqual([])
})

test('includes 60 everyday texts with a word that alone would opt out', () => {
  const singleWords = labelled('opt_out').filter((entry) => !/\s/.test(entry.text.trim()) || entry.lang === 'zh')
  const stops = [...new Set(singleWords.map((entry) => entry.text.toLowerCase().replace(/[^\p{L}]/gu, '')))].filter(
    (word) => word.length > 1,
  )
  const holding = labelled('none').filter(({ text }) => stops.some((stop) => text.toLowerCase().includes(stop)))
  expect(holding.length).toBeGreaterThanOrEqual(60)
})

test('leaves unclear texts to a member and recognizes opt-in and help', () => {
  const unclear = labelled('maybe').filter((entry) => judge(entry.text).intent !== 'possible_opt_out')
  expect(unclear).toEqual([])
  for (const label of ['opt_in', 'help'])
    expect(labelled(label).filter((entry) => judge(entry.text).intent !== label)).toEqual([])
})

test('opts out for no held-out everyday text, and recognizes or flags 9 in 10 held-out opt-outs', () => {
  const held = readHeldOut()
  const verdicts = (label: string) =>
    held.filter((entry) => entry.label === label).map(({ text }) => judge(text).intent)
  const [wishes, everyday] = [verdicts('opt_out'), verdicts('none')]
  expect(everyday.length).toBeGreaterThanOrEqual(100)
  expect(everyday.filter((verdict) => ['opt_out', 'opt_in', 'help'].includes(verdict))).toEqual([])
  expect(wishes.filter((verdict) => verdict === 'opt_out').length / wishes.length).toBeGreaterThan(0.85)
  expect(wishes.filter((verdict) => verdict !== 'none').length / wishes.length).toBeGreaterThan(0.9)
})

test('contains no text twice and none both in the corpus and held out', () => {
  const texts = [...corpus, ...readHeldOut()].filter(({ label }) => label === 'none').map(({ text }) => text)
  expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([])
})
