import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

export interface Chromium {
  executablePath: string
  args: string[]
  /** Arguments of Playwright that are left out. */
  ignoreDefaultArgs: string[]
  env: Record<string, string>
}

// One process less, and rendering on the CPU only: the same pixels on every machine, with and without a graphics card.
// With a software graphics library the browser takes half as much time again.
const DRAWING = [
  '--in-process-gpu',
  '--disable-gpu',
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
  '--disable-lcd-text',
]

const SYSTEM_NAMES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Finds a Chromium that runs on this machine: CHROMIUM_PATH, else the one from npm (the same version everywhere, so
 * screenshots match), else a system one. Throws with install instructions when there is none.
 */
export async function findChromium(): Promise<Chromium> {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) {
    const chromium = fromSystem(chosen)
    const problem = whyNotRunning(chromium)
    if (problem) throw new Error(`CHROMIUM_PATH is ${chosen}, which does not run: ${problem}`)
    return chromium
  }
  const troubles: string[] = []
  const packed = await fromNpm().catch((error: unknown) => {
    troubles.push(`the Chromium from npm: ${error instanceof Error ? error.message : String(error)}`)
    return undefined
  })
  for (const candidate of [packed, ...SYSTEM_NAMES.filter((path) => existsSync(path)).map(fromSystem)]) {
    if (!candidate) continue
    const problem = whyNotRunning(candidate)
    if (!problem) return candidate
    troubles.push(`${candidate.executablePath}: ${problem}`)
  }
  throw new Error(
    `No Chromium runs on this machine. Install one (Debian and Ubuntu: apt-get install chromium) or set CHROMIUM_PATH.\n` +
      troubles.map((problem) => `  tried ${problem}`).join('\n'),
  )
}

function fromSystem(executablePath: string): Chromium {
  // The sandbox cannot be set up as root; this browser opens only our own pages.
  const args = [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...(process.platform === 'linux' ? DRAWING : [])]
  return { executablePath, args, ignoreDefaultArgs: memoryArguments(), env: inherited() }
}

async function fromNpm(): Promise<Chromium | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const home = join(privateFolder(), versionOf('@sparticuz/chromium'))
  if (!existsSync(home)) await unpack(home)
  return {
    executablePath: join(home, 'chromium'),
    // The package's own argument list is not used: it is for Lambda and disables web security.
    args: ['--no-sandbox', ...DRAWING],
    ignoreDefaultArgs: memoryArguments(),
    env: {
      ...inherited(),
      TMPDIR: privateFolder(),
      FONTCONFIG_FILE: writeFonts(home),
      LD_LIBRARY_PATH: join(home, 'al2023/lib'),
    },
  }
}

async function unpack(home: string): Promise<void> {
  const { default: packed } = await import('@sparticuz/chromium')
  const draft = `${home}.new-${process.pid}`
  mkdirSync(draft, { mode: 0o700 })
  // The package unpacks into the temporary folder, and adds libraries missing on a bare machine only when the
  // environment looks like AWS Lambda.
  const lent: Record<string, string> = { TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' }
  const changed = [...Object.keys(lent), 'FONTCONFIG_PATH', 'LD_LIBRARY_PATH']
  const before = Object.fromEntries(changed.map((key) => [key, process.env[key]]))
  Object.assign(process.env, lent)
  try {
    await packed.executablePath()
    // Atomic: another run may be looking for this folder right now, and this run may be killed.
    renameSync(draft, home)
  } catch (error) {
    if (!existsSync(home)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
    for (const [key, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[key]
      else process.env[key] = value
    }
  }
}

// A folder that only this user can write: otherwise other users could plant code that we run.
function privateFolder(): string {
  const base = existsSync('/tmp') ? '/tmp' : tmpdir()
  const uid = process.getuid?.() ?? userInfo().uid
  const home = join(base, `crewline-chromium-${uid}`)
  mkdirSync(home, { recursive: true, mode: 0o700 })
  if (statSync(home).uid !== uid) throw new Error(`${home} belongs to another user`)
  chmodSync(home, 0o700)
  return home
}

/**
 * What pages share with the browser is in memory where there is room, as for users; Playwright puts it into files of the
 * temporary folder, because containers often have no room.
 */
function memoryArguments(): string[] {
  if (!existsSync('/dev/shm')) return []
  const { bavail, bsize } = statfsSync('/dev/shm')
  return bavail * bsize >= 1024 ** 3 ? ['--disable-dev-shm-usage'] : []
}

function versionOf(name: string): string {
  const path = createRequire(import.meta.url).resolve(name)
  const folder = path.slice(0, path.lastIndexOf(name) + name.length)
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version
}

function writeFonts(home: string): string {
  const file = join(home, 'crewline-fonts.conf')
  // Only the bundled fonts: the machine's own fonts would make the same page look different elsewhere.
  writeFileSync(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${home}/fonts</dir>
  <cachedir>${home}/fonts-cache</cachedir>
</fontconfig>
`,
  )
  return file
}

function inherited(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

function whyNotRunning({ executablePath, env }: Chromium): string | undefined {
  const { status, stderr, error } = spawnSync(executablePath, ['--version'], { env, encoding: 'utf8', timeout: 20_000 })
  if (status === 0) return undefined
  return (error?.message ?? stderr.trim().split('\n')[0]) || `exited with code ${status}`
}
