import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findChromium } from '../scripts/chromium.ts'
import { freePort } from './support/free-port.ts'

const root = join(import.meta.dirname, '..')

// The runner reads this file first and chooses the port; every worker reads it again and inherits the choice.
if (process.env.E2E_URL === undefined && process.env.E2E_PORT === undefined) {
  process.env.E2E_PORT = String(await freePort())
  process.env.E2E_DNS_PORT = String(await freePort())
  const dataDir = mkdtempSync(join(tmpdir(), 'crewline-e2e-'))
  // As root, the database runs as another user, who needs access to this folder.
  chmodSync(dataDir, 0o711)
  process.env.E2E_DATA_DIR = dataDir
  process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
}
const port = process.env.E2E_PORT ?? ''
const baseURL = process.env.E2E_URL ?? `http://127.0.0.1:${port}`

// These take minutes: npm run test:faults -- convergence (CONVERGENCE=small for the short one), and -- import-files.
const NOT_EVERY_RUN = [
  ...(process.env.CONVERGENCE ? [] : ['**/convergence.spec.ts']),
  ...(process.env.IMPORT_FILES ? [] : ['**/import-files.spec.ts']),
]

// Stories that mostly wait: for the countdown of a broadcast, which takes half a minute, or for another code.
const WAITING =
  '**/{auth-resend,broadcast-limits,broadcast-replies,broadcast-waits,broadcasts-keyboard,broadcasts-list,broadcasts-running}.spec.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  testIgnore: NOT_EVERY_RUN,
  outputDir: 'results',
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  // Two workers fill two cores. A third runs the stories that mostly wait, which would leave a core idle; it starts first.
  workers: 3,
  projects: [
    { name: 'waiting', testMatch: WAITING, workers: 1 },
    { name: 'stories', testIgnore: [...NOT_EVERY_RUN, WAITING], workers: 2 },
  ],
  retries: 0,
  forbidOnly: true,
  timeout: 90_000,
  expect: {
    timeout: 15_000,
    toHaveScreenshot: { animations: 'disabled', caret: 'hide', scale: 'css', threshold: 0.2, maxDiffPixelRatio: 0.005 },
  },
  reporter: [['list']],
  use: {
    baseURL,
    // Without a limit of its own, an action that hangs ends as "test timeout" and does not say what it waited for.
    actionTimeout: 60_000,
    launchOptions: await findChromium(),
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    colorScheme: 'light',
    contextOptions: { reducedMotion: 'reduce' },
    // Navigation, Back included, has no limit by itself: a test that waits for it would only say that its time is up.
    navigationTimeout: 60_000,
    // Only the tests of the service worker allow it: elsewhere it would answer requests that a test wants to see.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // A trace makes a test up to twice as slow: E2E_TRACE=1 keeps one of each failed test.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
  },
  // E2E_URL points to a running instance; otherwise one starts on a free port with an empty folder.
  webServer: process.env.E2E_URL
    ? undefined
    : {
        command: `"${process.execPath}" server/src/main/start.ts`,
        cwd: root,
        url: `${baseURL}/readyz`,
        timeout: 120_000,
        env: {
          ...definedEnv(),
          PORT: port,
          HOST: '127.0.0.1',
          DATA_DIR: process.env.E2E_DATA_DIR ?? '',
          DATABASE_URL: '',
          // A test that proves an email domain answers there.
          DNS_SERVERS: `127.0.0.1:${process.env.E2E_DNS_PORT ?? '53'}`,
          // The chat is played by the story that opens it.
          INTERCOM_APP_ID: 'crewtest',
          INTERCOM_SECRET: 'not a secret',
          // Each test sends its own client address.
          TRUSTED_PROXIES: '1',
        },
        gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
        stdout: 'ignore',
        stderr: 'pipe',
      },
})

function definedEnv(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
