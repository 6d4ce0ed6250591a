import { tellInApp } from '../../../kernel/realtime/in-app.ts'
import type { Tx } from '../../../kernel/scope.ts'
import { ContactChanged } from '../../contacts/index.ts'
import type { StoredImport } from '../store/imports.ts'

/** Ids in one fact. */
const IDS_PER_FACT = 500

/** Tells that these people came, went or changed, in facts of a bounded size. */
export function tellChanged(tx: Tx, ids: string[]): void {
  for (let at = 0; at < ids.length; at += IDS_PER_FACT)
    tx.publish(ContactChanged, { contactIds: ids.slice(at, at + IDS_PER_FACT) })
}

/** Shows whoever brought a file how its import stands; the same toast goes on from beginning to end. */
export function tellImporter(
  tx: Tx,
  one: Pick<StoredImport, 'id' | 'personId'>,
  said: { type: 'info' | 'success' | 'error'; title: string; message: string },
): void {
  const isUnderWay = said.type === 'info'
  tellInApp(
    tx,
    { userId: one.personId },
    {
      ...{ id: tx.world.id(), key: `import|${one.id}`, link: `/dashboard/contacts/import/${one.id}`, ...said },
      ...(isUnderWay ? { loading: true, timeout: false as const } : { cleanQueue: true }),
    },
  )
}
