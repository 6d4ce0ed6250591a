import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck, IconFilterOff, IconLock, IconSparkles, type Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { isRefusal } from '../../api/send.ts'
import classes from './StatePanel.module.css'

export type StateKind = 'firstUse' | 'noMatch' | 'done' | 'error' | 'noAccess'

export interface StatePanelProps {
  /** Why there is nothing to show; determines icon, color and role. */
  kind: StateKind
  /** What will be here, or what happened; an error has a default title. */
  title?: string
  /** One sentence: what to do next. */
  text?: ReactNode
  /** One button or link. */
  action?: ReactNode
  /** For `error`: what failed. While viewing as a teammate, what is not shown then is said to be hidden instead. */
  error?: unknown
  /** For `error`: loads again; shown as Try again. */
  onRetry?: () => void
  /** For `noMatch`: clears the filters; shown as Clear filters. */
  onClear?: () => void
  /** The icon of the missing content, for first use; the default depends on the kind. */
  icon?: Icon
  /** Less padding, for cards and drawers. */
  compact?: boolean
}

const icons: Record<StateKind, Icon> = {
  firstUse: IconSparkles,
  noMatch: IconFilterOff,
  done: IconCircleCheck,
  error: IconAlertCircle,
  noAccess: IconLock,
}

/** The placeholder of a list or panel: nothing yet, no match, all done, an error, or no access. */
export function StatePanel(props: StatePanelProps) {
  const { t } = useLingui()
  const isHidden = props.kind === 'error' && isRefusal(props.error) && props.error.code === 'viewing_hidden'
  if (!isHidden) return <State {...props} />
  return (
    <State
      kind="noAccess"
      title={t`Not shown in a view`}
      text={t`You're viewing as a teammate. To see your own, end the view.`}
      compact={props.compact ?? false}
    />
  )
}

function State({ kind, title, text, action, onRetry, onClear, icon, compact = false }: StatePanelProps) {
  const { t } = useLingui()
  const IconComponent = icon ?? icons[kind]
  const heading = title ?? (kind === 'error' ? t`Couldn't load this` : kind === 'noMatch' ? t`No matches` : '')
  const body = text ?? (kind === 'error' ? t`Check your connection and try again.` : undefined)
  return (
    <div className={classes.panel} data-compact={compact || undefined} role={kind === 'error' ? 'alert' : undefined}>
      <IconComponent className={classes.icon} data-kind={kind} size={32} stroke={1.75} aria-hidden />
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
