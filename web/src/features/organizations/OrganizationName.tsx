import { initials } from '../../shared/ui/initials.ts'
import { useSession } from '../../shared/lib/session/select.ts'
import classes from './OrganizationName.module.css'

export interface OrganizationNameProps {
  /** In the narrow navigation only the square shows. */
  isRail?: boolean
}

/** The organization the member works in, as square and name. */
export function OrganizationName({ isRail = false }: OrganizationNameProps) {
  const organization = useSession(({ auth }) => auth.organization)
  if (!organization) return null
  return (
    <div className={classes.place} data-rail={isRail || undefined} title={organization.name}>
      <span className={classes.square} aria-hidden>
        {initials(organization.name)}
      </span>
      <span className={isRail ? classes.hidden : classes.name}>{organization.name}</span>
    </div>
  )
}
