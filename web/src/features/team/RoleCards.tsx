import { mayGrant } from '@crewline/contract/holders'
import type { Role } from '@crewline/contract/permissions'
import { useLingui } from '@lingui/react/macro'
import { Radio } from '@mantine/core'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { useRoleNames } from '../organizations/index.ts'
import { canBeLimited, hasPermission } from './role-rules.ts'
import classes from './Team.module.css'

export interface RoleCardsProps {
  /** The roles that the member may grant. */
  roles: Role[]
  chosen: Role
  onChoose: (role: Role) => void
}

interface Deed {
  label: string
  may: (role: Role) => boolean
}

function useDeeds(): Deed[] {
  const { t } = useLingui()
  return [
    { label: t`Read messages`, may: (role) => hasPermission(role, 'inbox.read') },
    { label: t`Send messages`, may: (role) => hasPermission(role, 'inbox.reply') },
    { label: t`View contacts and groups`, may: (role) => hasPermission(role, 'contacts.read') },
    { label: t`Add and edit contacts`, may: (role) => hasPermission(role, 'contacts.edit') },
    { label: t`View the dashboard`, may: (role) => hasPermission(role, 'analytics.view') },
    { label: t`Manage the team`, may: (role) => hasPermission(role, 'team.manage') },
    { label: t`Manage numbers and settings`, may: (role) => hasPermission(role, 'lines.manage') },
    { label: t`View billing`, may: (role) => hasPermission(role, 'billing.manage') },
    { label: t`Add and remove owners`, may: (role) => mayGrant(role, 'owner') },
  ]
}

/** Selects a role; each lists in plain words what it permits. */
export function RoleCards({ roles, chosen, onChoose }: RoleCardsProps) {
  const { t } = useLingui()
  const names = useRoleNames()
  const deeds = useDeeds()
  return (
    <Radio.Group label={t`Role`} value={chosen} onChange={onChoose}>
      <div className={classes.cards}>
        {roles.map((role) => (
          // The radio button inside is the control of the label.
          // oxlint-disable-next-line jsx-a11y/label-has-associated-control
          <label key={role} className={classes.card} data-chosen={role === chosen || undefined}>
            <Radio value={role} aria-labelledby={`role-${role}`} aria-describedby={`role-${role}-list`} />
            <span className={classes.cardBody}>
              <span className={classes.cardName} id={`role-${role}`}>
                {names[role]}
              </span>
              <span className={classes.scope} aria-hidden>
                {deeds
                  .filter(({ may }) => may(role))
                  .map(({ label }) => label)
                  .join(' · ')}
              </span>
              <span className={classes.deeds} id={`role-${role}-list`}>
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
