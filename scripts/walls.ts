import type { Import, Source } from './sources.ts'
import { isTest } from './sources.ts'

export interface Wall {
  /** The rule broken, or undefined when the import may stand. */
  (from: Source, to: Import): string | undefined
}

/** Each library has one home; the keys are package names, a trailing `/*` stands for the whole scope. */
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

/** How near to the outside a file of a room stands; arrows go from the higher number to the lower. */
export function rankOf(pathInRoom: string): number {
  const [first = ''] = pathInRoom.split('/')
  const word = first.replace(/\.(ts|mjs)$/, '')
  if (/^rules(-|$)|-rules$|^facts$|\.rules$/.test(word)) return RULES
  if (/^store(-|$)|-store$|\.store$/.test(word)) return STORE
  if (/^(routes|jobs|reactions|live|crons|hooks)(-|$)|-(routes|jobs|reactions|live)$/.test(word)) return EDGE
  return WORK
}

/** The walls of the server: kernel knows no room, rooms meet at doors in the order of the line, arrows go inwards. */
export function serverWall(rooms: string[]): Wall {
  return (from, to) => {
    if (!from.path.startsWith('server/')) return undefined
    if (to.file?.startsWith('web/')) return 'the server does not know the web'
    if (to.file === undefined) return undefined
    if (isTest(from.path)) return undefined
    if (to.file.startsWith('server/test/')) return 'only tests use the test kit'
    if (from.path.startsWith('server/src/kernel/')) {
      if (/^server\/src\/(modules|main|simulators)\//.test(to.file))
        return 'the kernel knows no room, no simulator and not main'
    }
    if (from.path.startsWith('server/src/simulators/')) {
      if (!/^server\/src\/simulators\/|^contract\//.test(to.file))
        return 'a simulator stands for an outside company: it imports nothing of ours but the contract'
    }
    return roomWall(from, to, rooms)
  }
}

function roomWall(from: Source, to: Import, rooms: string[]): string | undefined {
  const mine = placeIn('server/src/modules/', from.path)
  if (!mine || !to.file) return undefined
  if (to.file.startsWith('server/src/main/')) return 'a room does not know main'
  if (to.file.startsWith('server/src/simulators/')) return 'a room does not know the simulators'
  const theirs = placeIn('server/src/modules/', to.file)
  if (!theirs) return kernelWall(mine.path, to)
  if (theirs.room === mine.room) return innerWall(mine.path, theirs.path, to)
  if (theirs.path !== 'index.ts') return `only through the door: modules/${theirs.room}/index.ts`
  if (rankOf(mine.path) === RULES && !to.isType) return 'rules import no values from other rooms'
  const order = [rooms.indexOf(theirs.room), rooms.indexOf(mine.room)] as const
  if (order[0] === -1 || order[1] === -1)
    return `the room ${order[0] === -1 ? theirs.room : mine.room} is not in the line`
  return order[0] < order[1] ? undefined : `${theirs.room} stands after ${mine.room} in the line`
}

function kernelWall(path: string, to: Import): string | undefined {
  if (!to.file?.startsWith('server/src/kernel/') || to.isType) return undefined
  const rank = rankOf(path)
  const isFacts = path.startsWith('facts')
  if (rank === RULES && !isFacts && to.file !== 'server/src/kernel/failure.ts')
    return 'rules are pure: of the kernel only failure.ts and types'
  if (rank === STORE && !/^server\/src\/kernel\/(db\/|failure\.ts$)/.test(to.file))
    return 'a store imports kernel/db and failure.ts only'
  return undefined
}

function innerWall(from: string, to: string, { isType }: Import): string | undefined {
  if (to === 'index.ts') return 'the door is for other rooms; import the file itself'
  if (from === 'index.ts' || isType) return undefined
  const [mine, theirs] = [rankOf(from), rankOf(to)]
  if (mine >= theirs) return undefined
  const names = ['rules', 'store', 'service or views', 'routes, jobs, reactions or live']
  return `${names[mine]} may not import ${names[theirs]}`
}

/** The walls of the web: app, features, shared, contract, in this order; features meet at doors in the order of their line. */
export function webWall(features: string[], zodBound: ReadonlySet<string>): Wall {
  return (from, to) => {
    if (!from.path.startsWith('web/src/') || to.file === undefined) return undefined
    if (to.file.startsWith('server/')) return 'the web does not know the server, only the contract'
    if (isTest(from.path)) return undefined
    if (!to.isType && zodBound.has(to.file))
      return 'brings zod into the browser: import the type, or move the value to a file of the contract without zod'
    const layers = ['web/src/shared/', 'web/src/features/', 'web/src/app/', 'web/src/dev/']
    const mine = layers.findIndex((layer) => from.path.startsWith(layer))
    const theirs = layers.findIndex((layer) => to.file?.startsWith(layer))
    if (mine !== -1 && theirs > mine) return `${layers[mine]} may not import ${layers[theirs]}`
    const here = placeIn('web/src/features/', from.path)
    const there = placeIn('web/src/features/', to.file)
    if (!there || there.room === here?.room) {
      return there?.path === 'index.ts' ? 'the door is for others; import the file itself' : undefined
    }
    if (!/^(index\.tsx?|routes\.tsx?)$/.test(there.path) || (here && there.path.startsWith('routes'))) {
      return `only through the door: features/${there.room}/index.ts`
    }
    if (!here) return undefined
    const order = [features.indexOf(there.room), features.indexOf(here.room)] as const
    if (order[0] === -1 || order[1] === -1)
      return `the feature ${order[0] === -1 ? there.room : here.room} is not in the line`
    return order[0] < order[1] ? undefined : `${there.room} stands after ${here.room} in the line`
  }
}

/** The contract imports zod and the phone numbers, nothing else; everybody reaches it by its package name. */
export function contractWall(from: Source, to: Import): string | undefined {
  if (!from.path.startsWith('contract/src/')) {
    if (to.file?.startsWith('contract/') && to.specifier.startsWith('.') && !from.path.startsWith('contract/'))
      return "say '@crewline/contract/<file>'"
    return undefined
  }
  if (isTest(from.path)) return undefined
  if (to.file) return to.file.startsWith('contract/src/') ? undefined : 'the contract imports nothing of server or web'
  if (to.package === 'zod' || to.package?.startsWith('libphonenumber-js')) return undefined
  return 'the contract imports zod and libphonenumber-js only'
}

/** Libraries are used where they live, so that each can be replaced in one place. */
export function libraryWall(from: Source, to: Import): string | undefined {
  const name = to.package
  if (!name || isTest(from.path) || !/^(server|web)\/src\//.test(from.path)) return undefined
  if (name === 'kysely') return kyselyWall(from, to)
  const homes = HOMES[name] ?? (name.startsWith('@') ? HOMES[`${name.split('/')[0]}/*`] : undefined)
  if (!homes || homes.some((home) => from.path.startsWith(home))) return undefined
  // The kernel's own parts may speak of each other's libraries in types.
  if (to.isType && from.path.startsWith('server/src/kernel/')) return undefined
  // Webhooks are routes outside the API; the room that serves them is handed the app and may name its type.
  if (to.isType && name === 'fastify' && /^server\/src\/modules\/[^/]+\/hooks\.ts$/.test(from.path)) return undefined
  return `${name} lives in ${homes.join(' or ')}`
}

function kyselyWall(from: Source, to: Import): string | undefined {
  if (to.isType || /^server\/src\/(kernel\/|main\/)/.test(from.path)) return undefined
  const place = placeIn('server/src/modules/', from.path)
  if (place && (rankOf(place.path) === STORE || /(^|\/)([a-z-]+[.-])?(views|search)(\/|[.-])/.test(place.path)))
    return undefined
  return 'kysely lives in the stores and views of rooms and in the kernel'
}

function placeIn(base: string, path: string): { room: string; path: string } | undefined {
  if (!path.startsWith(base)) return undefined
  const [room = '', ...rest] = path.slice(base.length).split('/')
  return rest.length === 0 ? undefined : { room, path: rest.join('/') }
}
