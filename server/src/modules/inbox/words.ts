import type { BulkAction } from '@crewline/contract/bulk'
import { msg } from '@crewline/contract/localized-text'
import type { LocalizedText } from '@crewline/contract/words'
import { localize } from '../../kernel/i18n/localize.ts'

/** The state of a bulk run. */
export type BulkRunStatus = 'running' | 'done' | 'stopped'

/** Describes the state of a bulk run, for a toast. */
export function bulkActionText(
  action: BulkAction,
  { status, changed }: { status: BulkRunStatus; changed: number },
  locale: string,
): { title: string; message: string } {
  return { title: localize(LABELS[keyOf(action)], locale), message: localize(stageText(status, changed), locale) }
}

function stageText(status: BulkRunStatus, changed: number): LocalizedText {
  if (status === 'running') return msg({ message: 'This continues in the background.' })
  const counted = msg({
    message: '{changed, plural, one {# conversation} other {# conversations}} changed.',
    values: { changed },
  })
  return status === 'done' ? counted : msg({ message: 'Stopped. {counted} Try again.', values: { counted } })
}

/** Describes that many conversations were assigned to a member, for a toast. */
export function assignmentText({ by, count }: { by: string; count: number }, locale: string) {
  return {
    title: localize(
      msg({
        message: '{count, plural, one {# conversation} other {# conversations}} assigned to you',
        values: { count },
      }),
      locale,
    ),
    message: localize(msg({ message: '{by} assigned them to you.', values: { by } }), locale),
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

const LABELS: Record<Key, LocalizedText> = {
  archive: msg({ message: 'Archive conversations' }),
  open: msg({ message: 'Open conversations' }),
  read: msg({ message: 'Mark as read' }),
  unread: msg({ message: 'Mark as unread' }),
  assign: msg({ message: 'Assign conversations' }),
  unassign: msg({ message: 'Unassign conversations' }),
  snooze: msg({ message: 'Snooze conversations' }),
  wake: msg({ message: 'Show conversations' }),
  tag: msg({ message: 'Tag conversations' }),
}
