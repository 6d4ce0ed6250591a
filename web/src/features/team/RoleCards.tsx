import type { Permission, Role } from '@crewline/contract/permissions'
import { useLingui } from '@lingui/react/macro'
import { Radio } from '@mantine/core'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { useRoleNames } from '../organizations/index.ts'
import { canBeLimited, holds } from './role-rules.ts'
import classes from './Team.module.css'

export interface RoleCardsProps {
  /** The roles that may be given. */
  roles: Role[]
  chosen: Role
  onChoose: (role: Role) => void
}

function useDeeds(): { permission: Permission; words: string }[] {
  const { t } = useLingui()
  return [
    { permission: 'inbox.read', words: t`Read messages` },
    { permission: 'inbox.reply', words: t`Send messages` },
    { permission: 'contacts.read', words: t`See contacts and groups` },
    { permission: 'contacts.edit', words: t`Add and change contacts` },
    { permission: 'analytics.view', words: t`See the dashboard` },
    { permission: 'team.manage', words: t`Invite teammates` },
    { permission: 'billing.manage', words: t`See billing` },
  ]
}

/** One role to choose, each with the plain list of what its members may do. */
export function RoleCards({ roles, chosen, onChoose }: RoleCardsProps) {
  const { t } = useLingui()
  const names = useRoleNames()
  const deeds = useDeeds()
  return (
    <Radio.Group label={t`Role`} value={chosen} onChange={onChoose}>
      <div className={classes.cards}>
        {roles.map((role) => (
          // The radio button inside is its control.
          // oxlint-disable-next-line jsx-a11y/label-has-associated-control
          <label key={role} className={classes.card} data-chosen={role === chosen || undefined}>
            <Radio value={role} aria-labelledby={`role-${role}`} aria-describedby={`role-${role}-list`} />
            <span className={classes.cardBody}>
              <span className={classes.cardName} id={`role-${role}`}>
                {names[role]}
              </span>
              <span className={classes.scope} aria-hidden>
                {deeds
                  .filter(({ permission }) => holds(role, permission))
                  .map(({ words }) => words)
                  .join(' · ')}
              </span>
              <span className={classes.deeds} id={`role-${role}-list`}>
                <span className={classes.deed}>
                  <IconCheck size={16} stroke={1.75} aria-hidden />
                  <span>
                    {canBeLimited(role) ? t`Sees everybody, or only some groups` : t`Sees everybody`}
                    <span className={classes.hidden}>. </span>
                  </span>
                </span>
                {deeds.map(({ permission, words }) => {
                  const may = holds(role, permission)
                  const Mark = may ? IconCheck : IconMinus
                  return (
                    <span key={permission} className={classes.deed} data-off={!may || undefined}>
                      <Mark size={16} stroke={1.75} aria-hidden />
                      <span>
                        {!may && <span className={classes.hidden}>{t`Not:`} </span>}
                        {words}
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
