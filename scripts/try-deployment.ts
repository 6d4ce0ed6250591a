import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import { startEmbedded } from '../server/src/kernel/db/embedded.ts'
import { deployedRoles } from './deployment/roles.ts'
import { becomesReady, network, openPort, run, step, stops, variablesOf } from './deployment/trial.ts'

// Carries out the installation steps of deploy/README.md in a bare Debian, once per release, as root on Debian:
//   apt-get install debootstrap buildah systemd caddy prometheus golang-go golang-github-masterminds-sprig-dev
//   npm run try-deployment
// A container engine, systemd and Kubernetes themselves do not run here: the units' commands and the image's entry
// point are started directly, the units, the proxy, the alerts and the chart are checked by their own tools.

const root = join(import.meta.dirname, '..')
const work = mkdtempSync(join(tmpdir(), 'crewline-deployment-'))
// The database runs as a user of its own, who must get to its folder.
chmodSync(work, 0o711)
const bare = join(work, 'bare')
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
if (process.getuid?.() !== 0) throw new Error('Run it as root: it makes a system of its own in a folder.')
const database = await startEmbedded({ dataDir: join(work, 'database'), fast: true })
const gate = await openPort(database.socketDir)
const running = new Set<ChildProcess>()
try {
  await step('a bare Debian with Node', makeBareSystem)
  await step('the steps for systemd', async () => {
    await inBare('sh', ['/checkout/deploy/install.sh'], {
      DATABASE_URL: `postgres://postgres@127.0.0.1:${gate.port}/postgres`,
      PUBLIC_URL: 'https://crewline.example.com',
    })
  })
  await step('units', checkUnits)
  await step('processes of the units', tryUnits)
  await step('an update, which keeps the settings', async () => {
    const before = readFileSync(join(bare, 'etc/crewline/crewline.env'), 'utf8')
    await inBare('sh', ['/checkout/deploy/install.sh'])
    if (readFileSync(join(bare, 'etc/crewline/crewline.env'), 'utf8') !== before) throw new Error('They changed.')
  })
  await step('a command of the operator', async () => {
    const options = {
      name: 'Trial',
      timezone: 'America/Chicago',
      owner: 'owner@example.com',
      firstname: 'Ann',
      lastname: 'Lee',
    }
    const given = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
    const said = await inBare('crewline-admin', ['add-organization', ...given])
    if (!said.includes('owner@example.com')) throw new Error(`It added no owner: ${said}`)
  })
  await step('alerts', () => run('promtool', ['check', 'rules', join(root, 'deploy/prometheus/alerts.yaml')]))
  await step('proxy', () =>
    run('caddy', ['validate', '--adapter', 'caddyfile', '--config', join(root, 'deploy/Caddyfile')], {
      CREWLINE_HOST: 'crewline.example.com',
      XDG_DATA_HOME: work,
      XDG_CONFIG_HOME: work,
    }),
  )
  await step('chart', tryChart)
  await step('image', buildImage)
  await step('a process of the image', tryImage)
  console.log('Every step worked.')
} finally {
  for (const child of running) child.kill('SIGKILL')
  gate.close()
  await database.stop()
  rmSync(work, { recursive: true, force: true })
}

async function makeBareSystem(): Promise<void> {
  await run('debootstrap', [
    '--variant=minbase',
    '--include=systemd,ca-certificates',
    'bookworm',
    bare,
    ...(await mirror()),
  ])
  const node = realpathSync(process.execPath)
  cpSync(node, join(bare, 'usr/local/bin/node'))
  const npm = dirname(dirname(realpathSync((await run('sh', ['-c', 'command -v npm'])).trim())))
  cpSync(npm, join(bare, 'usr/local/lib/node_modules/npm'), { recursive: true })
  await run('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', join(bare, 'usr/local/bin/npm')])
  for (const path of ['/etc/resolv.conf', '/etc/hosts', network['NODE_EXTRA_CA_CERTS'] ?? ''])
    if (path && existsSync(path)) cpSync(path, join(bare, path), { dereference: true })
  if (existsSync(join(homedir(), '.npmrc'))) cpSync(join(homedir(), '.npmrc'), join(bare, 'root/.npmrc'))
  mkdirSync(join(bare, 'checkout'))
  await run('sh', ['-c', `git ls-files -co --exclude-standard | tar c -T - | tar x -C '${bare}/checkout'`])
}

/** Returns the mirror of Debian that this machine uses. */
async function mirror(): Promise<string[]> {
  const lists = await run('sh', ['-c', 'cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null || true'])
  return /^(?:URIs:|deb\s(?:\[.*\]\s*)?)\s*(https?:\/\/\S+\/debian)\/?(?:\s|$)/m.exec(lists)?.slice(1) ?? []
}

async function checkUnits(): Promise<void> {
  for (const { role, port } of deployedRoles)
    await run('systemd-analyze', [`--root=${bare}`, '--man=no', 'verify', `crewline-${role}@${port}.service`])
  await run('systemd-analyze', [`--root=${bare}`, '--man=no', 'verify', 'crewline.target'])
}

