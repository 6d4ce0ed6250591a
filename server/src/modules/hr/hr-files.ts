import { isDeepStrictEqual } from 'node:util'
import type { BodyOf } from '@crewline/contract/endpoint'
import type { connectHrFiles, HrFileColumns } from '@crewline/contract/hr-files'
import { changeOf } from '../../kernel/audit-change.ts'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { requireUserId, type Scope, type Tx } from '../../kernel/scope.ts'
import { memberSessions } from '../team/index.ts'
import { HrChanged } from './events.ts'
import { begin } from './service.ts'
import { ensureConnection, lockConnection, saveOwnSource, scheduleNext } from './store/connection.ts'
import { newestFile, saveColumns } from './store/files.ts'
import { lockOpenSync, saveSync } from './store/syncs.ts'
import { missingFields } from './file/person-rules.ts'
import { receiveFile, requireFiles, type Arrival } from './file/receive.ts'

/** Makes files what contacts follow. Needs a fresh proof of identity; fails with `hr_connected` beside an HR system. */
export async function connectFiles(
  kernel: Kernel,
  scope: Scope,
  { name }: BodyOf<typeof connectHrFiles>,
): Promise<void> {
  const { actor } = scope
  if (actor.kind !== 'member') return fail('not_permitted')
  await memberSessions.get().requireProof(kernel, actor)
  await scope.tx(async (tx) => {
    await ensureConnection(tx)
    const connection = await lockConnection(tx)
    if (connection?.state !== 'off' || (await lockOpenSync(tx))) fail('hr_connected')
    await saveOwnSource(tx, { source: 'file', company: name, userId: actor.userId })
    tx.audit('hr.connected', null, { source: 'file', company: name })
    tx.publish(HrChanged, {})
  })
}

/** Takes a file that a member sends, and begins to sync it unless its columns must be chosen first. */
export async function uploadFile(kernel: Kernel, scope: Scope, file: Pick<Arrival, 'name' | 'body'>): Promise<void> {
  const userId = requireUserId(scope)
  await receiveFile(kernel, scope, { ...file, via: 'page', userId, keyId: null })
  await scope.tx((tx) => beginIfReady(tx, userId))
}

/**
 * Saves which column is what, and begins to sync the newest file. A sync that reads, compares or waits for a member with other
 * columns is replaced; after one that is being applied, the next one begins by itself.
 */
export async function chooseColumns(scope: Scope, columns: HrFileColumns): Promise<void> {
  const userId = requireUserId(scope)
  // One transaction: a process that ends in between would leave neither the replaced sync nor the next one.
  await scope.tx(async (tx) => {
    await replaceColumns(tx, columns)
    await beginIfReady(tx, userId)
  })
}

async function replaceColumns(tx: Tx, columns: HrFileColumns): Promise<void> {
  const { fileColumns } = requireFiles(await lockConnection(tx))
  if (isDeepStrictEqual(fileColumns, columns)) return
  await saveColumns(tx, columns)
  tx.audit('hr.settings-changed', null, changeOf({ columns: fileColumns }, { columns }))
  tx.publish(HrChanged, {})
  const open = await lockOpenSync(tx)
  if (!open || !['reading', 'comparing', 'review'].includes(open.state)) return
  await saveSync(tx, open, { state: 'discarded', finishedAt: tx.world.now() })
  tx.audit('hr.sync-discarded', open.id, { columns: true })
}

async function beginIfReady(tx: Tx, userId: string): Promise<void> {
  const { fileColumns } = requireFiles(await lockConnection(tx))
  const isReady = fileColumns !== null && missingFields(fileColumns).length === 0
  if (isReady && (await newestFile(tx.db, tx.orgId)) && (await begin(tx, { userId, isScheduled: false })))
    await scheduleNext(tx, null)
}
