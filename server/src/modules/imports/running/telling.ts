import { notifyInApp } from '../../../kernel/realtime/in-app.ts'
import type { Tx } from '../../../kernel/scope.ts'
import { ContactChanged } from '../../contacts/index.ts'
import type { StoredImport } from '../store/imports.ts'

/** Ids per event. */
const IDS_PER_EVENT = 500

/** Publishes that these contacts changed, in events of limited size. */
export function publishContactsChanged(tx: Tx, ids: string[]): void {
  for (let at = 0; at < ids.length; at += IDS_PER_EVENT)
    tx.publish(ContactChanged, { contactIds: ids.slice(at, at + IDS_PER_EVENT) })
}

/** Shows the state of an import to its member in one toast from start to end. */
export function notifyImporter(
  tx: Tx,
  storedImport: Pick<StoredImport, 'id' | 'userId'>,
  notification: { type: 'info' | 'success' | 'error'; title: string; message: string },
): void {
  const isInProgress = notification.type === 'info'
  notifyInApp(
    tx,
    { userId: storedImport.userId },
    {
      id: tx.world.id(),
      key: `import|${storedImport.id}`,
      link: `/dashboard/contacts/import/${storedImport.id}`,
      ...notification,
      ...(isInProgress
        ? {
            loading: true,
            timeout: false as const,
          }
        : { cleanQueue: true }),
    },
  )
}
