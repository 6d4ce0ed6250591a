import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { onPlanted } from './planted.ts'

interface Machine {
  /** The behavior of npm on that machine, as a shell script. */
  npm: string
  /** The version of the machine's own Node. */
  node: number
  /** The version of the Node from npm, if any. */
  brought?: number
}

// A fake Node that prints its version and the script it was asked to run.
const fakeNode = (version: number): string =>
  `#!/bin/sh\ncase $1 in -p) echo ${version} ;; -v) echo v${version}.0.0 ;; *) echo "node ${version} runs $*" ;; esac\n`

function runOn(
  machine: Machine,
  args: string[],
  times = 1,
): Promise<{ code: number | null; said: string; installs: number }> {
  return onPlanted({ 'package-lock.json': '{}', 'scripts/start.ts': '' }, (root) => {
    mkdirSync(join(root, 'bin'))
    cpSync(join(import.meta.dirname, '../bin/run'), join(root, 'bin/run'))
    const tools = join(root, 'tools')
    mkdirSync(tools)
    for (const tool of [
      'sh',
      'dirname',
      'cat',
      'cksum',
      'grep',
      'id',
      'mkdir',
      'mktemp',
      'rm',
      'touch',
      'uname',
      'cp',
      'chmod',
    ]) {
      const toolPath = ['/bin', '/usr/bin'].map((folder) => join(folder, tool)).find((path) => existsSync(path))
      if (toolPath) symlinkSync(toolPath, join(tools, tool))
    }
    const installNode = machine.brought ? `cp "${root}/brought" node_modules/.bin/node` : ':'
    writeFileSync(join(root, 'brought'), fakeNode(machine.brought ?? 0), { mode: 0o755 })
    writeFileSync(join(tools, 'node'), fakeNode(machine.node))
    writeFileSync(
      join(tools, 'npm'),
      `#!/bin/sh\n[ "$1" = ci ] || { echo https://registry.example; exit 0; }\necho x >> "${root}/installs"\nmkdir -p node_modules/.bin\n${installNode}\n${machine.npm}\n`,
    )
    for (const tool of ['node', 'npm']) chmodSync(join(tools, tool), 0o755)
    let last = { code: 0 as number | null, said: '' }
    for (let time = 0; time < times; time++) {
      const { status, stdout, stderr } = spawnSync('/bin/sh', [join(root, 'bin/run'), ...args], {
        env: { PATH: tools, TMPDIR: root },
        encoding: 'utf8',
      })
      last = { code: status, said: stdout + stderr }
    }
    const counted = spawnSync('cat', [join(root, 'installs')], { encoding: 'utf8' }).stdout
    return { ...last, installs: counted.split('\n').length - 1 }
  })
}

const INSTALLS = 'touch node_modules/.package-lock.json'

test('installs once, then runs the command with the Node from npm', async () => {
  const { code, said, installs } = await runOn({ npm: INSTALLS, node: 20, brought: 24 }, ['start', '--loud'], 2)
  expect(said).toMatch(/node 24 runs (--[a-z-]+=\d+ )*scripts\/start\.ts --loud/)
  expect(code).toBe(0)
  expect(installs).toBe(1)
})

test('uses the system Node when npm has none', async () => {
  expect((await runOn({ npm: INSTALLS, node: 26 }, ['start'])).said).toMatch(
    /node 26 runs (--[a-z-]+=\d+ )*scripts\/start\.ts/,
  )
})

const troubles: [name: string, machine: Machine, words: RegExp][] = [
  ['no Node that is new enough', { npm: INSTALLS, node: 20 }, /Node 24 or newer is needed\. This machine has v20/],
  ['a Node too old to install with', { npm: INSTALLS, node: 18 }, /Node 20 or newer is needed to install \(found v18/],
  [
    'no network',
    { npm: 'echo "npm error code ENOTFOUND" >&2; exit 1', node: 24 },
    /could not be fetched from https:\/\/registry\.example/,
  ],
  ['a full disk', { npm: 'echo "npm error code ENOSPC" >&2; exit 1', node: 24 }, /disk that holds .* is full/],
  [
    'a folder of another user',
    { npm: 'echo "npm error code EACCES" >&2; exit 1', node: 24 },
    /cannot be written by this user/,
  ],
]
test.each(troubles)('explains %s', async (_name, machine, message) => {
  const { code, said } = await runOn(machine, ['start'])
  expect(code).toBe(1)
  expect(said).toMatch(message)
})

test('explains an unknown command', async () => {
  expect((await runOn({ npm: INSTALLS, node: 24 }, ['dance'])).said).toContain('There is no command "dance"')
})
