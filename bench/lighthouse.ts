import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
import { findChromium } from '../scripts/chromium.ts'
import { startTestEnvironment } from '../server/test/faults/test-environment.ts'
import { publishPages } from './public-pages-data.ts'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
/** The lowest score of each category that is accepted. */
const ACCEPT = 95

/**
 * Measures each kind of public page with Lighthouse: a phone on a slow 4G connection. Two audits are left out.
 * `is-crawlable` asks that search engines may list a page; these pages ask them not to. `robots-txt` fetches the file from
 * within the page, whose policy forbids every request; `web.test.ts` checks the file.
 */
export async function benchLighthouse(url: string): Promise<void> {
  const environment = await startTestEnvironment(url, {
    carrier: 'simulated',
    contacts: 1,
    slowPerSecond: 100,
    fastPerSecond: 100,
    isWatched: false,
    members: 1,
  })
  const browser = await startBrowser()
  try {
    await environment.product({ ROLES: 'web' })
    const pages = await publishPages(environment)
    console.log(`Lighthouse, phone on slow 4G; goal >= ${ACCEPT} in ${CATEGORIES.join(', ')}`)
    for (const [name, path] of Object.entries(pages)) {
      const result = await lighthouse(`${environment.address}${path}`, {
        port: browser.port,
        logLevel: 'error',
        onlyCategories: [...CATEGORIES],
        skipAudits: ['is-crawlable', 'robots-txt'],
      })
      if (!result) throw new Error(`Lighthouse has no result for ${name}`)
      const { categories, audits, runtimeError } = result.lhr
      if (runtimeError) throw new Error(`Lighthouse could not measure ${name}: ${runtimeError.message}`)
      const scores = CATEGORIES.map((id) => Math.round((categories[id]?.score ?? 0) * 100))
      const failed = Object.values(audits).filter(({ score }) => score !== null && score < 0.9)
      console.log(
        `  ${name}: ${scores.join(', ')}${scores.every((score) => score >= ACCEPT) ? '' : ' SHORT'}; largest paint ${audits['largest-contentful-paint']?.displayValue}, shift ${audits['cumulative-layout-shift']?.displayValue}, ${audits['total-byte-weight']?.displayValue}` +
          (failed.length > 0 ? `; below 90: ${failed.map(({ id }) => id).join(', ')}` : ''),
      )
    }
  } finally {
    await browser.close()
    await environment.close()
  }
}

/** Starts a browser with an empty profile that Lighthouse controls through a port. */
async function startBrowser(): Promise<{ port: number; close: () => Promise<void> }> {
  const { executablePath, args, ignoreDefaultArgs, env } = await findChromium()
  const profile = await mkdtemp(join(tmpdir(), 'crewline-lighthouse-'))
  // Playwright adds this unless there is room; here no one does.
  const memory = ignoreDefaultArgs.length === 0 ? ['--disable-dev-shm-usage'] : []
  const child = spawn(
    executablePath,
    [...args, ...memory, '--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'],
    { env, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const port = await new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the browser ended with code ${code}`)))
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      const found = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(text)
      if (found) resolve(Number(found[1]))
    })
  })
  return {
    port,
    close: async () => {
      child.kill('SIGKILL')
      await ended
      await rm(profile, { recursive: true, force: true })
    },
  }
}
