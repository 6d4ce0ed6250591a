import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Loader, Stack } from '@mantine/core'
import { useState } from 'react'
import { forgetSession, rememberLogin } from '../../../shared/lib/session/keep.ts'
import { useCan, useSession } from '../../../shared/lib/session/select.ts'
import { removeStored } from '../../../shared/lib/storage.ts'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { Dialog } from '../../../shared/ui/overlay/Dialog.tsx'
import { SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { isNotProven, useProof } from '../../accounts/index.ts'
import { HandOver } from '../HandOver.tsx'
import { HeldList } from '../leavers/HeldList.tsx'
import { KeysChoice } from '../leavers/KeysChoice.tsx'
import { LeftNotes } from '../leavers/LeftNotes.tsx'
import { useLeaveOrganizationMutation, useOwnHoldingsQuery } from '../team-api.ts'
import classes from '../Team.module.css'

function LeaveDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const organization = useSession(({ auth }) => auth.organization?.name ?? '')
  const userId = useSession(({ auth }) => auth.user?.id ?? null)
  const token = useSession(({ auth }) => auth.token)
  const readsInbox = useCan('inbox.read')
  const [leave, { isLoading }] = useLeaveOrganizationMutation()
  const { proven, dialog } = useProof()
  const mayRevoke = useCan('api.manage')
  const [reassignTo, setReassignTo] = useState<string | null>(null)
  const [apiKeys, setApiKeys] = useState<'keep' | 'revoke'>('keep')
  const holdings = useOwnHoldingsQuery(reassignTo === null ? {} : { toUserId: reassignTo }, {
    refetchOnMountOrArgChange: true,
  })
  const held = holdings.data?.held ?? []
  const keys = held.find(({ kind }) => kind === 'apiKeys')?.count ?? 0
  const [problem, setProblem] = useState('')

  async function confirm(): Promise<void> {
    setProblem('')
    const { data, error } = await proven(() => leave({ reassignTo, apiKeys }))
    if (error || !data) {
      if (!isNotProven(error)) setProblem(messageFor(error))
      return
    }
    if (data.next && rememberLogin(data.next)) {
      removeStored('last-path')
      return location.replace('/dashboard')
    }
    forgetSession(token)
    location.replace('/auth/login')
  }

  return (
    <Dialog
      opened
      onClose={isLoading ? () => {} : onClose}
      title={t`Leave ${organization}?`}
      size={480}
      withCloseButton={false}
    >
      {dialog}
      <p className={classes.plain}>
        <Trans>
          You can't open {organization} anymore unless you're invited again. What you wrote stays, and your scheduled
          texts are sent as planned.
        </Trans>
      </p>
      {holdings.isError && !holdings.data ? (
        <StatePanel kind="error" compact onRetry={() => void holdings.refetch()} />
      ) : holdings.data === undefined ? (
        <Loader size={20} role="status" aria-label={t`Loading`} />
      ) : (
        <Stack gap="lg">
          {readsInbox && (
            <HandOver
              label={
                held.some(({ canHandOver }) => canHandOver)
                  ? t`Hand your work over to`
                  : t`Hand your conversations over to`
              }
              exceptUserId={userId}
              chosen={reassignTo}
              onChoose={setReassignTo}
            />
          )}
          <LeftNotes hidden={holdings.data.hidden} drafts={holdings.data.drafts} />
          {held.length > 0 && <HeldList held={held} isOwn areKeysRevoked={apiKeys === 'revoke'} />}
          {keys > 0 && mayRevoke && <KeysChoice isOwn count={keys} chosen={apiKeys} onChoose={setApiKeys} />}
        </Stack>
      )}
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose} disabled={isLoading} data-autofocus>
          <Trans>Cancel</Trans>
        </Button>
        <Button color="red" loading={isLoading} disabled={holdings.data === undefined} onClick={() => void confirm()}>
          <Trans>Leave</Trans>
        </Button>
      </Group>
    </Dialog>
  )
}

/** Ends the member's own membership. */
export function LeaveCard() {
  const { t } = useLingui()
  const [isAsking, setAsking] = useState(false)
  return (
    <SettingsCard
      id="leave"
      title={t`Leave this organization`}
      text={t`Your account and your other organizations stay.`}
    >
      <Button variant="default" color="red" onClick={() => setAsking(true)}>
        <Trans>Leave…</Trans>
      </Button>
      {isAsking && <LeaveDialog onClose={() => setAsking(false)} />}
    </SettingsCard>
  )
}
