import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useSession } from '../../shared/lib/session/select.ts'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'

/** Replaces every page but the settings until the member has set up two-step login, which their organization requires. */
export function SecondStepNeeded() {
  const { t } = useLingui()
  const organization = useSession(({ auth }) => auth.organization?.name ?? '')
  return (
    <StatePanel
      kind="noAccess"
      icon={IconShieldLock}
      title={t`Set up two-step login`}
      text={t`${organization} requires it. It takes about a minute, and then you can go on.`}
      action={
        <Button component={Link} to="/dashboard/settings?tab=security#two-step">
          <Trans>Set up</Trans>
        </Button>
      }
    />
  )
}
