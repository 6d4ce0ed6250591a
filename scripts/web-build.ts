import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from './sources.ts'

const SOURCES = ['web', 'contract/src', 'locales']

/** Builds the web into web/dist unless the existing build was made from the same sources; returns whether it built. */
export async function ensureWebBuilt(root: string, log: (line: string) => void): Promise<boolean> {
  const stampFile = join(root, 'web/dist/.built')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sumSources(root)) return false
  const startedAt = performance.now()
  log('Building the web app ...')
  // A built page has only the ids of its messages, so every message must be in the catalogs.
  const { extractMessages } = await import('./extract-messages.ts')
  await extractMessages(root)
  // Before the build: what is edited while it runs may not be in it.
  const sum = sumSources(root)
  const buildDir = join(root, `web/.dist-${process.pid}`)
  const { code, output } = await runVite(root, buildDir)
  if (code !== 0) {
    rmSync(buildDir, { recursive: true, force: true })
    throw new Error(`Could not build the web app:\n${withoutStack(output)}`)
  }
  writeFileSync(join(buildDir, '.built'), sum)
  const dist = join(root, 'web/dist')
  // Swapped as a whole, so that an interrupted build never leaves a partial site behind.
  const oldDist = `${dist}-old-${process.pid}`
  if (existsSync(dist)) renameSync(dist, oldDist)
  renameSync(buildDir, dist)
  rmSync(oldDist, { recursive: true, force: true })
  log(`Built the web app in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
  return true
}

function withoutStack(output: string): string {
  // oxlint-disable-next-line no-control-regex -- colours
  const plain = output.replace(/\u001B\[[0-9;]*m/g, '')
  return plain
    .split('\n')
    .filter((line) => !/^\s+at .*(node_modules|node:internal)/.test(line))
    .join('\n')
    .trim()
}

function sumSources(root: string): string {
  const sum = createHash('sha256')
  const endings = ['.ts', '.tsx', '.mjs', '.js', '.css', '.html', '.json', '.po', '.svg', '.png', '.woff2']
  for (const path of ['package-lock.json', ...listFiles(root, SOURCES, endings)]) {
    if (/\.test\.tsx?$/.test(path)) continue
    sum
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  }
  return sum.digest('hex')
}

function runVite(root: string, outDir: string): Promise<{ code: number; output: string }> {
  return new Promise((settle) => {
    const vite = join(root, 'node_modules/vite/bin/vite.js')
    const args = [vite, 'build', '--outDir', outDir, '--emptyOutDir', '--manifest', '--logLevel', 'warn']
    const child = spawn(process.execPath, args, {
      cwd: join(root, 'web'),
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', (error) => settle({ code: 1, output: error.message }))
    child.on('close', (code) => settle({ code: code ?? 1, output }))
  })
}
