import type { NotificationPrefs } from '@crewline/contract/notifications'
import { changeOf } from '../../kernel/audit-change.ts'
import type { Db } from '../../kernel/db/pool.ts'
import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { prefsFrom } from './prefs.ts'
import { keepPrefs, markAllSeen, storedPrefs } from './store/updates.ts'

/** Returns the acting member. Fails with `not_permitted` for other actors, which have no notifications. */
export function requireUserId(scope: Scope): string {
  return scope.actor.kind === 'member' ? scope.actor.userId : fail('not_permitted')
}

/** Returns the preferences of a member merged over the defaults. */
export async function readPrefs(db: Db, userId: string): Promise<NotificationPrefs> {
  return prefsFrom(await storedPrefs(db, userId))
}

/** Changes the given parts of the preferences. */
export async function changePrefs(scope: Scope, change: Partial<NotificationPrefs>): Promise<NotificationPrefs> {
  const userId = requireUserId(scope)
  await scope.tx(async (tx) => {
    const { before, after } = await keepPrefs(tx, userId, change)
    tx.audit('notification-settings.changed', userId, changeOf(prefsFrom(before), prefsFrom(after)))
  })
  return readPrefs(scope.db, userId)
}

/** Marks all updates of the member as seen. */
export async function markSeen(scope: Scope): Promise<void> {
  const userId = requireUserId(scope)
  await scope.tx(async (tx) => {
    await markAllSeen(tx, userId)
    tx.audit('updates.seen', userId)
  })
}
