import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconSignature } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useOrganizationSettingsQuery } from '../organizations/index.ts'
import { useCan } from '../../shared/lib/session/select.ts'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { Screen } from '../../shared/ui/Screen.tsx'
import { SkeletonRows } from '../../shared/ui/table/SkeletonRows.tsx'

/** Shows the sign-off, the last line of every broadcast, and where it is changed. */
export default function SignatureScreen() {
  const { t } = useLingui()
  const { data, error, refetch } = useOrganizationSettingsQuery()
  const canManage = useCan('organization.manage')
  const signOff = data?.settings.broadcasts.signOff
  return (
    <Screen title={t`Signature`}>
      {signOff === undefined ? (
        error ? (
          <StatePanel kind="error" error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows count={2} />
        )
      ) : (
        <StatePanel
          kind="firstUse"
          icon={IconSignature}
          title={signOff === '' ? t`Your broadcasts have no sign-off` : t`Your broadcasts end with “${signOff}”`}
          text={
            canManage
              ? t`The sign-off is the last line of every broadcast, such as your company's name.`
              : t`The sign-off is the last line of every broadcast. Ask an owner or admin to change it.`
          }
          action={
            canManage && (
              <Button component={Link} to="/dashboard/settings?tab=texting#broadcasts">
                <Trans>Change in Texting</Trans>
              </Button>
            )
          }
        />
      )}
    </Screen>
  )
}
