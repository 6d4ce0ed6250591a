import type { BulkAct } from '@crewline/contract/bulk'

/** How an act on many conversations stands. */
export type BulkStage = 'running' | 'done' | 'stopped'

/** Says in English or Spanish how an act on many conversations stands, for a toast. */
export function bulkWords(
  act: BulkAct,
  { stage, changed }: { stage: BulkStage; changed: number },
  locale: string,
): { title: string; message: string } {
  const isSpanish = locale === 'es'
  const count = new Intl.NumberFormat(isSpanish ? 'es' : 'en').format(changed)
  const title = (isSpanish ? SPANISH : ENGLISH)[keyOf(act)]
  if (stage === 'running')
    return { title, message: isSpanish ? 'Esto sigue en segundo plano.' : 'This goes on in the background.' }
  const counted = isSpanish
    ? `${count} ${changed === 1 ? 'conversación cambió' : 'conversaciones cambiaron'}.`
    : `${count} ${changed === 1 ? 'conversation' : 'conversations'} changed.`
  if (stage === 'done') return { title, message: counted }
  return {
    title,
    message: isSpanish ? `Se detuvo. ${counted} Inténtalo de nuevo.` : `Stopped. ${counted} Try again.`,
  }
}

/** Says in English or Spanish that a member was given many conversations at once. */
export function assignedWords({ by, count }: { by: string; count: number }, locale: string) {
  const isSpanish = locale === 'es'
  const written = new Intl.NumberFormat(isSpanish ? 'es' : 'en').format(count)
  return {
    title: isSpanish ? `${written} conversaciones son tuyas` : `${written} conversations are yours`,
    message: isSpanish ? `${by} te las asignó.` : `${by} gave them to you.`,
  }
}

type Key = 'archive' | 'open' | 'read' | 'unread' | 'assign' | 'unassign' | 'snooze' | 'wake' | 'tag'

function keyOf(act: BulkAct): Key {
  switch (act.act) {
    case 'archive':
      return act.archived ? 'archive' : 'open'
    case 'read':
      return act.unread ? 'unread' : 'read'
    case 'assign':
      return act.assigneeId === null ? 'unassign' : 'assign'
    case 'snooze':
      return act.until === null ? 'wake' : 'snooze'
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
