import type { BulkAction } from '@crewline/contract/bulk'
import { formatNumber } from '@crewline/contract/formats'

/** The state of a bulk run. */
export type BulkRunStatus = 'running' | 'done' | 'stopped'

/** Describes the state of a bulk run in English or Spanish, for a toast. */
export function bulkActionText(
  action: BulkAction,
  { status, changed }: { status: BulkRunStatus; changed: number },
  locale: string,
): { title: string; message: string } {
  const isSpanish = locale === 'es'
  const count = formatNumber(changed, locale)
  const title = (isSpanish ? SPANISH : ENGLISH)[keyOf(action)]
  if (status === 'running')
    return { title, message: isSpanish ? 'Esto sigue en segundo plano.' : 'This continues in the background.' }
  const counted = isSpanish
    ? `${count} ${changed === 1 ? 'conversación cambió' : 'conversaciones cambiaron'}.`
    : `${count} ${changed === 1 ? 'conversation' : 'conversations'} changed.`
  if (status === 'done') return { title, message: counted }
  return {
    title,
    message: isSpanish ? `Se detuvo. ${counted} Inténtalo de nuevo.` : `Stopped. ${counted} Try again.`,
  }
}

/** Describes in English or Spanish that many conversations were assigned to a member, for a toast. */
export function assignmentText({ by, count }: { by: string; count: number }, locale: string) {
  const isSpanish = locale === 'es'
  const written = formatNumber(count, locale)
  return {
    title: isSpanish ? `${written} conversaciones son tuyas` : `${written} conversations assigned to you`,
    message: isSpanish ? `${by} te las asignó.` : `${by} gave them to you.`,
  }
}

type Key = 'archive' | 'open' | 'read' | 'unread' | 'assign' | 'unassign' | 'snooze' | 'wake' | 'tag'

function keyOf(action: BulkAction): Key {
  switch (action.act) {
    case 'archive':
      return action.archived ? 'archive' : 'open'
    case 'read':
      return action.unread ? 'unread' : 'read'
    case 'assign':
      return action.assigneeId === null ? 'unassign' : 'assign'
    case 'snooze':
      return action.until === null ? 'wake' : 'snooze'
    case 'tag':
      return 'tag'
  }
}

const ENGLISH: Record<Key, string> = {
  archive: 'Archive conversations',
  open: 'Open conversations',
  read: 'Mark as read',
  unread: 'Mark as unread',
  assign: 'Assign conversations',
  unassign: 'Unassign conversations',
  snooze: 'Snooze conversations',
  wake: 'Show conversations',
  tag: 'Tag conversations',
}

const SPANISH: Record<Key, string> = {
  archive: 'Archivar conversaciones',
  open: 'Abrir conversaciones',
  read: 'Marcar como leídas',
  unread: 'Marcar como no leídas',
  assign: 'Asignar conversaciones',
  unassign: 'Quitar asignación',
  snooze: 'Posponer conversaciones',
  wake: 'Mostrar conversaciones',
  tag: 'Etiquetar conversaciones',
}
