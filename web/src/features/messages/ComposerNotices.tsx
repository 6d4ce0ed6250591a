import { Trans, useLingui } from '@lingui/react/macro'
import { Button, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconMoon } from '@tabler/icons-react'
import { useFieldNames } from '../replies/index.ts'
import classes from './Composer.module.css'

export interface ComposerNoticesProps {
  /** First name of the contact. */
  name: string
  /** Who answered since one began to write; undefined when nobody did. */
  answeredBy: string | undefined
  /** A press sent nothing because of that. */
  isHeld: boolean
  onSendAnyway: () => void
  missing: readonly string[]
  /** Selects a field in the words. */
  onShowField: (field: string) => void
  /** What clocks show there, at night only. */
  nightTime: string | undefined
  /** Why the last try came back, in words. */
  problem: string
}

/** What deserves a look before a text goes: an answer of a teammate, empty fields, the night. */
export function ComposerNotices(props: ComposerNoticesProps) {
  const { name, answeredBy, isHeld, onSendAnyway, missing, onShowField, nightTime, problem } = props
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
            {isHeld && <Trans>Nothing was sent yet.</Trans>}
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
                title={t`Fill it in the contact, or write a word to use instead: ${example}`}
              >
                <Trans>
                  {label} is empty for <bdi>{name}</bdi>
                </Trans>
              </UnstyledButton>
            )
          })}
        </p>
      )}
      {nightTime !== undefined && (
        <p className={classes.night} role="status">
          <IconMoon size={14} stroke={1.75} aria-hidden />
          <span>
            <Trans>
              It is {nightTime} for <bdi>{name}</bdi>
            </Trans>
          </span>
        </p>
      )}
    </>
  )
}
