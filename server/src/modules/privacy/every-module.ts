import {
  contactDataOfModules,
  type ContactErasure,
  type ContactPair,
  type ExportedContact,
  type RemainingErasure,
} from '../../kernel/contact-data.ts'
import type { Db } from '../../kernel/db/pool.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Tx } from '../../kernel/scope.ts'
import { rowsOfSection } from './views/personal-data.ts'

/** What each module needs to undo its part of a merge, by module; survives JSON. */
export type MovedData = Record<string, unknown>

/** Moves what every module stores about one contact to another. Safe to repeat. */
export async function mergeEverywhere(tx: Tx, pair: ContactPair): Promise<MovedData> {
  const moved: MovedData = {}
  for (const { module, data } of contactDataOfModules()) if (data.merge) moved[module] = await data.merge(tx, pair)
  return moved
}

/** Reverts `mergeEverywhere`; changes since then stay with the kept contact. */
export async function unmergeEverywhere(tx: Tx, pair: ContactPair, moved: MovedData, mergedAt: Date): Promise<void> {
  for (const { module, data } of contactDataOfModules())
    if (data.unmerge && Object.hasOwn(moved, module)) await data.unmerge(tx, pair, moved[module] as never, mergedAt)
}

/** Erases what every module stores about contacts. Returns what to run after the commit. */
export async function eraseEverywhere(
  tx: Tx,
  { contactIds, phones }: Pick<ContactErasure, 'contactIds' | 'phones'>,
  kernel: Kernel,
): Promise<() => Promise<void>> {
  const erasure: ContactErasure = { contactIds, phones, messageIds: [], fileIds: [] }
  const afterCommit: (() => Promise<void>)[] = []
  for (const { data } of contactDataOfModules()) {
    const part = (await data.erase?.(tx, erasure, kernel)) ?? {}
    erasure.messageIds.push(...(part.messageIds ?? []))
    erasure.fileIds.push(...(part.fileIds ?? []))
    if (part.afterCommit) afterCommit.push(part.afterCommit)
  }
  return async () => {
    for (const run of afterCommit) await run()
  }
}

/** Deletes what only the system role may delete, in every module. */
export async function finishErasureEverywhere(system: Db, erasure: RemainingErasure, kernel: Kernel): Promise<void> {
  for (const { data } of contactDataOfModules()) await data.finishErasure?.(system, erasure, kernel)
}

/** Returns the rows of every section of the export, as far as the handle can see them; times are ISO 8601. */
export async function exportEverywhere(db: Db, contact: ExportedContact): Promise<Record<string, object[]>> {
  const sections = contactDataOfModules().flatMap(({ data }) => Object.entries(data.export ?? {}))
  const rows = sections.map(async ([name, query]) => [name, await rowsOfSection(db, query(contact))] as const)
  return Object.fromEntries(await Promise.all(rows))
}
