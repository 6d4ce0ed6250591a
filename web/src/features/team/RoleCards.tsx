import { mayGrant } from '@crewline/contract/holders'
import { useLingui } from '@lingui/react/macro'
import { Radio } from '@mantine/core'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { useRoleNames } from '../organizations/index.ts'
import { canBeLimited, hasPermission, type RoleOption } from './role-rules.ts'
import classes from './Team.module.css'

export interface RoleCardsProps {
  /** The roles that the member may grant. */
  roles: RoleOption[]
  chosen: string
  onChoose: (key: string) => void
}

interface Deed {
  label: string
  may: (role: RoleOption) => boolean
}

function useDeeds(): Deed[] {
  const { t } = useLingui()
  return [
    { label: t`Read messages`, may: (role) => hasPermission(role, 'inbox.read') },
    { label: t`Send messages`, may: (role) => hasPermission(role, 'inbox.reply') },
    { label: t`View contacts and groups`, may: (role) => hasPermission(role, 'contacts.read') },
    { label: t`Add and edit contacts`, may: (role) => hasPermission(role, 'contacts.edit') },
    { label: t`Write broadcasts`, may: (role) => hasPermission(role, 'broadcasts.draft') },
    { label: t`Send broadcasts`, may: (role) => hasPermission(role, 'broadcasts.send') },
    { label: t`View the dashboard`, may: (role) => hasPermission(role, 'analytics.view') },
    { label: t`Manage the team`, may: (role) => hasPermission(role, 'team.manage') },
    { label: t`Manage numbers and settings`, may: (role) => hasPermission(role, 'lines.manage') },
    { label: t`View billing`, may: (role) => hasPermission(role, 'billing.manage') },
    { label: t`Add and remove owners`, may: (role) => mayGrant(role, { role: 'owner' }) },
  ]
}

/** Returns the deeds in which the roles differ: what all may do, or none, does not help to choose. */
function useDifferences(roles: RoleOption[]): Deed[] {
  return useDeeds().filter(({ may }) => new Set(roles.map(may)).size > 1)
}

/** Selects a role; each lists in plain words where it differs from the others. */
export function RoleCards({ roles, chosen, onChoose }: RoleCardsProps) {
  const { t } = useLingui()
  const names = useRoleNames()
  const deeds = useDifferences(roles)
  return (
    <Radio.Group label={t`Role`} value={chosen} onChange={onChoose}>
      <div className={classes.cards}>
        {roles.map((role) => (
          // The radio button inside is the control of the label.
          // oxlint-disable-next-line jsx-a11y/label-has-associated-control
          <label key={role.key} className={classes.card} data-chosen={role.key === chosen || undefined}>
            <Radio value={role.key} aria-labelledby={`role-${role.key}`} aria-describedby={`role-${role.key}-list`} />
            <span className={classes.cardBody}>
              <span className={classes.cardName} id={`role-${role.key}`}>
                {role.name === null ? names[role.role] : <bdi>{role.name}</bdi>}
              </span>
              <span className={classes.scope} aria-hidden>
                {deeds
                  .filter(({ may }) => may(role))
                  .map(({ label }) => label)
                  .join(' · ')}
              </span>
              <span className={classes.deeds} id={`role-${role.key}-list`}>
                <span className={classes.deed}>
                  <IconCheck size={16} stroke={1.75} aria-hidden />
                  <span>
                    {canBeLimited(role) ? t`Sees everyone, or only some groups` : t`Sees everyone`}
                    <span className={classes.hidden}>. </span>
                  </span>
                </span>
                {deeds.map(({ label, may: isAllowed }) => {
                  const may = isAllowed(role)
                  const IconComponent = may ? IconCheck : IconMinus
                  return (
                    <span key={label} className={classes.deed} data-off={!may || undefined}>
                      <IconComponent size={16} stroke={1.75} aria-hidden />
                      <span>
                        {!may && <span className={classes.hidden}>{t`Can't:`} </span>}
                        {label}
                        <span className={classes.hidden}>. </span>
                      </span>
                    </span>
                  )
                })}
              </span>
            </span>
          </label>
        ))}
      </div>
    </Radio.Group>
  )
}
