import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy, IconPrinter } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import classes from '../../../shared/ui/settings/SettingsCard.module.css'
import security from './Security.module.css'

export interface BackupCodesProps {
  codes: string[]
  /** The user has stored them: hides them for good. */
  onSaved: () => void
}

/** Shows the backup codes, which is possible only once. */
export function BackupCodes({ codes, onSaved }: BackupCodesProps) {
  const { t } = useLingui()
  const { copy, copied, error } = useClipboard({ timeout: 3000 })
  const explanation = useRef<HTMLParagraphElement>(null)
  useEffect(() => explanation.current?.focus(), [])
  return (
    <div className={classes.stack}>
      <p ref={explanation} tabIndex={-1} style={{ margin: 0 }}>
        <strong>
          <Trans>Save these codes now. You won't see them again.</Trans>
        </strong>{' '}
        <Trans>Use each code once to log in when you don't have your phone.</Trans>
      </p>
      <ol className={security.codes} aria-label={t`Backup codes`} data-print-alone>
        {codes.map((code) => (
          <li key={code}>
            <bdi dir="ltr">{code}</bdi>
          </li>
        ))}
      </ol>
      {error && (
        <p className={classes.problem} role="alert">
          <Trans>Your browser blocked copying. Select the codes and copy them.</Trans>
        </p>
      )}
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={copied ? <IconCheck size={16} stroke={1.75} /> : <IconCopy size={16} stroke={1.75} />}
          onClick={() => copy(codes.join('\n'))}
        >
          <span role="status">{copied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}</span>
        </Button>
        <Button variant="default" leftSection={<IconPrinter size={16} stroke={1.75} />} onClick={() => window.print()}>
          <Trans>Print</Trans>
        </Button>
        <Button onClick={onSaved}>
          <Trans>I've saved them</Trans>
        </Button>
      </Group>
    </div>
  )
}
