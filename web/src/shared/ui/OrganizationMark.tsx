import type { Logo } from '@crewline/contract/organizations'
import { useComputedColorScheme } from '@mantine/core'
import { initials } from './text/initials.ts'
import classes from './OrganizationMark.module.css'

export interface OrganizationMarkProps {
  name: string
  logo: Logo | undefined
  hasUnread?: boolean
  /** Stands alone in the narrow navigation. */
  isRail?: boolean
}

/** The logo of an organization, or its initials. The name stands next to it, so it has no text of its own. */
export function OrganizationMark({ name, logo, hasUnread = false, isRail = false }: OrganizationMarkProps) {
  const isDark = useComputedColorScheme('light') === 'dark'
  const picture = isDark ? (logo?.dark ?? logo?.light) : logo?.light
  return (
    <span
      className={classes.square}
      data-unread={hasUnread || undefined}
      data-logo={picture ? true : undefined}
      data-rail={isRail || undefined}
      data-plate={(isDark && logo && !logo.dark) || undefined}
      translate="no"
      aria-hidden
    >
      {picture ? <img src={picture.url} width={picture.width} height={picture.height} alt="" /> : initials(name)}
    </span>
  )
}
