import { Trans, useLingui } from '@lingui/react/macro'
import { Button, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconClockPause, IconMoon } from '@tabler/icons-react'
import { useFieldNames } from '../../replies/index.ts'
import classes from './Composer.module.css'

export interface ComposerNoticesProps {
  /** First name of the contact. */
  name: string
  /** The teammate who answered since the member began to write; undefined when none did. */
  answeredBy: string | undefined
  /** A send was held back because of that. */
  isHeld: boolean
  onSendAnyway: () => void
  missing: readonly string[]
  /** Selects a merge field in the text. */
  onShowField: (field: string) => void
  /** The local time of the contact, at night only. */
  nightTime: string | undefined
  /** When the shift of the contact starts, while they are off shift. */
  shiftStart: string | undefined
  /** Why the last send failed. */
  problem: string
}

/** Shows warnings before a message is sent: an answer of a teammate, empty merge fields, quiet hours. */
export function ComposerNotices(props: ComposerNoticesProps) {
  const { name, answeredBy, isHeld, onSendAnyway, missing, onShowField, nightTime, shiftStart, problem } = props
  const { t } = useLingui()
  const names = useFieldNames()
  return (
    <>
      {answeredBy !== undefined && (
        <p className={classes.notice} role="alert">
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
          <span>
            {answeredBy ? (
              <Trans>
                <bdi>{answeredBy}</bdi> just replied. Read it before you send.
              </Trans>
            ) : (
              <Trans>A teammate just replied. Read it before you send.</Trans>
            )}{' '}
            {isHeld && <Trans>Nothing has been sent yet.</Trans>}
          </span>
          <Button size="compact-xs" variant="subtle" color="yellow" onClick={onSendAnyway}>
            <Trans>Send anyway</Trans>
          </Button>
        </p>
      )}
      {problem && (
        <p className={classes.notice} role="alert">
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
          {problem}
        </p>
      )}
      {missing.length > 0 && (
        <p className={classes.pills} role="status">
          {missing.map((field) => {
            const label = names[field] ?? field
            const example = `{${field}|…}`
            return (
              <UnstyledButton
                key={field}
                className={classes.pill}
                onClick={() => onShowField(field)}
                title={t`Fill in this field on the contact, or add a fallback: ${example}`}
              >
                <Trans>
                  {label} is empty for <bdi>{name}</bdi>
                </Trans>
              </UnstyledButton>
            )
          })}
        </p>
      )}
      {shiftStart !== undefined && (
        <p className={classes.night} role="status">
          <IconClockPause size={14} stroke={1.75} aria-hidden />
          <span>
            <Trans>
              <bdi>{name}</bdi> is off shift until {shiftStart}
            </Trans>
          </span>
        </p>
      )}
      {nightTime !== undefined && (
        <p className={classes.night} role="status">
          <IconMoon size={14} stroke={1.75} aria-hidden />
          <span>
            <Trans>
              It's {nightTime} for <bdi>{name}</bdi>
            </Trans>
          </span>
        </p>
      )}
    </>
  )
}
