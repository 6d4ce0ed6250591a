import { cpSync, mkdtempSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import type * as Accounts from '../contract/src/accounts.ts'
import { msg } from '../contract/src/localized-text.ts'
import type * as Localize from '../server/src/kernel/i18n/localize.ts'
import { renderLocaleList } from './extract-messages.ts'

const root = join(import.meta.dirname, '..')

test('accepts a new language in the API after one file, its catalog, was added', async () => {
  const copy = mkdtempSync(join(tmpdir(), 'crewline-language-'))
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
  for (const folder of ['locales', 'contract/src', 'server/src/kernel/i18n'])
    cpSync(join(root, folder), join(copy, folder), { recursive: true })
  writeFileSync(join(copy, 'package.json'), '{"type":"module"}')
  mkdirSync(join(copy, 'node_modules'))
  for (const name of ['zod', '@lingui', 'pofile-ts'])
    symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  mkdirSync(join(copy, 'node_modules/@crewline'))
  symlinkSync(join(copy, 'contract'), join(copy, 'node_modules/@crewline/contract'))
  cpSync(join(root, 'contract/package.json'), join(copy, 'contract/package.json'))

  const english = readFileSync(join(copy, 'locales/en.po'), 'utf8')
  writeFileSync(join(copy, 'locales/xx.po'), english.replaceAll(/^msgstr "(?=\w)/gm, 'msgstr "XX '))
  writeFileSync(join(copy, 'contract/src/locales.gen.ts'), renderLocaleList(copy))

  const load = async <T>(path: string): Promise<T> => (await import(pathToFileURL(join(copy, path)).href)) as T
  const { Locale, editSettings } = await load<typeof Accounts>('contract/src/accounts.ts')
  const { LOCALES, localize } = await load<typeof Localize>('server/src/kernel/i18n/localize.ts')
  expect([Locale.options, LOCALES]).toEqual([
    ['en', 'es', 'xx'],
    ['en', 'es', 'xx'],
  ])
  expect(editSettings.body.safeParse({ locale: 'xx' }).success).toBe(true)
  expect(editSettings.body.safeParse({ locale: 'yy' }).success).toBe(false)
  expect(localize(msg({ message: 'One moment' }), 'xx')).toBe('XX One moment')
})
