import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SERVER_LINE, WEB_LINE } from './line.ts'
import { apiTestOf, contractOf, migrationOf, serverRoomOf, webFeatureOf, type RoomNames } from './room-templates.ts'
import { listFiles } from './sources.ts'

export interface NewRoom {
  /** The product's noun as its addresses say it. */
  room: string
  /** The room it stands behind in the line. */
  after: string
  /** The table it owns. */
  owns: string
}

/** Writes the files of a new room and its entries in the lines; answers the paths. Refuses a name that is taken or wrong. */
export function buildRoom(root: string, { room, after, owns }: NewRoom): string[] {
  for (const name of [room, owns]) {
    if (!/^[a-z][a-z_]*$/.test(name))
      throw new Error(`"${name}" must be of small letters, as it stands in addresses and tables`)
  }
  if (existsSync(join(root, 'server/src/modules', room))) throw new Error(`There is a room ${room} already`)
  const names = namesOf(room, owns)
  const files: Record<string, string> = {
    [`contract/src/${room}.ts`]: contractOf(names),
    [`server/migrations/${nextNumber(root)}_${room}_create.sql`]: migrationOf(names),
    ...prefixed(`server/src/modules/${room}/`, { ...serverRoomOf(names), [`${room}.api.test.ts`]: apiTestOf(names) }),
    ...prefixed(`web/src/features/${room}/`, webFeatureOf(names)),
  }
  const edited: Record<string, string> = {
    [SERVER_LINE]: intoLine(read(root, SERVER_LINE), room, after),
    [WEB_LINE]: intoLine(read(root, WEB_LINE), room, after),
    'server/src/main/rooms.ts': intoRooms(read(root, 'server/src/main/rooms.ts'), room, after),
  }
  for (const [path, text] of Object.entries({ ...files, ...edited })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return [...Object.keys(files), ...Object.keys(edited)]
}

function namesOf(room: string, owns: string): RoomNames {
  const words = owns.split('_').map((word) => word[0]?.toUpperCase() + word.slice(1))
  const type = words.join('')
  return {
    room,
    table: owns,
    type,
    one: type[0]?.toLowerCase() + type.slice(1),
    title: room[0]?.toUpperCase() + room.slice(1),
  }
}

function nextNumber(root: string): string {
  const numbers = listFiles(root, ['server/migrations'], ['.sql']).map((path) =>
    Number(/(\d{4})_[^/]*$/.exec(path)?.[1] ?? 0),
  )
  return String(Math.max(0, ...numbers) + 1).padStart(4, '0')
}

// Where the line does not have the room before (the web has fewer), the new one goes last.
function intoLine(text: string, room: string, after: string): string {
  const list = /export const line = \[([\s\S]*?)\]/.exec(text)
  if (!list) throw new Error('The line must say: export const line = [...]')
  const names = [...(list[1] ?? '').matchAll(/'([^']+)'/g)].map((found) => found[1] ?? '')
  const at = names.indexOf(after)
  names.splice(at === -1 ? names.length : at + 1, 0, room)
  return text.replace(list[0], `export const line = [${names.map((name) => `'${name}'`).join(', ')}]`)
}

function intoRooms(text: string, room: string, after: string): string {
  const door = `import { room as ${room} } from '../modules/${room}/index.ts'\n`
  const withDoor = text.replace(/((?:import .*\n)*)/, (imports) => imports.replace(/(import \{ line \})/, `${door}$1`))
  const withRoom = withDoor.replace(new RegExp(String.raw`(=\s*\[[^\]]*\b${after}\b)`), `$1, ${room}`)
  if (!withRoom.includes(door) || withRoom === withDoor)
    throw new Error(`server/src/main/rooms.ts has no room ${after} to stand behind`)
  return withRoom
}

function prefixed(folder: string, files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [folder + name, text]))
}

function read(root: string, path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

if (import.meta.main) {
  const [room, ...rest] = process.argv.slice(2)
  const option = (name: string): string | undefined => rest[rest.indexOf(`--${name}`) + 1]
  if (!room || !rest.includes('--after') || !rest.includes('--owns')) {
    console.error('npm run new-room -- <room> --after <room before it> --owns <table>')
    process.exit(1)
  }
  const root = join(import.meta.dirname, '..')
  try {
    const paths = buildRoom(root, { room, after: option('after') ?? '', owns: option('owns') ?? '' })
    for (const path of paths) console.log(path)
    console.log(`
Next: node scripts/snapshot-contract.ts, npm run format, npm run check.
Then say the endpoints in the contract (routes.ts compiles only when each is served), the rules with their table of tests,
the store, the service, what others must hear, and put the screen into web/src/app.`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
