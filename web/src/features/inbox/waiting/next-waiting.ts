import type { Conversation } from '@crewline/contract/inbox'

/**
 * Returns the conversation to open after the current one: in a loaded waiting queue the next below it that no teammate
 * has, from the top again after the last; elsewhere the first that the server names. Undefined when no other waits.
 */
export function nextWaiting({
  rows,
  nextIds,
  current,
  me,
}: {
  /** The loaded waiting queue in its order; empty when another list is shown. */
  rows: readonly Pick<Conversation, 'id' | 'shared'>[]
  /** The conversations that the server names to be answered next. */
  nextIds: readonly string[]
  /** The open conversation; empty when there is none. */
  current: string
  me: string | undefined
}): string | undefined {
  const at = rows.findIndex(({ id }) => id === current)
  const below = [...rows.slice(at + 1), ...rows.slice(0, Math.max(at, 0))]
  const isFree = ({ shared }: Pick<Conversation, 'shared'>) =>
    shared.waitingSince !== null && (shared.assignee === null || shared.assignee.userId === me)
  return below.find(isFree)?.id ?? nextIds.find((id) => id !== current)
}
