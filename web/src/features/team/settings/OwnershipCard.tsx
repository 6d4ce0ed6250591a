import type { Role } from '@crewline/contract/permissions'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Select } from '@mantine/core'
import { useState } from 'react'
import { useSession } from '../../../shared/lib/session/select.ts'
import { fullName } from '../../../shared/lib/session/state.ts'
import { Dialog } from '../../../shared/ui/overlay/Dialog.tsx'
import { SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import cardClasses from '../../../shared/ui/settings/SettingsCard.module.css'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { isNotProven, useProof } from '../../accounts/index.ts'
import { useRoleNames } from '../../organizations/index.ts'
import { useTeammatesQuery, useTransferOwnershipMutation } from '../team-api.ts'
import classes from '../Team.module.css'

type Becomes = Exclude<Role, 'owner'>
const later: Becomes[] = ['admin', 'manager', 'agent', 'author', 'viewer']

interface TransferDialogProps {
  to: { id: string; name: string }
  becomes: Becomes
  onClose: () => void
}

function TransferDialog({ to, becomes, onClose }: TransferDialogProps) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const organization = useSession(({ auth }) => auth.organization?.name ?? '')
  const role = useRoleNames()[becomes]
  const [transfer, { isLoading }] = useTransferOwnershipMutation()
  const { proven, dialog } = useProof()
  const [problem, setProblem] = useState('')
  const { name } = to

  async function confirm(): Promise<void> {
    setProblem('')
    const { error } = await proven(() => transfer({ memberId: to.id, becomes }))
    if (!error) {
      toast.api({ title: t`Ownership transferred`, message: t`${name} is now the owner of ${organization}.` }, 'OK')
      return onClose()
    }
    if (!isNotProven(error)) setProblem(messageFor(error))
  }

  return (
    <Dialog
      opened
      onClose={isLoading ? () => {} : onClose}
      title={t`Make ${name} the owner?`}
      size={480}
      withCloseButton={false}
    >
      {dialog}
      <p className={classes.plain}>
        <Trans>
          They can do everything in {organization}, including billing and removing owners. Your role changes to {role}{' '}
          right away, and you can't undo this yourself. You both get an email.
        </Trans>
      </p>
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose} disabled={isLoading} data-autofocus>
          <Trans>Cancel</Trans>
        </Button>
        <Button color="red" loading={isLoading} onClick={() => void confirm()}>
          <Trans>Transfer ownership</Trans>
        </Button>
      </Group>
    </Dialog>
  )
}

/** Hands the organization over to a teammate; only owners see it. */
export function OwnershipCard() {
  const { t } = useLingui()
  const names = useRoleNames()
  const me = useSession(({ auth }) => auth.user)
  const { data: teammates = [] } = useTeammatesQuery(undefined, { skip: me?.role !== 'owner' })
  const [memberId, setMemberId] = useState<string | null>(null)
  const [becomes, setBecomes] = useState<Becomes>('admin')
  const [isAsking, setAsking] = useState(false)
  if (me?.role !== 'owner') return null
  const candidates = teammates.filter((teammate) => teammate.userId !== me.id && teammate.role !== 'owner')
  const chosen = candidates.find(({ id }) => id === memberId)
  return (
    <SettingsCard
      id="ownership"
      title={t`Ownership`}
      text={t`Hand the organization over to a teammate, for example before you leave.`}
    >
      <div className={cardClasses.pair}>
        <Select
          label={t`New owner`}
          placeholder={candidates.length === 0 ? t`Invite a teammate first` : t`Choose a teammate`}
          value={memberId}
          onChange={setMemberId}
          data={candidates.map((teammate) => ({ value: teammate.id, label: fullName(teammate) || teammate.email }))}
          disabled={candidates.length === 0}
          searchable
          nothingFoundMessage={t`No matching teammates`}
        />
        <Select
          label={t`Your role after that`}
          value={becomes}
          onChange={(role) => role && setBecomes(role)}
          data={later.map((role) => ({ value: role, label: names[role] }))}
          allowDeselect={false}
        />
      </div>
      <div className={cardClasses.foot}>
        <Button variant="default" color="red" disabled={!chosen} onClick={() => setAsking(true)}>
          <Trans>Transfer ownership…</Trans>
        </Button>
      </div>
      {isAsking && chosen && (
        <TransferDialog
          to={{ id: chosen.id, name: fullName(chosen) || chosen.email }}
          becomes={becomes}
          onClose={() => setAsking(false)}
        />
      )}
    </SettingsCard>
  )
}
