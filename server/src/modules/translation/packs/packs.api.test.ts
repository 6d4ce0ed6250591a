import { previewTranslation, translationStatus } from '@crewline/contract/translation'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../../test/kit/test-app.ts'
import { writePack } from '../../../../test/kit/translation-pack.ts'
import { runAdmin } from '../../../main/admin.ts'

let t: TestApp
let folder: string
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  folder = await mkdtemp(join(tmpdir(), 'pack-'))
})
afterAll(async () => {
  await t.close()
  await rm(folder, { recursive: true, force: true })
})

const admin = (...args: string[]) =>
  runAdmin(['translation-packs', ...args], { DATA_DIR: t.process.kernel.config.dataDir })
const status = async () => (await t.as(t.acme.ann).call(translationStatus)).body
const preview = async (text: string) =>
  (await t.as(t.acme.ann).call(previewTranslation, { body: { text, to: 'es' } })).body

test('translates without a service once the operator imported a pack, and refuses what fails the checks', async () => {
  expect(await status()).toMatchObject({ service: null, pairs: null })
  expect(await preview('Howdy team')).toMatchObject({ kind: 'refused', reason: 'no_service' })
  expect(await admin()).toBe('There is no translation pack.')

  const file = join(folder, 'pack.zip')
  await writePack(file)
  expect(await admin('--import', file)).toBe(
    'Imported the translation pack en-es 1.0. It is used within seconds.\nen-es  version 1.0, license CC0-1.0, from made for tests',
  )
  await t.until(async () => (await status()).service !== null)
  expect(await status()).toMatchObject({ service: 'Offline models', pairs: [{ from: 'en', to: 'es' }] })
  expect(await preview('Howdy team')).toMatchObject({
    kind: 'machine',
    text: 'Hola',
    provider: 'Offline models en-es 1.0',
  })
  // The model says the same of everything: without the number, and without the prohibition.
  for (const text of ['Bring 3 boxes to dock 4', 'Never use the west gate again'])
    expect(await preview(text)).toMatchObject({ kind: 'refused', reason: 'failed_checks', text })

  expect(await admin('--remove', 'en-es')).toBe('Removed the translation pack en-es.\nThere is no translation pack.')
  await t.until(async () => (await status()).service === null)
})

test('tells the operator why a pack is refused', async () => {
  const file = join(folder, 'cut.zip')
  await writePack(file, { files: { 'model.bin': undefined } })
  await expect(admin('--import', file)).rejects.toThrow('The pack has no model.bin.')
  await expect(admin('--remove', 'en-fr')).rejects.toThrow('There is no translation pack for en-fr.')
  await expect(admin('--import', file, '--remove', 'en-es')).rejects.toThrow('one pack at a time')
})
