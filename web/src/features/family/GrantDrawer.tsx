import { completeGrant, GRANTABLE_PERMISSIONS, grantedBy } from '@crewline/contract/grantable'
import type { Grant } from '@crewline/contract/grants'
import { permissionsHeld } from '@crewline/contract/holders'
import type { Permission } from '@crewline/contract/permissions'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Select, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Reply } from '../../shared/api/from-contract.ts'
import { isRefusal } from '../../shared/api/send.ts'
import { useSession } from '../../shared/lib/session/select.ts'
import { fullName } from '../../shared/lib/session/state.ts'
import { useUnsaved } from '../../shared/ui/form/useUnsaved.ts'
import { RecordDrawer } from '../../shared/ui/overlay/RecordDrawer.tsx'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { isNotProven, useProof } from '../accounts/index.ts'
import { usePermissionAreas } from '../team/index.ts'
import classes from './Family.module.css'
import { useGranteesQuery, useOfferGrantMutation } from './grants-api.ts'

type Grantable = (typeof GRANTABLE_PERMISSIONS)[number]
const isGrantable = (permission: Permission): permission is Grantable =>
  GRANTABLE_PERMISSIONS.some((one) => one === permission)

export interface GrantDrawerProps {
  family: Reply<'readFamily'>
  /** The grant to change; undefined for a new one. */
  grant: Grant | undefined
  onClose: () => void
}

/** Chooses a teammate, sub-organizations and what the teammate may do there; what a permission needs is chosen with it. */
export function GrantDrawer({ family, grant, onClose }: GrantDrawerProps) {
  const { t } = useLingui()
  const describeError = useErrorText()
  const areas = usePermissionAreas()
  const me = useSession(({ auth }) => auth.user)
  const { data: teammates = [] } = useGranteesQuery()
  const { proven, dialog } = useProof()
  const [offerGrant, { isLoading }] = useOfferGrantMutation()
  const [userId, setUserId] = useState<string | null>(grant?.userId ?? null)
  const [children, setChildren] = useState<string[]>(grant ? [grant.child.id] : [])
  const [held, setHeld] = useState<Permission[]>(
    grant ? permissionsHeld({ role: 'custom', permissions: grant.offered ?? grant.permissions }) : [],
  )
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const unsaved = useUnsaved({ userId, children: children.toSorted(), held: held.toSorted() })
  const leave = () => unsaved.leave(onClose)
  const teammate = teammates.find((one) => one.userId === userId)
  const possible = teammate && me ? grantedBy(teammate, permissionsHeld(me)) : []

  function toggle(permission: Permission): void {
    setErrors({})
    if (!held.includes(permission)) return setHeld(completeGrant([...held, permission]))
    setHeld(held.filter((one) => !completeGrant([one]).includes(permission)))
  }

  async function save(): Promise<void> {
    if (!teammate) return setErrors({ memberId: t`Choose a teammate.` })
    const permissions = held.filter((one) => possible.includes(one)).filter(isGrantable)
    if (permissions.every((one) => one === 'team.read')) return setErrors({ permissions: t`Choose what they may do.` })
    const childIds = children.length > 0 ? children : ('all' as const)
    const { data, error } = await proven(() => offerGrant({ memberId: teammate.id, childIds, permissions }))
    if (!error) {
      const isOffered = data?.grants.some(
        ({ child, offered }) => offered !== null && (childIds === 'all' || childIds.includes(child.id)),
      )
      const message = isOffered ? t`An owner of the sub-organization can accept it now.` : t`Saved`
      toast.api({ title: fullName(teammate), message }, 'OK')
      return unsaved.done(onClose)
    }
    if (isNotProven(error)) return
    const fieldErrors = isRefusal(error) ? (error.fieldErrors ?? {}) : {}
    setErrors(Object.keys(fieldErrors).length > 0 ? fieldErrors : { permissions: describeError(error) })
  }

  return (
    <RecordDrawer isOpen onClose={leave} title={grant ? t`Change access` : t`Give access to a teammate`}>
      {dialog}
      {unsaved.question}
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Select
          label={t`Teammate`}
          description={t`Teammates who see only some groups can't be chosen.`}
          placeholder={t`Choose a teammate`}
          data={
            grant
              ? [{ value: grant.userId, label: grant.name || grant.email }]
              : teammates.map((one) => ({ value: one.userId ?? '', label: fullName(one) || one.email }))
          }
          value={userId}
          onChange={(value) => {
            setUserId(value)
            setErrors({})
          }}
          disabled={grant !== undefined}
          searchable
          nothingFoundMessage={t`No matches`}
          error={errors['memberId']}
          data-autofocus
        />
        {!grant && (
          <Checkbox.Group
            label={t`Sub-organizations`}
            description={t`If you choose none, it's all there are now.`}
            value={children}
            onChange={setChildren}
            error={errors['childIds']}
          >
            {family.children.map(({ id, name }) => (
              <Checkbox key={id} value={id} label={<bdi translate="no">{name}</bdi>} mt="xs" />
            ))}
          </Checkbox.Group>
        )}
        {areas.map((area) => {
          const offered = area.permissions.filter(({ key }) => key !== 'team.read' && isGrantable(key))
          if (offered.length === 0) return null
          return (
            <fieldset key={area.title} className={classes.area}>
              <legend>{area.title}</legend>
              <Stack gap="xs">
                {offered.map(({ key, label }) => (
                  <Checkbox
                    key={key}
                    label={label}
                    checked={held.includes(key) && possible.includes(key)}
                    onChange={() => toggle(key)}
                    disabled={!possible.includes(key)}
                  />
                ))}
              </Stack>
            </fieldset>
          )
        })}
        <p className={classes.hint}>
          <Trans>You can only give what both you and the teammate may do here.</Trans>
        </p>
        {errors['permissions'] && (
          <p className={classes.problem} role="alert">
            {errors['permissions']}
          </p>
        )}
        <div className={classes.acts}>
          <Button variant="default" onClick={leave}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={isLoading}>
            {grant ? <Trans>Save</Trans> : <Trans>Give access</Trans>}
          </Button>
        </div>
      </form>
    </RecordDrawer>
  )
}
