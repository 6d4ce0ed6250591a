import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  greetingModel,
  noiseModel,
  vocabularyOf,
  writePack,
  type PackChanges,
} from '../../../../test/kit/translation-pack.ts'
import { checkTranslation } from '../gate.ts'
import { Engine } from './engine.ts'
import { PackRefused } from './manifest.ts'
import { makePack } from './make.ts'
import { filesOf, importPack, packsFolder, packsIn, removePack } from './store.ts'
import { PackTranslator } from './translator.ts'

let dataDir: string
let file: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'packs-'))
  file = join(dataDir, 'pack.zip')
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const importWith = async (changes: PackChanges = {}) => {
  await writePack(file, changes)
  return importPack(dataDir, file)
}
const kept = () => readdir(packsFolder(dataDir))
/** A list of packs that is read anew with each question. */
const translator = () => {
  let now = 0
  return new PackTranslator(dataDir, () => (now += 60_000))
}

test('translates its pair, and no other, once a pack is imported', async () => {
  const made = translator()
  expect([made.pairs, made.translates('en-US', 'es-MX')]).toEqual([[], false])
  await importWith()
  expect(made.pairs).toEqual([{ from: 'en', to: 'es' }])
  expect([made.translates('en-US', 'es-MX'), made.translates('es', 'en')]).toEqual([true, false])
  expect(await made.translate({ text: 'Howdy team', from: 'en-US', to: 'es' })).toBe('Hola')
  await removePack(dataDir, 'en-es')
  expect(made.pairs).toEqual([])
  await expect(removePack(dataDir, 'en-es')).rejects.toThrow('There is no translation pack for en-es.')
  await expect(removePack(dataDir, '../..')).rejects.toThrow(PackRefused)
})

test('imports a pack that it made of the files of a model', async () => {
  const parts = { 'model.bin': greetingModel(), 'source.spm': vocabularyOf(), 'target.spm': vocabularyOf() }
  const path = (name: string) => join(dataDir, name)
  for (const [name, data] of Object.entries(parts)) await writeFile(path(name), data)
  const files = { 'model.bin': path('model.bin'), 'source.spm': path('source.spm'), 'target.spm': path('target.spm') }
  const about = { from: 'en', to: 'es', version: '3', license: 'MPL-2.0', source: 'trained here', files }
  const sentences = path('sentences.tsv')
  await writeFile(sentences, ['Hello', 'Hi', 'Hey', 'Howdy', 'Good day'].map((text) => `${text}\tHola\n`).join(''))
  await makePack(file, { ...about, sentences })
  expect(await importPack(dataDir, file)).toMatchObject({ from: 'en', to: 'es', version: '3', source: 'trained here' })
  await writeFile(sentences, 'Hello\tHola\nHi there\n')
  await expect(makePack(file, { ...about, sentences })).rejects.toThrow('Line 2 of')
  await writeFile(sentences, 'Hello\tHola\n')
  await expect(makePack(file, { ...about, sentences })).rejects.toThrow('pack.json is not valid: golden')
})

test('uses a newer pack for the same pair, and keeps what it makes apart from what the earlier one made', async () => {
  await importWith()
  const made = translator()
  const before = made.providerFor('en', 'es')
  await importWith({ manifest: { version: '2.0' } })
  expect([before, made.providerFor('en', 'es')]).toEqual(['Offline models en-es 1.0', 'Offline models en-es 2.0'])
  expect(await kept()).toEqual(['en-es'])
})

describe('a pack is refused, and the one before it stays,', () => {
  const golden = (translation: string) =>
    Array.from({ length: 5 }, (_, nth) => ({ text: `Sentence ${nth}`, translation }))
  test.each<[string, PackChanges, string]>([
    [
      'when a file is not the one that was described',
      { files: { 'source.spm': reversed(vocabularyOf()) } },
      'its SHA-256 differs',
    ],
    ['when a file has another size', { files: { 'target.spm': Buffer.alloc(7) } }, 'target.spm has 7 bytes'],
    ['when a file is missing', { files: { 'model.bin': undefined } }, 'The pack has no model.bin.'],
    ['when it has no description', { files: { 'pack.json': undefined } }, 'The pack has no pack.json.'],
    ['when its description is not JSON', { files: { 'pack.json': Buffer.from('{') } }, 'pack.json is not JSON.'],
    ['when a language is none', { manifest: { to: '../es' } }, 'pack.json is not valid: to:'],
    ['when it translates a language into itself', { manifest: { to: 'en' } }, 'into itself'],
    [
      'when it has too few sentences to try',
      { manifest: { golden: golden('Hola').slice(1) } },
      'pack.json is not valid: golden',
    ],
    [
      'when the model translates otherwise than it says',
      { manifest: { golden: golden('Adiós') } },
      'instead of "Adiós"',
    ],
    [
      'when the vocabulary is a wrong one',
      { vocabulary: vocabularyOf(['▁Adiós', '▁equipo', '▁no', '▁puerta', '▁', '.']) },
      'its vocabulary may be a wrong one',
    ],
    ['when the weights are noise', { model: noiseModel(7) }, 'does not translate as the pack says'],
    ['when the model is no model', { model: Buffer.from('not a model') }, 'The model cannot be used'],
  ])('%s', async (_why, changes, message) => {
    await importWith({ manifest: { version: '0.9' } })
    await expect(importWith(changes)).rejects.toThrow(message)
    expect(await kept()).toEqual(['en-es'])
    expect(packsIn(dataDir).map(({ version }) => version)).toEqual(['0.9'])
  })

  test('when the ZIP file is cut off or is none', async () => {
    await importWith({ manifest: { version: '0.9' } })
    const whole = await readFile(file)
    for (const bytes of [whole.subarray(0, whole.length / 2), Buffer.from('no zip')]) {
      await writeFile(file, bytes)
      await expect(importPack(dataDir, file)).rejects.toThrow(PackRefused)
    }
    expect(await kept()).toEqual(['en-es'])
  })
})

test('a model that takes too long is ended, and the next text is translated', async () => {
  await importWith()
  const engine = new Engine(filesOf(join(packsFolder(dataDir), 'en-es')))
  const [first, second] = await Promise.allSettled([
    engine.translate('Hello there. '.repeat(5_000), 1),
    engine.translate('Hello'),
  ])
  expect(first).toMatchObject({ status: 'rejected', reason: { message: 'the translation model took too long' } })
  expect(second).toMatchObject({ status: 'fulfilled', value: expect.stringMatching(/^Hola\s*$/) })
  await engine.close()
})

test('the checks refuse what a model with noise for weights makes of a text', async () => {
  await importWith()
  const folder = join(packsFolder(dataDir), 'en-es')
  const sources = [
    'Bring 3 boxes to dock 4 before 6 p.m.',
    'Do not open the door while the machine is running.',
    'Maria will start her shift at the warehouse on Monday.',
    'The meeting was moved to the cafeteria on the second floor.',
  ]
  for (const seed of [1, 2, 3, 4, 5]) {
    await writeFile(join(folder, 'model.bin'), noiseModel(seed))
    const engine = new Engine(filesOf(folder))
    for (const source of sources) {
      const translated = await engine.translate(source)
      const keep = source.includes('Maria') ? ['Maria'] : []
      const failure = await checkTranslation({ source, translated, from: 'en', to: 'es', keep })
      expect(failure, `"${translated}" passed as "${source}"`).toBeDefined()
    }
    await engine.close()
  }
})

function reversed(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toReversed())
}
