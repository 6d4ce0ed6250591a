import type { SavedView } from '@crewline/contract/saved-views'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'

/** Says below the name of a view whose replies it shows, and whether the broadcast is archived or gone. */
export function ViewQueue({ queue }: { queue: NonNullable<SavedView['repliesTo']> }) {
  return (
    <Text size="xs" c="dimmed" lineClamp={1}>
      <QueueText queue={queue} />
    </Text>
  )
}

/** The same as words. */
export function QueueText({ queue: { queue, name, archived } }: { queue: NonNullable<SavedView['repliesTo']> }) {
  if (queue === 'any') return <Trans>Replies to any broadcast</Trans>
  if (name === null) return <Trans>Replies to a broadcast that was deleted or that you can't see</Trans>
  return archived ? (
    <Trans>
      Replies to <bdi>{name}</bdi> (archived)
    </Trans>
  ) : (
    <Trans>
      Replies to <bdi>{name}</bdi>
    </Trans>
  )
}
