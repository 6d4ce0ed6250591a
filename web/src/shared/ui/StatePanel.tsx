import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck, IconFilterOff, IconLock, IconSparkles, type Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './StatePanel.module.css'

export type StateKind = 'firstUse' | 'noMatch' | 'done' | 'error' | 'noAccess'

export interface StatePanelProps {
  /** Why there is nothing to show; decides icon, colour and role. */
  kind: StateKind
  /** What will be here, or what happened; an error has a standing title when this is absent. */
  title?: string
  /** One sentence: what to do next. */
  text?: ReactNode
  /** One button or link. */
  action?: ReactNode
  /** For `error`: loads again; shown as Try again. */
  onRetry?: () => void
  /** For `noMatch`: clears the filters; shown as Clear filters. */
  onClear?: () => void
  /** The icon of what is missing, for first use; the kind has one otherwise. */
  icon?: Icon
  /** Less air, for cards and drawers. */
  compact?: boolean
}

const icons: Record<StateKind, Icon> = {
  firstUse: IconSparkles,
  noMatch: IconFilterOff,
  done: IconCircleCheck,
  error: IconAlertCircle,
  noAccess: IconLock,
}

/** What stands where a list or a panel would be: nothing yet, no match, all done, an error, or no access. */
export function StatePanel({ kind, title, text, action, onRetry, onClear, icon, compact = false }: StatePanelProps) {
  const { t } = useLingui()
  const Shown = icon ?? icons[kind]
  const heading = title ?? (kind === 'error' ? t`We could not load this` : kind === 'noMatch' ? t`No match` : '')
  const body = text ?? (kind === 'error' ? t`Check your connection, then try again.` : undefined)
  return (
    <div className={classes.panel} data-compact={compact || undefined} role={kind === 'error' ? 'alert' : undefined}>
      <Shown className={classes.icon} data-kind={kind} size={32} stroke={1.75} aria-hidden />
      <p className={classes.title}>{heading}</p>
      {body && <p className={classes.text}>{body}</p>}
      {(action || onRetry || onClear) && (
        <div className={classes.action}>
          {action}
          {onRetry && (
            <Button variant="default" onClick={onRetry}>
              <Trans>Try again</Trans>
            </Button>
          )}
          {onClear && (
            <Button variant="default" onClick={onClear}>
              <Trans>Clear filters</Trans>
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
