import { formatter } from '@lingui/format-po'
import { defineConfig } from '@lingui/conf'

/** English is the source; `npx lingui extract` (and every build) adds new messages to locales/*.po. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'es'],
  fallbackLocales: { default: 'en' },
  catalogs: [{ path: '<rootDir>/locales/{locale}', include: ['<rootDir>/src'], exclude: ['**/*.test.ts'] }],
  format: formatter({ lineNumbers: false, origins: true }),
  orderBy: 'message',
})
