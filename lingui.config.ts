import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { formatter } from '@lingui/format-po'
import { defineConfig } from '@lingui/conf'

const catalogs = readdirSync(join(import.meta.dirname, 'locales')).filter((name) => name.endsWith('.po'))

/**
 * The languages are the files in locales/. English is the source; `npm run extract-messages` writes the messages of all code
 * into every file.
 */
export default defineConfig({
  sourceLocale: 'en',
  locales: catalogs.map((name) => name.replace('.po', '')).toSorted(),
  fallbackLocales: { default: 'en' },
  catalogs: [
    {
      path: '<rootDir>/locales/{locale}',
      include: ['<rootDir>/contract/src', '<rootDir>/server/src', '<rootDir>/web/src'],
      exclude: ['**/*.test.ts', '**/*.test.tsx'],
    },
  ],
  // The web build turns `msg()` of the contract into ids, like its own macros: pages need no code that makes them.
  macro: { corePackage: ['@lingui/core/macro', '@crewline/contract/localized-text', './localized-text.ts'] },
  format: formatter({ lineNumbers: false, origins: true }),
  orderBy: 'message',
})
