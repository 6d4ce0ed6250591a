import { useLingui } from '@lingui/react/macro'
import { CloseButton } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle, type Icon } from '@tabler/icons-react'
import { useId, type ReactNode } from 'react'
import classes from './Banner.module.css'

export interface BannerProps {
  /** `info` blue, `warn` amber, `bad` red. */
  tone: 'info' | 'warn' | 'bad'
  /** One sentence with the number in it. */
  children: ReactNode
  /** A link or a plain button; both look like a link here. */
  action?: ReactNode
  /** Shows the close button. */
  onDismiss?: () => void
  icon?: Icon
}

/** Shows one line across the top of the main column; the shell shows one at a time. */
export function Banner({ tone, children, action, onDismiss, icon }: BannerProps) {
  const { t } = useLingui()
  const id = useId()
  const IconComponent = icon ?? (tone === 'info' ? IconInfoCircle : IconAlertTriangle)
  return (
    <div className={classes.banner} data-tone={tone} role="region" aria-labelledby={id}>
      <IconComponent className={classes.icon} size={18} stroke={1.75} aria-hidden />
      <p id={id} className={classes.text}>
        {children}
      </p>
      <div className={classes.end}>
        {action}
        {onDismiss && (
          <CloseButton
            className={classes.close ?? ''}
            size={30}
            iconSize={16}
            onClick={onDismiss}
            aria-label={t`Dismiss`}
          />
        )}
      </div>
    </div>
  )
}
