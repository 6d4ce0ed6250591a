import type { Scope, Tx } from '../../../kernel/scope.ts'
import { ScimRefused } from '../../scim/index.ts'
import { HrChanged } from '../events.ts'
import { personHash } from '../person-rules.ts'
import { settingsFrom } from '../settings-rules.ts'
import { lockConnection } from '../store/connection.ts'
import { rememberErased } from '../store/people.ts'
import {
  addWorker,
  hasContact,
  isErasedPerson,
  isIgnored,
  lockWorker,
  removeWorker,
  savePush,
  saveWorker,
  takenKeys,
  type StoredWorker,
} from '../store/workers.ts'
import { nextAfterPush } from './push-rules.ts'
import { workerFrom, type Worker } from './worker-rules.ts'
import { workerOf } from './workers-views.ts'

/** Returns one worker; fails with 404 otherwise. */
export async function readWorker(scope: Scope, id: string): Promise<StoredWorker> {
  return (await workerOf(scope.db, scope.orgId, id)) ?? refuse404()
}

function refuse404(): never {
  throw new ScimRefused(404, 'There is no such user.')
}

/** Adds a worker to the picture that the next sync reads. Fails with 409 for a user name that is taken. */
export async function addPushed(scope: Scope, sent: unknown): Promise<StoredWorker> {
  const worker = workerFrom(sent)
  const id = scope.world.id()
  await pushed(scope, async (tx) => {
    const personKey = await keyOf(tx, id, worker)
    await addWorker(tx, { ...(await storable(tx, personKey, worker)), id, personKey })
    return true
  })
  return readWorker(scope, id)
}

/**
 * What the sync knows a person by: the client's id for them, or else their user name, so that someone who was deleted and is
 * added again is the same person. It stays when either changes later.
 */
async function keyOf(tx: Tx, id: string, { externalId, userName }: Worker): Promise<string> {
  const candidates = [externalId, userName.toLowerCase()].filter((key) => key !== null)
  const taken = await takenKeys(tx, candidates)
  return candidates.find((key) => !taken.has(key)) ?? id
}

/**
 * What is stored of a worker: of a person who was erased here, no more than the client needs to find them. A client that gets
 * 404 for someone erased may send another id, so any id that they had counts, unless it is the one of someone who is here.
 * User names are given to new people: about them a sync asks, and only the answer that they are not to be added counts.
 */
async function storable(tx: Tx, personKey: string, worker: Worker): Promise<Worker> {
  const hash = (name: string) => personHash(tx, tx.orgId, name)
  if (await isErasedPerson(tx, [hash(personKey)])) return { ...worker, resource: {} }
  const userName = hash(worker.userName.toLowerCase())
  if ((await isIgnored(tx, personKey)) && (await isErasedPerson(tx, [userName]))) return { ...worker, resource: {} }
  const ids = worker.externalId === null ? [] : [hash(worker.externalId)]
  if (!(await isErasedPerson(tx, ids)) || (await hasContact(tx, personKey))) return worker
  // The sync knows them by this key.
  await rememberErased(tx, [hash(personKey)])
  return { ...worker, resource: {} }
}

/**
 * Changes a worker to what the resource says. `resourceOf` makes it from the worker as they are when no other call of this
 * organization runs, so that two patches at once both count.
 */
export async function replacePushed(
  scope: Scope,
  id: string,
  resourceOf: (current: StoredWorker) => unknown,
): Promise<StoredWorker> {
  await pushed(scope, async (tx) => {
    const current = (await lockWorker(tx, id)) ?? refuse404()
    const worker = workerFrom(await resourceOf(current), current.isActive)
    return saveWorker(tx, id, await storable(tx, current.personKey, worker))
  })
  return readWorker(scope, id)
}

/** Deletes a worker: for the next sync they are not listed any more. */
export async function deletePushed(scope: Scope, id: string): Promise<void> {
  await pushed(scope, async (tx) => ((await removeWorker(tx, id)) ? true : refuse404()))
}

/** Does one pushed change; a sync compares the whole picture once the pushing pauses. */
async function pushed(scope: Scope, work: (tx: Tx) => Promise<boolean>): Promise<void> {
  await scope.tx(async (tx) => {
    const connection = await lockConnection(tx)
    if (connection?.state !== 'connected' || connection.source !== 'scim')
      throw new ScimRefused(401, 'The token is missing, wrong, expired or revoked.')
    if (!(await work(tx))) return
    const now = tx.world.now()
    const since = connection.pushedSince ?? now
    const isDaily = settingsFrom(connection.settings).schedule === 'daily'
    await savePush(tx, { since, nextSyncAt: isDaily ? nextAfterPush(now, since) : null })
    tx.publish(HrChanged, {})
  })
}
