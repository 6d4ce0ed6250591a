import type { Import, Source } from './sources.ts'
import { isTest } from './sources.ts'

export interface Boundary {
  /** Returns the violated rule, or undefined when the import is allowed. */
  (from: Source, to: Import): string | undefined
}

/** Each library has one home; the keys are package names, and a trailing `/*` matches the whole scope. */
export const HOMES: Record<string, string[]> = {
  fastify: ['server/src/kernel/http/', 'server/src/simulators/', 'server/src/main/'],
  '@fastify/*': ['server/src/kernel/http/', 'server/src/simulators/', 'server/src/main/'],
  'socket.io': ['server/src/kernel/realtime/'],
  'pg-boss': ['server/src/kernel/jobs/'],
  '@sentry/core': ['server/src/kernel/errors/'],
  pg: ['server/src/kernel/db/'],
  '@node-rs/argon2': ['server/src/kernel/secrets/'],
  pino: ['server/src/kernel/'],
  'prom-client': ['server/src/kernel/'],
  'rate-limiter-flexible': ['server/src/kernel/'],
  twilio: ['server/src/modules/carriers/twilio/'],
  telnyx: ['server/src/modules/carriers/telnyx/'],
  undici: [
    'server/src/modules/carriers/',
    'server/src/modules/notifications/push.ts',
    'server/src/modules/translation/remote.ts',
    'server/src/kernel/',
    'server/src/simulators/',
  ],
  stripe: ['server/src/modules/billing/stripe/'],
  '@slack/webhook': ['server/src/modules/integrations/slack/'],
  '@tryfinch/finch-api': ['server/src/modules/hr/finch/'],
  'openid-client': ['server/src/modules/sso/oidc/'],
  '@node-saml/node-saml': ['server/src/modules/sso/saml/'],
  scimmy: ['server/src/modules/scim/'],
  'web-push': ['server/src/modules/notifications/push.ts'],
  'deepl-node': ['server/src/modules/translation/remote.ts'],
  openai: ['server/src/modules/translation/remote.ts', 'server/src/modules/voicemail/transcribe.ts'],
  eld: ['server/src/modules/translation/detect.ts'],
  sharp: ['server/src/modules/files/content/'],
  'file-type': ['server/src/modules/files/content/'],
  '@cantoo/pdf-lib': ['server/src/kernel/pdf/'],
  '@pdf-lib/fontkit': ['server/src/kernel/pdf/'],
  '@mantine/notifications': ['web/src/shared/ui/toast'],
  '@mantine/nprogress': ['web/src/shared/ui/', 'web/src/app/'],
  'socket.io-client': ['web/src/shared/live/'],
  'redux-remember': ['web/src/app/'],
}

const RULES = 0
const STORE = 1
const WORK = 2
const EDGE = 3

/** Returns the layer of a file within its module; imports go from higher numbers to lower ones. */
export function rankOf(pathInModule: string): number {
  const [first = ''] = pathInModule.split('/')
  const baseName = first.replace(/\.(ts|mjs)$/, '')
  if (/^rules(-|$)|-rules$|^events$|\.rules$/.test(baseName)) return RULES
  if (/^store(-|$)|-store$|\.store$/.test(baseName)) return STORE
  if (/^(routes|jobs|reactions|socket-events|crons|hooks)(-|$)|-(routes|jobs|reactions)$/.test(baseName)) return EDGE
  return WORK
}

/**
 * Checks the server boundaries: the kernel imports no module, modules import each other's public API in module order, and
 * inside a module edges import services, services import stores and rules.
 */
