import type { Teammate } from '@crewline/contract/team'
import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Loader, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../../shared/ui/overlay/Dialog.tsx'
import { isNotProven, useProof } from '../accounts/index.ts'
import { useCan, useSession } from '../../shared/lib/session/select.ts'
import { fullName } from '../../shared/lib/session/state.ts'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useHoldingsQuery, useMemberWorkQuery, useRemoveMemberMutation } from './team-api.ts'
import { HandOver } from './HandOver.tsx'
import { HeldList } from './leavers/HeldList.tsx'
import { KeysChoice } from './leavers/KeysChoice.tsx'
import { LeftNotes } from './leavers/LeftNotes.tsx'
import { useHeldNames } from './leavers/useHeldNames.ts'
import classes from './Team.module.css'

export interface RemoveDialogProps {
  member: Teammate
  onClose: () => void
}

/** Removes a member: says what they leave behind, and asks who takes it over. */
function RemoveMember({ member, onClose }: RemoveDialogProps) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const organization = useSession(({ auth }) => auth.organization?.name ?? '')
  const work = useMemberWorkQuery({ memberId: member.id }, { refetchOnMountOrArgChange: true })
  const [remove, { isLoading }] = useRemoveMemberMutation()
  const { proven, dialog } = useProof()
  const [reassignTo, setReassignTo] = useState<string | null>(null)
  const kinds = useHeldNames()
  const mayRevoke = useCan('api.manage')
  const holdings = useHoldingsQuery(
    { memberId: member.id, ...(reassignTo !== null && { toUserId: reassignTo }) },
    { refetchOnMountOrArgChange: true },
  )
  const [waitingTexts, setWaitingTexts] = useState<'keep' | 'cancel'>('keep')
  const [apiKeys, setApiKeys] = useState<'keep' | 'revoke'>('keep')
  const [problem, setProblem] = useState('')
  const name = fullName(member) || member.email
  const held = holdings.data?.held ?? []
  const keys = held.find(({ kind }) => kind === 'apiKeys')?.count ?? 0
  const hasWork = held.some(({ canHandOver }) => canHandOver)
  const { conversations = 0, waitingTexts: texts = 0 } = work.data ?? {}

  async function confirm(): Promise<void> {
    setProblem('')
    const { data, error } = await proven(() => remove({ id: member.id, reassignTo, waitingTexts, apiKeys }))
    if (!error) {
      const skipped = (data?.skipped ?? []).map((kind) => kinds[kind]).join(', ')
      toast.api({ title: t`Removed`, message: t`${name} is no longer on your team.` }, 'OK')
      if (skipped !== '')
        toast.api(
          {
            title: t`Not taken over`,
            message: t`Their role doesn't allow: ${skipped}. Choose someone else under Former teammates.`,
          },
          'ERROR',
        )
      return onClose()
    }
    if (!isNotProven(error)) setProblem(messageFor(error))
  }

  return (
    <Dialog
      opened
      onClose={isLoading ? () => {} : onClose}
      title={t`Remove ${name}?`}
      size={480}
      withCloseButton={false}
    >
      {dialog}
      <p className={classes.plain}>
        <Trans>
          They're logged out right away and can't open {organization} anymore. What they wrote stays in the
          conversations.
        </Trans>
      </p>
      {work.isError || (holdings.isError && !holdings.data) ? (
        <StatePanel
          kind="error"
          compact
          onRetry={() => {
            void work.refetch()
            void holdings.refetch()
          }}
        />
      ) : work.data === undefined || holdings.data === undefined ? (
        <Loader size={20} role="status" aria-label={t`Loading`} />
      ) : (
        <Stack gap="lg">
          {(conversations > 0 || hasWork) && (
            <HandOver
              label={
                conversations === 0
                  ? t`Hand their work over to`
                  : plural(conversations, {
                      one: 'Hand their # conversation over to',
                      other: 'Hand their # conversations over to',
                    })
              }
              exceptUserId={member.userId}
              chosen={reassignTo}
              onChoose={setReassignTo}
            />
          )}
          <LeftNotes hidden={holdings.data.hidden} drafts={holdings.data.drafts} />
          {held.length > 0 && <HeldList held={held} areKeysRevoked={apiKeys === 'revoke'} />}
          {keys > 0 && mayRevoke && <KeysChoice count={keys} chosen={apiKeys} onChoose={setApiKeys} />}
          {texts > 0 && (
            <Radio.Group
              label={plural(texts, {
                one: '# text of theirs is waiting to be sent',
                other: '# texts of theirs are waiting to be sent',
              })}
              value={waitingTexts}
              onChange={(value) => setWaitingTexts(value === 'cancel' ? 'cancel' : 'keep')}
            >
              <Stack gap="xs" mt={4}>
                <Radio value="keep" label={t`Send as planned`} />
                <Radio value="cancel" label={<Plural value={texts} one="Cancel it" other="Cancel all of them" />} />
              </Stack>
            </Radio.Group>
          )}
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
        <Button
          color="red"
          loading={isLoading}
          disabled={work.data === undefined || holdings.data === undefined}
          onClick={() => void confirm()}
        >
          <Trans>Remove</Trans>
        </Button>
      </Group>
    </Dialog>
  )
}

/** Withdraws an invitation, whose link stops working. */
function WithdrawInvitation({ member: { id, email }, onClose }: RemoveDialogProps) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const [remove, { isLoading }] = useRemoveMemberMutation()
  const [problem, setProblem] = useState('')

  async function confirm(): Promise<void> {
    const { error } = await remove({ id })
    if (error) return setProblem(messageFor(error))
    toast.api({ title: t`Invitation withdrawn`, message: t`The link sent to ${email} no longer works.` }, 'OK')
    onClose()
  }

  return (
    <Dialog opened onClose={onClose} title={t`Withdraw the invitation?`} size={440} withCloseButton={false}>
      <p className={classes.plain}>
        <Trans>
          The link we sent to <bdi>{email}</bdi> will stop working. You can invite them again later.
        </Trans>
      </p>
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          <Trans>Cancel</Trans>
        </Button>
        <Button color="red" loading={isLoading} onClick={() => void confirm()}>
          <Trans>Withdraw</Trans>
        </Button>
      </Group>
    </Dialog>
  )
}

/** Asks before a member is removed or an invitation withdrawn. */
export default function RemoveDialog(props: RemoveDialogProps) {
  return props.member.status === 'active' ? <RemoveMember {...props} /> : <WithdrawInvitation {...props} />
}
