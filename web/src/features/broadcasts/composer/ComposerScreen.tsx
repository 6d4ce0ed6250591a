import type { Broadcast } from '@crewline/contract/broadcasts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Skeleton } from '@mantine/core'
import { IconSpeakerphone } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { refusalOf } from '../../../shared/api/send.ts'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { useSettledLoading } from '../../../shared/ui/feedback/useSettledLoading.ts'
import { Screen } from '../../../shared/ui/Screen.tsx'
import { useOneBroadcastQuery } from '../api.ts'
import { Composer } from './Composer.tsx'
import { NewBroadcast } from './NewBroadcast.tsx'

/** Writes a broadcast: who gets it, what it says, and when it is sent. */
export default function ComposerScreen() {
  const { id } = useParams()
  return id && id !== 'new' ? <EditBroadcast key={id} id={id} /> : <NewBroadcast />
}

function EditBroadcast({ id }: { id: string }) {
  const query = useOneBroadcastQuery(id, { refetchOnMountOrArgChange: true })
  const { data, isFetching, isError } = query
  const [opened, setOpened] = useState<Broadcast>()
  const [isLaunching, setLaunching] = useState(false)
  const isLoading = useSettledLoading(!opened && isFetching)
  const isDraft = data?.broadcast.state === 'draft'
  // Editing begins with the newest version, and goes on while the draft is fetched again.
  if (!opened && isDraft && !isFetching && !isError) setOpened(data.broadcast)
  if (opened && (isDraft || isLaunching))
    return (
      <Composer
        broadcast={opened}
        onLaunching={setLaunching}
        fetchNewest={async () => (await query.refetch()).data?.broadcast}
      />
    )
  if (isFetching && !opened) return isLoading ? <Skeleton height={320} m="lg" radius="md" /> : null
  return <NotEditable id={id} broadcast={data?.broadcast} error={query.error} onRetry={() => void query.refetch()} />
}

interface NotEditableProps {
  id: string
  broadcast: Broadcast | undefined
  error: unknown
  onRetry: () => void
}

function NotEditable({ id, broadcast, error, onRetry }: NotEditableProps) {
  const { t } = useLingui()
  const isGone = refusalOf<'readBroadcast'>(error)?.code === 'not_found'
  return (
    <Screen title={broadcast?.name || t`Broadcast`}>
      {isGone ? (
        <StatePanel
          kind="noMatch"
          title={t`This draft was deleted`}
          action={
            <Button component={Link} to="/dashboard/broadcasts" variant="default">
              <Trans>All broadcasts</Trans>
            </Button>
          }
        />
      ) : broadcast && !error ? (
        <StatePanel
          kind="noMatch"
          icon={IconSpeakerphone}
          title={t`This broadcast is no longer a draft`}
          text={t`It was sent or scheduled. Stop it or duplicate it to make changes.`}
          action={
            <Button component={Link} to={`/dashboard/broadcasts/${id}`} variant="default">
              <Trans>Open broadcast</Trans>
            </Button>
          }
        />
      ) : (
        <StatePanel kind="error" onRetry={onRetry} />
      )}
    </Screen>
  )
}
