import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconSpeakerphone } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useCan } from '../../shared/lib/session/select.ts'
import { Screen } from '../../shared/ui/Screen.tsx'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'

/** The messages to many contacts at once. */
export default function BroadcastsScreen() {
  const { t } = useLingui()
  const canRead = useCan('inbox.read')
  return (
    <Screen title={t`Broadcasts`}>
      <StatePanel
        kind="firstUse"
        icon={IconSpeakerphone}
        title={t`Broadcasts are coming soon`}
        text={t`For now, message contacts one at a time from the inbox.`}
        action={
          canRead && (
            <Button component={Link} to="/dashboard/inbox" variant="default">
              <Trans>Open inbox</Trans>
            </Button>
          )
        }
      />
    </Screen>
  )
}
