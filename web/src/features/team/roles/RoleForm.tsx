import { permissionsHeld, withRequired } from '@crewline/contract/holders'
import { ROLE_NAME_MAX } from '@crewline/contract/organization-limits'
import type { Permission } from '@crewline/contract/permissions'
import type { CustomRole } from '@crewline/contract/roles'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Stack, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { isRefusal } from '../../../shared/api/send.ts'
import { useSession } from '../../../shared/lib/session/select.ts'
import { SubmitButton } from '../../../shared/ui/form/SubmitButton.tsx'
import { useUnsaved } from '../../../shared/ui/form/useUnsaved.ts'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { isNotProven, useProof } from '../../accounts/index.ts'
import { useCreateRoleMutation, useEditRoleMutation } from '../team-api.ts'
import classes from '../Team.module.css'
import { usePermissionAreas } from './usePermissionAreas.ts'

export interface RoleFormProps {
  /** Undefined for a new role. */
  role: CustomRole | undefined
  onDone: () => void
}

/** Names a custom role and chooses its permissions; what a permission needs is chosen with it. */
export function RoleForm({ role, onDone }: RoleFormProps) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const areas = usePermissionAreas()
  const me = useSession(({ auth }) => auth.user)
  const mine = permissionsHeld(me ?? { role: 'viewer' })
  const [name, setName] = useState(role?.name ?? '')
  const [held, setHeld] = useState<Permission[]>(
    permissionsHeld({ role: 'custom', permissions: role?.permissions ?? ['team.read'] }),
  )
  const unsaved = useUnsaved({ name, held: held.toSorted() })
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState('')
  const [create, creating] = useCreateRoleMutation()
  const [edit, editing] = useEditRoleMutation()
  const { proven, dialog } = useProof()
  const isSending = creating.isLoading || editing.isLoading
  const affected = role?.members ?? 0

  function toggle(permission: Permission): void {
    setErrors({})
    setProblem('')
    if (!held.includes(permission)) return setHeld(withRequired([...held, permission]))
    // What needs this permission goes with it.
    setHeld(held.filter((one) => !withRequired([one]).includes(permission)))
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (isSending) return
    if (name.trim() === '') return setErrors({ name: t`Enter a name.` })
    const permissions = held
    const { error } = await proven(() =>
      role ? edit({ id: role.id, name, permissions }) : create({ name, permissions }),
    )
    if (!error) {
      toast.api({ title: t`Saved`, message: t`The role ${name} was saved.` }, 'OK')
      return unsaved.done(onDone)
    }
    if (isNotProven(error)) return
    const fieldErrors = isRefusal(error) ? (error.fieldErrors ?? {}) : {}
    setErrors(fieldErrors)
    setProblem(fieldErrors['permissions'] ?? (fieldErrors['name'] ? '' : messageFor(error)))
  }

  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      {dialog}
      {unsaved.question}
      <TextInput
        name="name"
        label={t`Name`}
        placeholder={t`Shift lead`}
        value={name}
        onChange={(event) => {
          setErrors({})
          setName(event.currentTarget.value)
        }}
        error={errors['name']}
        maxLength={ROLE_NAME_MAX}
        autoComplete="off"
        data-autofocus
      />
      {areas.map((area) => (
        <fieldset key={area.title} className={classes.area}>
          <legend className={classes.cardName}>{area.title}</legend>
          <Stack gap="xs">
            {area.permissions
              .filter(({ key }) => key !== 'team.read')
              .map(({ key, label }) => (
                <Checkbox
                  key={key}
                  label={label}
                  checked={held.includes(key)}
                  onChange={() => toggle(key)}
                  disabled={!mine.includes(key)}
                  {...(!mine.includes(key) && { description: t`You can only give what you may do yourself.` })}
                />
              ))}
          </Stack>
        </fieldset>
      ))}
      {affected > 0 && (
        <p className={classes.plain}>
          <Plural
            value={affected}
            one="# teammate has this role. Changes apply to them right away."
            other="# teammates have this role. Changes apply to them right away."
          />
        </p>
      )}
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => unsaved.leave(onDone)}>
          <Trans>Cancel</Trans>
        </Button>
        <SubmitButton isSending={isSending}>
          <Trans>Save role</Trans>
        </SubmitButton>
      </div>
    </form>
  )
}