/** Starts what the units start, as their user and with their environment. */
async function tryUnits(): Promise<void> {
  await inBare('install', ['-d', '-o', 'crewline', '-g', 'crewline', '/var/lib/crewline', '/var/cache/crewline'])
  const settings = variablesOf(readFileSync(join(bare, 'etc/crewline/crewline.env'), 'utf8'))
  const started = deployedRoles.map(({ role, port: usual }) => {
    const port = usual + 10_000
    const unit = readFileSync(join(bare, `etc/systemd/system/crewline-${role}@.service`), 'utf8').replaceAll(
      '%i',
      String(port),
    )
    const read = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''
    const own = Object.fromEntries(
      read('Environment')
        .split(' ')
        .map((pair) => pair.split('=') as [string, string]),
    )
    const child = spawn(
      'chroot',
      ['--userspec=crewline', bare, 'sh', '-c', `cd ${read('WorkingDirectory')} && exec ${read('ExecStart')}`],
      { env: { PATH, ...settings, ...own }, stdio: 'inherit' },
    )
    return { role, port, child: follow(child) }
  })
  for (const { role, port } of started) await becomesReady(role, port)
  const [web] = started
  const page = await fetch(`http://127.0.0.1:${web?.port}/auth/login`)
  if (!page.ok || !(await page.text()).includes('<script')) throw new Error('The log-in page is missing.')
  for (const { role, child } of started) await stops(role, child)
}

/** Renders the chart as Helm does, and checks that the parts name each other. */
async function tryChart(): Promise<void> {
  const chart = join(root, 'deploy/helm/crewline')
  const values = {
    ...(parse(readFileSync(join(chart, 'values.yaml'), 'utf8')) as object),
    publicHost: 'crewline.example.com',
    existingSecret: 'crewline',
  }
  const rendered = await run(
    'go',
    ['run', join(root, 'deploy/helm/render.go'), chart, 'trial', JSON.stringify(values)],
    {
      GO111MODULE: 'off',
      GOPATH: '/usr/share/gocode',
      GOCACHE: join(work, 'go'),
    },
  )
  const objects = rendered
    .split(/^---$/m)
    .map((text) => parse(text) as { kind: string; metadata: { name: string }; spec: Record<string, unknown> } | null)
    .filter((object) => object !== null)
  const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
  for (const wanted of [
    ...deployedRoles.map(({ role }) => `Deployment trial-${role}`),
    'Service trial-web',
    'Ingress trial',
    'PersistentVolumeClaim trial-data',
  ])
    if (!names.includes(wanted)) throw new Error(`The chart renders no ${wanted}, only ${names.join(', ')}.`)
}

/** Where buildah keeps images, apart from those of the machine. */
function storage(): string[] {
  return ['--root', join(work, 'images'), '--runroot', join(work, 'images-run'), '--storage-driver', 'vfs']
}

/** Builds the image on the bare system, because the usual base cannot be fetched everywhere. */
async function buildImage(): Promise<void> {
  const base = (await run('buildah', [...storage(), 'from', 'scratch'])).trim()
  await run('sh', [
    '-c',
    `tar c -C '${bare}' --exclude=./opt --exclude=./checkout --exclude=./etc/crewline . > '${work}/base.tar'`,
  ])
  await run('buildah', [...storage(), 'add', base, `${work}/base.tar`, '/'])
  const variables = Object.entries(network).flatMap(([name, value]) => ['--env', `${name}=${value}`])
  await run('buildah', [...storage(), 'config', ...variables, base])
  await run('buildah', [...storage(), 'commit', '--rm', base, 'localhost/base'])
  await run('buildah', [
    ...storage(),
    'bud',
    '--isolation=chroot',
    '--build-arg=BASE=localhost/base',
    `--ignorefile=${join(root, '.dockerignore')}`,
    `--file=${join(root, 'deploy/Dockerfile')}`,
    '--tag=crewline',
    join(bare, 'checkout'),
  ])
}

async function tryImage(): Promise<void> {
  const container = (await run('buildah', [...storage(), 'from', 'crewline'])).trim()
  const image = JSON.parse(await run('buildah', [...storage(), 'inspect', '--type', 'image', 'crewline'])) as {
    OCIv1: { config: { Entrypoint: string[]; Cmd: string[]; User: string } }
  }
  const { Entrypoint, Cmd, User } = image.OCIv1.config
  if (!/^[1-9]\d*:/.test(User)) throw new Error(`The image runs as ${User || 'root'}.`)
  const settings = variablesOf(readFileSync(join(bare, 'etc/crewline/crewline.env'), 'utf8'))
  const port = 13_060
  const variables = Object.entries({ ...settings, PORT: String(port) }).flatMap(([name, value]) => [
    '--env',
    `${name}=${value}`,
  ])
  const child = spawn(
    'buildah',
    [
      ...storage(),
      'run',
      '--isolation',
      'chroot',
      '--user',
      User,
      ...variables,
      container,
      '--',
      ...Entrypoint,
      ...Cmd,
    ],
    { stdio: 'inherit' },
  )
  follow(child)
  await becomesReady('image', port)
  child.kill('SIGTERM')
}

function inBare(program: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  return run('chroot', [bare, program, ...args], { PATH, HOME: '/root', ...network, ...env }, { isWhole: true })
}

function follow(child: ChildProcess): ChildProcess {
  running.add(child)
  child.on('exit', () => running.delete(child))
  return child
}