export function serverBoundary(modules: string[]): Boundary {
  return (from, to) => {
    if (!from.path.startsWith('server/')) return undefined
    if (to.file?.startsWith('web/')) return 'the server may not import the web'
    if (to.file === undefined) return undefined
    if (isTest(from.path)) return undefined
    if (to.file.startsWith('server/test/')) return 'only tests may import the test kit'
    if (from.path.startsWith('server/src/kernel/')) {
      if (/^server\/src\/(modules|main|simulators)\//.test(to.file))
        return 'the kernel may not import modules, simulators or main'
    }
    if (from.path.startsWith('server/src/simulators/')) {
      if (!/^server\/src\/simulators\/|^contract\//.test(to.file))
        return 'a simulator stands in for an outside company: of our code it imports only the contract'
    }
    return moduleBoundary(from, to, modules)
  }
}

function moduleBoundary(from: Source, to: Import, modules: string[]): string | undefined {
  const mine = locateInModule('server/src/modules/', from.path)
  if (!mine || !to.file) return undefined
  if (to.file.startsWith('server/src/main/')) return 'a module may not import main'
  if (to.file.startsWith('server/src/simulators/')) return 'a module may not import simulators'
  const theirs = locateInModule('server/src/modules/', to.file)
  if (!theirs) return kernelBoundary(mine.path, to)
  if (theirs.module === mine.module) return innerBoundary(mine.path, theirs.path, to)
  if (theirs.path !== 'index.ts') return `import only the public API: modules/${theirs.module}/index.ts`
  if (rankOf(mine.path) === RULES && !to.isType) return 'rules may import only types from other modules'
  const order = [modules.indexOf(theirs.module), modules.indexOf(mine.module)] as const
  if (order[0] === -1 || order[1] === -1)
    return `the module ${order[0] === -1 ? theirs.module : mine.module} is not in the module order`
  return order[0] < order[1] ? undefined : `${theirs.module} comes after ${mine.module} in the module order`
}

function kernelBoundary(path: string, to: Import): string | undefined {
  if (!to.file?.startsWith('server/src/kernel/') || to.isType) return undefined
  const rank = rankOf(path)
  const isEvents = path.startsWith('events')
  if (rank === RULES && !isEvents && !/^server\/src\/kernel\/(i18n\/|failure\.ts$|text\.ts$)/.test(to.file))
    return 'rules are pure: from the kernel they import only i18n, text.ts, failure.ts and types'
  if (rank === STORE && !/^server\/src\/kernel\/(db\/|i18n\/|failure\.ts$)/.test(to.file))
    return 'a store imports kernel/db, kernel/i18n and failure.ts only'
  return undefined
}

function innerBoundary(from: string, to: string, { isType }: Import): string | undefined {
  if (to === 'index.ts') return 'the public API is for other modules; import the file itself'
  if (from === 'index.ts' || isType) return undefined
  const [mine, theirs] = [rankOf(from), rankOf(to)]
  if (mine >= theirs) return undefined
  const names = ['rules', 'store', 'service or views', 'routes, jobs, hooks or socket events']
  return `${names[mine]} may not import ${names[theirs]}`
}

/**
 * Checks the web boundaries: app, features, shared, contract, in this order; features import each other's public API in
 * feature order. The settings also import what each feature adds to them (`settings.ts`).
 */
export function webBoundary(features: string[], zodBound: ReadonlySet<string>): Boundary {
  return (from, to) => {
    if (!from.path.startsWith('web/src/') || to.file === undefined) return undefined
    if (to.file.startsWith('server/')) return 'the web may not import the server, only the contract'
    if (isTest(from.path)) return undefined
    if (!to.isType && zodBound.has(to.file))
      return 'imports zod into the browser: import the type, or move the value to a contract file without zod'
    const layers = ['web/src/shared/', 'web/src/features/', 'web/src/app/', 'web/src/dev/']
    const mine = layers.findIndex((layer) => from.path.startsWith(layer))
    const theirs = layers.findIndex((layer) => to.file?.startsWith(layer))
    if (mine !== -1 && theirs > mine) return `${layers[mine]} may not import ${layers[theirs]}`
    const here = locateInModule('web/src/features/', from.path)
    const there = locateInModule('web/src/features/', to.file)
    if (!there || there.module === here?.module) {
      return there?.path === 'index.ts' ? 'the public API is for others; import the file itself' : undefined
    }
    const isRegistration = here?.module === 'settings' && there.path === 'settings.ts'
    if (
      !isRegistration &&
      (!/^(index\.tsx?|routes\.tsx?)$/.test(there.path) || (here && there.path.startsWith('routes')))
    ) {
      return `import only the public API: features/${there.module}/index.ts`
    }
    if (!here) return undefined
    const order = [features.indexOf(there.module), features.indexOf(here.module)] as const
    if (order[0] === -1 || order[1] === -1)
      return `the feature ${order[0] === -1 ? there.module : here.module} is not in the module order`
    return order[0] < order[1] ? undefined : `${there.module} comes after ${here.module} in the module order`
  }
}

/** Run in the browser too, so each is small or dropped by the web build. */
const CONTRACT_LIBRARIES = ['zod', 'libphonenumber-js', '@lingui/message-utils']

/**
 * Checks that the contract imports only its few libraries, and that other code imports it by its package
 * name.
 */
export function contractBoundary(from: Source, to: Import): string | undefined {
  if (!from.path.startsWith('contract/src/')) {
    if (to.file?.startsWith('contract/') && to.specifier.startsWith('.') && !from.path.startsWith('contract/'))
      return "import '@crewline/contract/<file>' instead"
    return undefined
  }
  if (isTest(from.path)) return undefined
  if (to.file) return to.file.startsWith('contract/src/') ? undefined : 'the contract imports nothing of server or web'
  if (to.package && CONTRACT_LIBRARIES.some((name) => to.package?.startsWith(name))) return undefined
  return `the contract imports ${CONTRACT_LIBRARIES.join(', ')} only`
}

/** Checks that libraries are used only in their homes, so that each can be replaced in one place. */
export function libraryBoundary(from: Source, to: Import): string | undefined {
  const name = to.package
  if (!name || isTest(from.path) || !/^(server|web)\/src\//.test(from.path)) return undefined
  if (name === 'kysely') return kyselyBoundary(from, to)
  const homes = HOMES[name] ?? (name.startsWith('@') ? HOMES[`${name.split('/')[0]}/*`] : undefined)
  if (!homes || homes.some((home) => from.path.startsWith(home))) return undefined
  // Kernel parts may use each other's libraries in types.
  if (to.isType && from.path.startsWith('server/src/kernel/')) return undefined
  // Webhooks are routes outside the API; the module that serves them receives the app and may use its type.
  if (to.isType && name === 'fastify' && /^server\/src\/modules\/[^/]+\/hooks\.ts$/.test(from.path)) return undefined
  return `${name} lives in ${homes.join(' or ')}`
}

function kyselyBoundary(from: Source, to: Import): string | undefined {
  if (to.isType || /^server\/src\/(kernel\/|main\/)/.test(from.path)) return undefined
  const location = locateInModule('server/src/modules/', from.path)
  if (
    location &&
    // What a module declares about contacts includes the queries of the personal data export.
    (rankOf(location.path) === STORE ||
      /(^|\/)([a-z-]+[.-])?(views|search)(\/|[.-])/.test(location.path) ||
      location.path === 'contact-data.ts')
  )
    return undefined
  return 'kysely lives in the stores and views of modules and in the kernel'
}

function locateInModule(base: string, path: string): { module: string; path: string } | undefined {
  if (!path.startsWith(base)) return undefined
  const [module = '', ...rest] = path.slice(base.length).split('/')
  return rest.length === 0 ? undefined : { module, path: rest.join('/') }
}
