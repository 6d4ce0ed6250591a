import { readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { EmbeddedDatabaseFailure, noName } from './words.ts'

/** The user PostgreSQL runs as when this process is root; PostgreSQL refuses to run as root. */
export interface Runner {
  uid: number
  gid: number
}

/**
 * Chooses the user that PostgreSQL runs as; undefined for the user of this process. As root it is the owner of the
 * existing data, else `postgres`, else `nobody`. Fails when the data belongs to another user.
 */
export function chooseRunner(cluster: string): Runner | undefined {
  const self = process.getuid?.()
  const owner = ownerOf(cluster)
  if (self === undefined) return undefined
  if (self !== 0) {
    if (owner && owner.uid !== self) throw explainOtherOwner(cluster, owner.uid)
    if (!owner && !hasName()) throw noName()
    return undefined
  }
  if (owner && owner.uid !== 0) return owner
  const users = readUsers()
  const user = users.get('postgres') ?? users.get('nobody')
  if (user) return user
  throw new EmbeddedDatabaseFailure(
    'no_name',
    'PostgreSQL does not run as root, and this machine has no user "postgres" or "nobody" to run it as. ' +
      'Start the product as a regular user, or set DATABASE_URL.',
  )
}

function ownerOf(path: string): Runner | undefined {
  try {
    const { uid, gid } = statSync(path)
    return { uid, gid }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') throw explainOtherOwner(path, undefined)
    return undefined
  }
}

function explainOtherOwner(path: string, uid: number | undefined): EmbeddedDatabaseFailure {
  const name = [...readUsers()].find(([, user]) => user.uid === uid)?.[0]
  const owner = uid === undefined ? 'another user' : name ? `the user ${name}` : `the user id ${uid}`
  return new EmbeddedDatabaseFailure(
    'other_owner',
    `The database in ${path} belongs to ${owner}: it was previously started as root or by another user. ` +
      'Start the product as that user again, or choose another folder with DATA_DIR.',
  )
}

function hasName(): boolean {
  try {
    userInfo()
    return true
  } catch {
    return false
  }
}

function readUsers(): Map<string, Runner> {
  const users = new Map<string, Runner>()
  let text = ''
  try {
    text = readFileSync('/etc/passwd', 'utf8')
  } catch {
    return users
  }
  for (const line of text.split('\n')) {
    const [name, , uid, gid] = line.split(':')
    if (name && uid && gid) users.set(name, { uid: Number(uid), gid: Number(gid) })
  }
  return users
}
