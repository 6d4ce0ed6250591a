import type { CustomRole } from '@crewline/contract/roles'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Select } from '@mantine/core'
import { useState } from 'react'
import { isRefusal } from '../../../shared/api/send.ts'
import { Dialog } from '../../../shared/ui/overlay/Dialog.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { isNotProven, useProof } from '../../accounts/index.ts'
import { useRoleNames } from '../../organizations/index.ts'
import { useDeleteRoleMutation } from '../team-api.ts'
import classes from '../Team.module.css'
import { useRoleOptions } from '../useRoleOptions.ts'

export interface DeleteRoleProps {
  role: CustomRole
  onClose: () => void
}

/** Asks before a role is deleted, and which one its members get instead. */
export function DeleteRole({ role, onClose }: DeleteRoleProps) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const names = useRoleNames()
  const { options } = useRoleOptions('viewer')
  const [successor, setSuccessor] = useState<string | null>(null)
  const [problem, setProblem] = useState('')
  const [remove, { isLoading }] = useDeleteRoleMutation()
  const { proven, dialog } = useProof()
  const holders = role.members + role.invitations
  const { name } = role

  async function confirm(): Promise<void> {
    setProblem('')
    const { error } = await proven(() => remove({ id: role.id, successor }))
    if (!error) {
      toast.api({ title: t`Deleted`, message: t`The role ${name} was deleted.` }, 'OK')
      return onClose()
    }
    if (isNotProven(error)) return
    setProblem((isRefusal(error) && error.fieldErrors?.['successor']) || messageFor(error))
  }

  return (
    <Dialog
      opened
      onClose={isLoading ? () => {} : onClose}
      title={t`Delete the role ${name}?`}
      size={440}
      withCloseButton={false}
    >
      {dialog}
      {holders > 0 ? (
        <Select
          label={<Plural value={holders} one="# person has it. They get" other="# people have it. They get" />}
          placeholder={t`Choose a role`}
          value={successor}
          onChange={setSuccessor}
          data={options
            .filter(({ key }) => key !== 'owner' && key !== role.id)
            .map((option) => ({ value: option.key, label: option.name ?? names[option.role] }))}
          error={problem}
        />
      ) : (
        <p className={classes.plain}>
          <Trans>No one has this role.</Trans>
        </p>
      )}
      {problem && holders === 0 && (
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
          disabled={holders > 0 && successor === null}
          onClick={() => void confirm()}
        >
          <Trans>Delete role</Trans>
        </Button>
      </Group>
    </Dialog>
  )
}
